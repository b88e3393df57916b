import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LoadError, type Parsed, type Place, type Reject } from '../rows/types.ts';

/** Where rejected rows go: NDJSON, a `RejectedLine` a line. */
export interface RejectsFile {
  write(rejects: Reject[]): Promise<void>;
  /**
   * @param isDone true when the whole source was read
   * @returns the path, or undefined when nothing was rejected
   */
  close(isDone: boolean): Promise<string | undefined>;
}

/** A line of a rejects file. Such a file is loaded like any other, once its rows are mended. */
type RejectedLine = Pick<Reject, 'file' | 'row' | 'reason' | 'raw' | 'isText'>;

/**
 * Opens the file before anything is loaded, so that rows are not stored whose rejects could not be kept. One of that
 * name is replaced with the first reject, and removed when a whole load has none: what it holds was said of another.
 * @throws LoadError when it cannot be written
 */
export async function rejectsFile(path: string): Promise<RejectsFile> {
  const tried = async <T>(work: Promise<T>): Promise<T> =>
    work.catch(({ code, message }: NodeJS.ErrnoException) => {
      const remedy = 'name another file for rejected rows with --rejects';
      throw new LoadError(`${path} cannot be written (${code ?? message}); ${remedy}.`);
    });
  await tried(mkdir(dirname(path), { recursive: true }));
  // Not emptied yet: a load that cannot even begin leaves it as it is.
  const handle = await tried(open(path, 'a'));
  const before = await handle.stat();
  let isBegun = false;
  return {
    write: async (rejects) => {
      if (rejects.length === 0) return;
      if (!isBegun && before.isFile()) await tried(handle.truncate());
      isBegun = true;
      const lineOf = ({ file, row, reason, raw, isText }: Reject): RejectedLine => ({
        ...{ file, row, reason, raw },
        ...(isText && { isText }),
      });
      await tried(handle.appendFile(rejects.map((reject) => `${JSON.stringify(lineOf(reject))}\n`).join('')));
    },
    close: async (isDone) => {
      await handle.close();
      if (isBegun) return path;
      if (before.isFile() && (isDone || before.size === 0)) await rm(path, { force: true });
      return undefined;
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

/** What is said of the second row of a load with one key. By itself it would go in, over the first one. */
const DUPLICATE = /^duplicate .* row \d+ /s;
const ON_PURPOSE = '; to load this row instead, make its reason ""';

/**
 * The row of such a line, at its place in the rejects file.
 * @param readText reads what could not be read as a row
 */
export async function* readRejected(
  { file: origin, reason, raw, isText }: RejectedLine,
  place: Place,
  readText: (text: string) => AsyncIterable<Parsed>,
): AsyncGenerator<Parsed> {
  if (DUPLICATE.test(reason)) {
    yield { ...place, reason: reason.replace(ON_PURPOSE, '') + ON_PURPOSE, raw, ...(isText && { isText }) };
    return;
  }
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
