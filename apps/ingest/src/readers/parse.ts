import type { Kind } from '../kinds/kind.ts';
import { decode } from '../files/decode.ts';
import { gunzipped } from '../files/gunzip.ts';
import type { Format, ParseOptions } from './parse-options.ts';
import { formatOf, parseAs, readOne } from './parse-records.ts';
import { peek } from '../files/peek.ts';
import { peekBytes } from '../files/peek-bytes.ts';
import { notText, SIGNATURE_LENGTH } from '../files/signature.ts';
import { UnreadableFile, type SourceFile } from '../files/source.ts';
import { isReject, MAX_RECORD, type Parsed } from '../rows/types.ts';

const FORMAT_OF: Record<string, Format> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};

/**
 * The extensions of the files that a kind reads. Sites keep their settings in YAML beside their pages: a kind that
 * reads pages takes YAML only where it is named.
 */
export const extensionsOf = ({ readers = {} }: Kind): Set<string> => {
  const extensions = new Set([...Object.keys(FORMAT_OF), ...Object.keys(readers)]);
  const hasPages = Object.keys(readers).length > 0;
  return hasPages ? new Set([...extensions].filter((each) => FORMAT_OF[each] !== 'yaml')) : extensions;
};

/** The records of a file, in order, each with its place; what cannot be read is a reject. */
export async function* parseFile(
  file: SourceFile,
  kind: Kind,
  options: ParseOptions,
): AsyncGenerator<Parsed> {
  const { bytes, problem } = gunzipped(file.open());
  let last: Parsed | undefined;
  let wrong: string | undefined;
  try {
    const { head, all } = await peekBytes(bytes, SIGNATURE_LENGTH);
    const reason = notText(head);
    if (reason !== undefined) {
      yield { file: file.name, row: 1, reason, raw: null, hidesRows: true };
      return;
    }
    const text = decode(counted(all, options.onBytes), options.encoding);
    for await (const parsed of parseText(file, kind, text, options)) {
      if (last) yield last;
      last = parsed;
    }
    // Only at its end is it known whether the file is whole: the last record of one that is not may be cut off.
    wrong = problem();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    wrong = `unreadable file: ${error.message}`;
  }
  if (wrong === undefined) {
    if (last) yield last;
  } else {
    const raw = last && (isReject(last) ? last.raw : (last.raw ?? last.value));
    const place = { file: file.name, row: last?.row ?? 1 };
    yield { ...place, reason: wrong, raw: raw ?? null, isText: last?.isText, hidesRows: true };
  }
}

async function* parseText(
  file: SourceFile,
  kind: Kind,
  text: AsyncIterable<string>,
  options: ParseOptions,
): AsyncGenerator<Parsed> {
  const { readers = {} } = kind;
  const known = options.format ?? FORMAT_OF[file.extension];
  const reader = options.format ? readers[`.${options.format}`] : readers[file.extension];
  if (reader) {
    yield* readOne(file, text, reader, options);
    return;
  }
  if (known) {
    yield* parseAs(known, file, text, options);
    return;
  }
  const { head, all } = await peek(text, tellsFormat);
  const page = readers[/^---\r?\n/.test(head) ? '.md' : HTML.test(head) ? '.html' : ''];
  if (page) yield* readOne(file, all, page, options);
  else yield* parseAs(formatOf(head), file, all, options);
}

/** How a page of HTML begins, after comments. */
const HTML = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;

/** Of JSON objects the first line must be seen, to tell one from many; of HTML what follows its comments. */
const tellsFormat = (head: string) =>
  head.trim().length >= 4 &&
  !(/^\s*</.test(head) && head.length < 4096) &&
  !(/^\s*\{[^\n]*$/.test(head) && head.length < MAX_RECORD);

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: ((count: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}
