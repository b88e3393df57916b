import { decode } from './decode.ts';
import { inflate, isGzip } from './gunzip.ts';
import { peekBytes } from './peek-bytes.ts';
import { notText, SIGNATURE_LENGTH } from './signature.ts';
import type { SourceFile } from './source.ts';

/** A file as text, or why it is not text. */
export type FileText =
  | {
      text: AsyncIterable<string>;
      /** Returns what was wrong with the compressed data, once the text is read; absent for other files. */
      damage?: () => string | undefined;
    }
  | { reason: string };

/**
 * Opens a file as text, decompressed if it begins as gzip does.
 * @param options.onBytes receives how many decompressed bytes were read
 * @throws UnreadableFile
 */
export async function openText(
  file: SourceFile,
  options: { encoding?: string | undefined; onBytes?: ((count: number) => void) | undefined },
): Promise<FileText> {
  const raw = await peekBytes(file.open(), SIGNATURE_LENGTH);
  const inflated = isGzip(raw.head) ? inflate(raw.all) : undefined;
  const { head, all } = inflated ? await peekBytes(inflated.bytes, SIGNATURE_LENGTH) : raw;
  const reason = notText(head);
  if (reason !== undefined) return { reason };
  const text = decode(counted(all, options.onBytes), options.encoding);
  return { text, ...(inflated && { damage: inflated.problem }) };
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: ((count: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}
