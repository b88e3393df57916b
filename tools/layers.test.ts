import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findCircles, readImports } from './imports.ts';

const PROJECTS = [
  ...['apps/api', 'apps/ingest'],
  ...['client', 'embeds', 'pages', 'search', 'shared', 'sqlite', 'store'].map((name) => `libs/${name}`),
];

describe('the folders of a project', () => {
  it.each(PROJECTS)('have no import cycles: %s', (project) => {
    const imports = readImports(join(import.meta.dirname, '..', project, 'src'));
    expect(Object.keys(imports)).toContain('index.ts');
    expect(findCircles(imports)).toEqual([]);
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
