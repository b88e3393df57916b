import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { widgets, type Kind } from '../widgets/index.ts';

/**
 * A built script. `brotli` compresses it once, at the best quality: that takes too long for startup or for each
 * request. The name of a page's script contains a hash of its content, so caches may keep it for ever.
 */
export type Script = { name: string; body: string; brotli: () => Promise<Uint8Array> };
/** The script of each kind's page, of the builder and of pages that hold embeds, and the elements for pages of others. */
export type Scripts = {
  pages: ReadonlyMap<Kind, Script>;
  builder: Script;
  resize: Script;
  elements: Script;
  /** The package of the elements, as npm installs it. */
  tarball: Uint8Array | undefined;
};

/** The name of the script for pages that only report their height. */
const PLAIN = 'plain';
const BUILDER = 'builder';

/** Compresses at the best quality, which is the default. */
const compressed = promisify<string, Uint8Array>(brotliCompress);

const DIST = resolve(import.meta.dirname, '../../dist');

/** Reads the built scripts. Returns undefined if there is no build: pages are complete without script. */
export async function readScripts(): Promise<Scripts | undefined> {
  const read = (name: string) => readFile(resolve(DIST, `${name}.js`), 'utf8');
  try {
    const plain = hashed(PLAIN, await read(PLAIN));
    const pages = await Promise.all(
      widgets.map(
        async ({ kind, script: own }) => [kind, own ? hashed(kind, await read(kind)) : plain] as const,
      ),
    );
    return {
      pages: new Map(pages),
      builder: hashed(BUILDER, await read(BUILDER)),
      resize: script('resize.js', await read('resize')),
      elements: script('elements.js', await read('elements')),
      tarball: await readFile(resolve(DIST, 'package.tgz')).catch(() => undefined),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function hashed(name: string, body: string): Script {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return script(`${name}.${hash}.js`, body);
}

function script(name: string, body: string): Script {
  let made: Promise<Uint8Array> | undefined;
  return { name, body, brotli: () => (made ??= compressed(body)) };
}
