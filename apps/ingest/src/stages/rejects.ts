import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Parsed, Place, Reject } from './types.ts';

/** Where rejected rows go: NDJSON, a `RejectedLine` a line. */
export interface RejectsFile {
  write(rejects: Reject[]): Promise<void>;
  /** The path, or undefined when nothing was rejected and there is no file. */
  close(): Promise<string | undefined>;
}

/** A line of a rejects file. Such a file is loaded like any other, once its rows are mended. */
type RejectedLine = Omit<Reject, 'given'>;

/** A file that is made with the first reject; one of that name is replaced. */
export function rejectsFile(path: string): RejectsFile {
  let handle: FileHandle | undefined;
  return {
    write: async (rejects) => {
      if (rejects.length === 0) return;
      if (!handle) {
        await mkdir(dirname(path), { recursive: true });
        handle = await open(path, 'w');
      }
      const lineOf = ({ file, row, reason, raw, isText }: Reject): RejectedLine => ({
        ...{ file, row, reason, raw },
        ...(isText && { isText }),
      });
      await handle.write(rejects.map((reject) => `${JSON.stringify(lineOf(reject))}\n`).join(''));
    },
    close: async () => {
      await handle?.close();
      return handle && path;
    },
  };
}

const FIELDS = ['file', 'row', 'reason', 'raw', 'isText'];

/** Tells a line of a rejects file by its shape, which no record has. */
export function isRejectedLine(value: unknown): value is RejectedLine {
  if (value === null || typeof value !== 'object' || !('raw' in value)) return false;
  const { file, row, reason } = value as Partial<RejectedLine>;
  const isWhole = typeof file === 'string' && typeof row === 'number' && typeof reason === 'string';
  return isWhole && Object.keys(value).every((field) => FIELDS.includes(field));
}

/**
 * The row of such a line, at its place in the rejects file.
 * @param readText reads what could not be read as a row
 */
export async function* readRejected(
  { file: origin, raw, isText }: RejectedLine,
  place: Place,
  readText: (text: string) => AsyncIterable<Parsed>,
): AsyncGenerator<Parsed> {
  if (raw !== null && typeof raw === 'object') {
    yield { ...place, value: raw, isMended: true, ...(isText && { isText }) };
    return;
  }
  let rows = 0;
  for await (const parsed of typeof raw === 'string' ? readText(raw) : []) {
    rows++;
    yield { ...parsed, ...place };
  }
  if (rows > 0) return;
  yield { ...place, reason: `no row: what was rejected is not kept here; load ${origin} again`, raw };
}
