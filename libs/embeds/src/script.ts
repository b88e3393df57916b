import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Kind } from './data.ts';

/** A built script. The name of one that pages load holds a hash of its content, so that it may be kept for ever. */
export type Script = { name: string; body: string };
/** The scripts of the pages by the kind of their widget, and the one for pages that hold embeds. */
export type Scripts = { pages: Record<Kind, Script>; resize: Script };

const DIST = resolve(import.meta.dirname, '../dist');

/**
 * Reads the scripts that the build has made, or gives undefined when it has not been made: the pages are complete
 * without them.
 */
export async function readScripts(folder = DIST): Promise<Scripts | undefined> {
  const read = (name: string) => readFile(resolve(folder, `${name}.js`), 'utf8');
  try {
    const plain = hashed('plain', await read('plain'));
    return {
      pages: {
        'valuation-chart': hashed('valuation-chart', await read('valuation-chart')),
        'dataset-chart': hashed('dataset-chart', await read('dataset-chart')),
        'valuation-table': plain,
        'company-summary': plain,
      },
      resize: { name: 'resize.js', body: await read('resize') },
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function hashed(name: string, body: string): Script {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { name: `${name}.${hash}.js`, body };
}
