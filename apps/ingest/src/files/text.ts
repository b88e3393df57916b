import { decode } from './decode.ts';
import { inflate, isGzip } from './gunzip.ts';
import { peekBytes } from './peek.ts';
import { notText, SIGNATURE_LENGTH, utf16Of } from './signature.ts';
import type { SourceFile } from './source.ts';

/** A file as text, or why it is not text. */
type FileText =
  | {
      text: AsyncIterable<string>;
      /** Returns what was wrong with the compressed data, once the text is read; absent for other files. */
      damage?: () => string | undefined;
    }
  | { reason: string };

/** The bytes of a file, decompressed if it begins as gzip does. */
interface FileBytes {
  head: Uint8Array;
  bytes: AsyncIterable<Uint8Array>;
  /** See `FileText`. */
  damage?: () => string | undefined;
}

/**
 * Opens a file as bytes.
 * @param onBytes receives how many decompressed bytes were read; it may throw
 * @throws UnreadableFile
 */
export async function openBytes(
  { open }: Pick<SourceFile, 'open'>,
  onBytes: (count: number) => void,
): Promise<FileBytes> {
  const raw = await peekBytes(open(), SIGNATURE_LENGTH);
  const inflated = isGzip(raw.head) ? inflate(raw.all) : undefined;
  const { head, all } = inflated ? await peekBytes(inflated.bytes, SIGNATURE_LENGTH) : raw;
  return { head, bytes: counted(all, onBytes), ...(inflated && { damage: inflated.problem }) };
}

/** Decodes the bytes of a file, unless they begin as a file that is not text. */
export function textOf({ head, bytes, damage }: FileBytes, encoding: string | undefined): FileText {
  const reason = notText(head);
  if (reason !== undefined) return { reason };
  const utf16 = utf16Of(head);
  if (utf16 !== undefined && !encoding?.startsWith('utf-16')) {
    const way = `name it with --encoding ${utf16}, or with encoding: ${utf16} in the mapping`;
    return { reason: `wrong encoding: the file begins as UTF-16 without a mark; ${way}` };
  }
  return { text: decode(bytes, encoding), ...(damage && { damage }) };
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes(chunk.length);
    yield chunk;
  }
}
