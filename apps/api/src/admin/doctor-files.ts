import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ApiConfig } from '../config.ts';
import { failed, ok, warning, type Finding } from './finding.ts';

/** Below this, a load or a backup may fill the disk. */
const MIN_FREE_BYTES = 200 * 1024 * 1024;
const FOR_OTHERS = 0o077;

/** The files of SQLite that the settings name. */
const filesOf = ({ databaseUrl, searchUrl }: ApiConfig): string[] =>
  [databaseUrl, searchUrl]
    .filter((url) => url.startsWith('sqlite:') && url !== 'sqlite::memory:')
    .map((url) => resolve(url.slice('sqlite:'.length)));

/** Checks the free space of the disks with a file. */
export async function checkDisks(config: ApiConfig): Promise<Finding[]> {
  const folders = [...new Set(filesOf(config).map(dirname))].filter((folder) => existsSync(folder));
  return Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      const megabytes = Math.floor((bavail * bsize) / 1e6);
      if (bavail * bsize >= MIN_FREE_BYTES) return ok('disk', `${megabytes} MB are free at ${folder}.`);
      return failed(
        'disk',
        `Only ${megabytes} MB are free at ${folder}.`,
        'Free space, or enlarge the disk.',
      );
    }),
  );
}

/** Checks that no other user can read the files, which contain hashes of keys and the keys that sign embeds. */
export function checkModes(config: ApiConfig): Finding[] {
  return filesOf(config).flatMap((file) => {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode;
    if (mode === undefined) return [];
    if ((mode & FOR_OTHERS) === 0) return [ok('mode', `Only its owner can read ${file}.`)];
    const octal = (mode & 0o777).toString(8);
    return [
      warning('mode', `Other users may read or write ${file} (mode ${octal}).`, `Run: chmod 600 ${file}*`),
    ];
  });
}
