import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findCircles, readImports } from './imports.ts';

/** The folders of the projects, each with an import that it has, so that no test passes without reading any. */
const PROJECTS: [folder: string, file: string, target: string | undefined][] = [
  ['apps/api/src', 'index.ts', 'program.ts'],
  ['apps/ingest/src', 'index.ts', 'cli/run.ts'],
  ['libs/client/src', 'index.ts', 'stores/open.ts'],
  ['libs/embeds/src', 'index.ts', 'widgets/index.ts'],
  ['libs/pages/src', 'index.ts', 'html.ts'],
  ['libs/search/src', 'index.ts', 'embeddings/embedder.ts'],
  ['libs/shared/src', 'index.ts', 'pagination/page.ts'],
  // It is one file.
  ['libs/sqlite/src', 'index.ts', undefined],
  ['libs/store/src', 'index.ts', 'ledger/commit.ts'],
  ['tools', 'generate.ts', 'generated.ts'],
];

const importsOf = (folder: string) => readImports(join(import.meta.dirname, '..', folder));

describe('the folders of a project', () => {
  it.each(PROJECTS)('have no import cycles: %s', (folder, file, target) => {
    const imports = importsOf(folder);
    if (target === undefined) expect(imports).toEqual({ [file]: [] });
    else expect(imports[file]).toContain(target);
    expect(findCircles(imports)).toEqual([]);
  });

  it('import nothing that is for tests', () => {
    const found = PROJECTS.flatMap(([folder]) =>
      Object.entries(importsOf(folder)).flatMap(([file, targets]) =>
        targets
          .filter((target) => /(^|\/)testing\//.test(target))
          .map((target) => `${folder}/${file} -> ${target}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['rows', []],
    ['http', ['rows']],
    ['query', ['http']],
  ])('of the API below the slices import only those below them: %s', (folder, below) => {
    const entries = Object.entries(importsOf('apps/api/src')).filter(([file]) =>
      file.startsWith(`${folder}/`),
    );
    const places = new Set(entries.flatMap(([, targets]) => targets.map((target) => target.split('/')[0])));
    expect([...places].sort()).toEqual([folder, ...below].sort());
  });

  it('reports an import cycle across three folders', () => {
    const imports = {
      'main.ts': ['a/one.ts'],
      'a/one.ts': ['b/x.ts', 'a/two.ts'],
      'b/x.ts': ['c/deep/y.ts'],
      'c/z.ts': ['a/two.ts'],
    };
    expect(findCircles(imports)).toEqual(['a -> b -> c -> a']);
    expect(findCircles({ ...imports, 'c/z.ts': [] })).toEqual([]);
  });

  it('reports import cycles through root files and inside a folder', () => {
    expect(findCircles({ 'app.ts': ['a/one.ts'], 'a/one.ts': ['app.ts'] })).toEqual([
      'app.ts -> a -> app.ts',
    ]);
    expect(findCircles({ 'a/b/x.ts': ['a/y.ts'], 'a/y.ts': ['a/c/z.ts'], 'a/c/z.ts': ['a/b/w.ts'] })).toEqual(
      ['a/b -> a/y.ts -> a/c -> a/b'],
    );
  });
});
