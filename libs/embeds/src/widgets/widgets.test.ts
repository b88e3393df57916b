import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { kinds } from './index.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = ['libs/embeds/src', 'libs/embeds/build.mjs', 'apps/api/src'].flatMap((path) =>
  path.endsWith('.mjs')
    ? [path]
    : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
        .map((file) => join(path, file)),
);
/**
 * The folders of widgets, the lists of the package, which TypeScript compares with the kinds, and the readers, the pages and
 * the agents' tool of companies' charts, which a new kind does not change.
 */
const FOLDERS = [
  'libs/embeds/src/widgets/',
  'libs/embeds/src/browser/',
  'apps/api/src/resources/embeds/widgets/',
  'apps/api/src/charts/',
  'apps/api/src/resources/companies/page/',
  'apps/api/src/pages/site/compare/',
  'apps/api/src/agents/',
];
const isWidgets = (file: string) => FOLDERS.some((folder) => file.startsWith(folder));

it('only the folders of widgets and the package name a kind of widget', () => {
  const named = new RegExp(`['"\`/-](${kinds.join('|')})\\b`);
  const naming = sources.filter((file) => named.test(readFileSync(join(root, file), 'utf8')));
  expect(naming.filter((file) => !isWidgets(file))).toEqual([]);
  expect(naming.length).toBeGreaterThanOrEqual(kinds.length);
});

it('every folder of widgets/ is in the list, and no other', () => {
  const entries = readdirSync(import.meta.dirname, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.sort()).toEqual([...kinds].sort());
});
