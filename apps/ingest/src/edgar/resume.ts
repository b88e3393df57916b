import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The finished items of a run, kept on disk until the run ends. */
interface RunMemory {
  /** Items finished by an interrupted run of the same command. */
  done: Set<string>;
  finish(item: string): Promise<void>;
  /** Deletes the notes of the run. */
  end(): Promise<void>;
}

/** An interrupted run is not resumed after a day. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/**
 * Opens the notes of a run.
 * @param run identifies the run: the command with its arguments, and the database
 * @param restart discards an interrupted run
 */
export async function runMemory(folder: string, run: object, restart = false): Promise<RunMemory> {
  const hash = createHash('sha256').update(JSON.stringify(run)).digest('hex').slice(0, 32);
  const path = join(folder, 'runs', `${hash}.txt`);
  await mkdir(dirname(path), { recursive: true });
  const written = await stat(path).catch(() => undefined);
  const isOld = written && Date.now() - written.mtimeMs > MAX_AGE_MS;
  if (restart || isOld) await rm(path, { force: true });
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  // Text after the last line end was cut off while it was written.
  const done = new Set(lines.slice(0, -1).filter((line) => line !== ''));
  return {
    done,
    // The first line end closes a line that was cut off.
    finish: (item) => appendFile(path, `\n${item}\n`),
    end: () => rm(path, { force: true }),
  };
}
