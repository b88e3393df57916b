import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Kind } from './data.ts';

/**
 * A built script, also as it goes over the wire: compressed better than there is time for in a request. The name of
 * one that pages load holds a hash of its content, so that it may be kept for ever.
 */
export type Script = { name: string; body: string; brotli: Uint8Array };
/** The scripts of the pages by the kind of their widget, and the one for pages that hold embeds. */
export type Scripts = { pages: Record<Kind, Script>; resize: Script };

/** At the best quality, which is the default. */
const compressed = promisify<string, Uint8Array>(brotliCompress);

const DIST = resolve(import.meta.dirname, '../dist');

/**
 * Reads the scripts that the build has made, or gives undefined when it has not been made: the pages are complete
 * without them.
 */
export async function readScripts(folder = DIST): Promise<Scripts | undefined> {
  const read = (name: string) => readFile(resolve(folder, `${name}.js`), 'utf8');
  try {
    const plain = await hashed('plain', await read('plain'));
    return {
      pages: {
        'valuation-chart': await hashed('valuation-chart', await read('valuation-chart')),
        'dataset-chart': await hashed('dataset-chart', await read('dataset-chart')),
        'valuation-table': plain,
        'company-summary': plain,
      },
      resize: await script('resize.js', await read('resize')),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function hashed(name: string, body: string): Promise<Script> {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return script(`${name}.${hash}.js`, body);
}

const script = async (name: string, body: string): Promise<Script> => ({
  name,
  body,
  brotli: await compressed(body),
});
