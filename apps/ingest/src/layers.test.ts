import { describe, expect, it } from '@jest/globals';
import { findCircles, readImports } from './testing/imports.ts';

describe('the folders of ingest', () => {
  it('have no import cycles', () => {
    const imports = readImports(import.meta.dirname);
    expect(imports['records/pipeline.ts']).toContain('rows/validate.ts');
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
    expect(findCircles({ 'main.ts': ['a/one.ts'], 'a/one.ts': ['config.ts'] })).toEqual([
      'root -> a -> root',
    ]);
    expect(findCircles({ 'a/b/x.ts': ['a/y.ts'], 'a/y.ts': ['a/c/z.ts'], 'a/c/z.ts': ['a/b/w.ts'] })).toEqual(
      ['a/b -> a/y.ts -> a/c -> a/b'],
    );
  });
});
