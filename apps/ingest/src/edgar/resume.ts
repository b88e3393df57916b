import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What a run has finished, kept on disk until all of it is. */
export interface RunMemory {
  /** The items that an interrupted run of the same command finished. */
  done: Set<string>;
  finish(item: string): Promise<void>;
  /** Forgets everything: the run is over. */
  end(): Promise<void>;
}

/** What an interrupted run has read is old after a day. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/**
 * Opens the memory of a run.
 * @param run what makes two runs the same: the command with its arguments, and the database
 * @param restart forgets an interrupted run
 */
export async function runMemory(folder: string, run: object, restart = false): Promise<RunMemory> {
  const hash = createHash('sha256').update(JSON.stringify(run)).digest('hex').slice(0, 32);
  const path = join(folder, 'runs', `${hash}.txt`);
  await mkdir(dirname(path), { recursive: true });
  const written = await stat(path).catch(() => undefined);
  const isOld = written && Date.now() - written.mtimeMs > MAX_AGE_MS;
  if (restart || isOld) await rm(path, { force: true });
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  // What stands behind the last line end was cut off while it was written.
  const done = new Set(lines.slice(0, -1).filter((line) => line !== ''));
  return {
    done,
    // The line end before it closes a line that was cut off.
    finish: (item) => appendFile(path, `\n${item}\n`),
    end: () => rm(path, { force: true }),
  };
}
