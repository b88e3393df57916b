import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SOURCE = join(import.meta.dirname, '..');
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Returns the folders and files next to a folder that its files import, tests excluded. */
function importsOf(folder: string): string[] {
  const files = readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|campaign)\.ts$/.test(file))
    .map((file) => join(SOURCE, folder, file));
  const targets = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) => join(dirname(file), path!)),
  );
  const rooms = new Set(targets.map((target) => relative(SOURCE, target).split('/')[0]!));
  return [...rooms].filter((room) => room !== folder).sort();
}

describe('the folders below the slices', () => {
  it('import no folder that imports them', () => {
    expect(importsOf('rows')).toEqual([]);
    expect(importsOf('http')).toEqual(['rows']);
    expect(importsOf('query')).toEqual(['http', 'services.ts']);
  });
});
