import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, type Dirent } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Files } from './files.ts';

/** The ending of a folder whose files are incomplete. */
const STAGED = '.part';
const DAY_MS = 86_400_000;

/** Opens a folder, which is created with the first file. */
export function openFolder(folder: string): Files {
  const entries = (options: { recursive?: boolean } = {}): Promise<Dirent[]> =>
    readdir(folder, { ...options, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  return {
    list: async () => {
      const files = (await entries({ recursive: true })).filter((entry) => entry.isFile());
      const names = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
      return names.filter((name) => !name.split('/')[0]!.endsWith(STAGED));
    },
    read: async (name, range) => {
      const stream = createReadStream(join(folder, name), range);
      await once(stream, 'open');
      return stream;
    },
    move: async (path, name) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await rename(path, join(folder, name));
    },
    remove: async (name) => {
      const path = join(folder, name);
      await rm(path, { force: true });
      // A folder that has other files stays.
      if (dirname(path) !== folder) await rmdir(dirname(path)).catch(() => {});
    },
    stage: async () => {
      // Programs that were killed leave theirs.
      for (const { name } of await entries()) {
        const path = join(folder, name);
        if (name.endsWith(STAGED) && Date.now() - (await stat(path)).mtimeMs > DAY_MS)
          await rm(path, { recursive: true, force: true });
      }
      const path = join(folder, randomUUID() + STAGED);
      await mkdir(path, { recursive: true });
      return path;
    },
    close: () => {},
  };
}
