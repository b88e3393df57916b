import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** A body that a server gave, with what it says to ask for a newer one. */
export interface Kept {
  etag: string | null;
  lastModified: string | null;
  body: Buffer;
}

/** Bodies on disk, by address. */
export interface Cache {
  read(url: string): Promise<Kept | undefined>;
  keep(url: string, kept: Kept): Promise<void>;
  drop(url: string): Promise<void>;
}

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** A cache in a folder: one gzip file an address, a line of JSON and then the body. */
export function diskCache(folder: string): Cache {
  const pathOf = (url: string) => {
    const hash = createHash('sha256').update(url).digest('hex').slice(0, 32);
    const name = basename(new URL(url).pathname).replace(/[^\w.-]/g, '_');
    return join(folder, 'files', hash.slice(0, 2), `${hash}-${name}.gz`);
  };
  return {
    read: async (url) => {
      try {
        const content = await unzip(await readFile(pathOf(url)));
        const end = content.indexOf('\n');
        const head = JSON.parse(content.toString('utf8', 0, end)) as Omit<Kept, 'body'>;
        return { ...head, body: content.subarray(end + 1) };
      } catch {
        // Not there, or damaged: either way it is asked for anew.
        return undefined;
      }
    },
    keep: async (url, { etag, lastModified, body }) => {
      const head = Buffer.from(`${JSON.stringify({ url, etag, lastModified })}\n`);
      await replaceFile(pathOf(url), await zip(Buffer.concat([head, body])));
    },
    drop: (url) => rm(pathOf(url), { force: true }),
  };
}

/** Writes a file so that a reader, or the next start after a crash, sees the old one or the new one. */
async function replaceFile(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
