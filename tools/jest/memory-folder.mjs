import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps these files in memory. */
const MEMORY = '/dev/shm';
/** A run needs less than 1 GB. In a container, 64 MB is the default. */
const LEAST_BYTES = 3 * 1024 ** 3;
const NAME = /^dossier-tests-(\d+)$/;

/**
 * Makes a folder in memory for the temporary files of a run, if there is room. On a disk, databases wait for each write,
 * most of all while other tests write too. Removes the folder when the process ends, and the folders of killed processes.
 * @returns undefined if there is no room, so that the run uses the usual folder
 */
export function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < LEAST_BYTES) return undefined;
    for (const name of readdirSync(MEMORY)) {
      const [, pid] = NAME.exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid)))
        rmSync(join(MEMORY, name), { recursive: true, force: true });
    }
    const folder = join(MEMORY, `dossier-tests-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    // Another system, or a folder of another user.
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
