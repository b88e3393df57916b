import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, type Dirent } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { missing, type Files } from './files.ts';

/** The ending of a folder whose files are incomplete. */
const STAGED = '.part';
const DAY_MS = 86_400_000;

/** Opens a folder, which is created with the first file. */
export function openFolder(folder: string): Files {
  const entries = (): Promise<Dirent[]> =>
    readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  return {
    list: async () => {
      const top = await entries();
      const inside = top.filter((each) => each.isDirectory() && !each.name.endsWith(STAGED));
      // A folder may be removed meanwhile, or belong to somebody else.
      const names = inside.map(async ({ name }) =>
        (await readdir(join(folder, name)).catch(() => [])).map((file) => `${name}/${file}`),
      );
      return [
        ...top.filter((each) => each.isFile()).map(({ name }) => name),
        ...(await Promise.all(names)).flat(),
      ];
    },
    read: async (name, range) => {
      const stream = createReadStream(join(folder, name), range);
      await once(stream, 'open').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? missing(join(folder, name), error) : error;
      });
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
