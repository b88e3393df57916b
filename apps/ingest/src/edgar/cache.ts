import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Validators } from '../files/remote/address.ts';

/** A response body, with the validators to request a newer one. */
export interface CachedBody extends Validators {
  body: Buffer;
}

/** Bodies on disk, by URL. */
export interface Cache {
  read(url: string): Promise<CachedBody | undefined>;
  keep(url: string, kept: CachedBody): Promise<void>;
  drop(url: string): Promise<void>;
}

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Opens a cache in a folder: one gzip file per URL, a line of JSON followed by the body. */
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
        const head = JSON.parse(content.toString('utf8', 0, end)) as Omit<CachedBody, 'body'>;
        return { ...head, body: content.subarray(end + 1) };
      } catch {
        // Missing or damaged: the body is requested again.
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

/** Replaces a file at once: a reader, or the next start after a crash, sees the old or the new one. */
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
