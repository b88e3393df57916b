import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RejectedLine } from '../readers/rejects.ts';
import { LoadError, type Reject } from '../rows/types.ts';

/** The file that rejected rows are written to: NDJSON, one `RejectedLine` a line. */
export interface RejectsFile {
  write(rejects: Reject[]): Promise<void>;
  /**
   * Closes the file. Returns its path, or undefined when nothing was rejected.
   * @param isDone whether the whole source was read
   */
  close(isDone: boolean): Promise<string | undefined>;
}

/**
 * Opens the file before anything is loaded, so that no row is stored if rejects cannot be kept. The first reject
 * replaces the content of an existing file; a complete load without rejects removes it, since it belongs to an earlier
 * load.
 * @throws LoadError when it cannot be written
 */
export async function rejectsFile(path: string): Promise<RejectsFile> {
  const tried = async <T>(work: Promise<T>): Promise<T> =>
    work.catch(({ code, message }: NodeJS.ErrnoException) => {
      const remedy = 'name another file for rejected rows with --rejects';
      throw new LoadError(`${path} cannot be written (${code ?? message}); ${remedy}.`);
    });
  await tried(mkdir(dirname(path), { recursive: true }));
  // Not emptied yet: a load that cannot even begin leaves the file unchanged.
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
