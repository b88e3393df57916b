import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The built script of the pages. Its name holds a hash of its content, so that it may be cached for ever. */
export type ClientScript = { name: string; body: string };

/** Reads `dist/client.js`, or gives undefined when it was not built: the pages are complete without it. */
export async function readClientScript(): Promise<ClientScript | undefined> {
  try {
    const body = await readFile(resolve(import.meta.dirname, '../dist/client.js'), 'utf8');
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    return { name: `client.${hash}.js`, body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
