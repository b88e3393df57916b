import { describe, expect, it } from '@jest/globals';
import { findingsOf } from './lint.ts';
import { phrases } from './phrases.ts';

const found = (path: string, content: string, comments = false) =>
  findingsOf(path, content, comments).map(({ line, found }) => `${line} ${found}`);

describe('the list of banned phrases', () => {
  it.each(phrases.filter(({ bad }) => bad))('finds "$bad" and accepts "$good"', ({ pattern, bad, good }) => {
    expect([...bad!.matchAll(pattern)]).not.toEqual([]);
    expect(found('page.md', good!)).toEqual([]);
  });
});

describe('the word linter', () => {
  it('reads the prose of a page and skips code, addresses and code blocks', () => {
    const page = 'It `stands` at\n[there](https://example.com/told).\n\n```sh\ntells\n```\n\nIt is\ntold.\n';
    expect(found('page.md', page)).toEqual(['9 told']);
  });

  it('finds a phrase that runs over a line break', () => {
    expect(found('page.md', 'a row that is not\nthere')).toEqual(['1 is not there']);
  });

  it('reads literals of source, within templates too, and skips names and comments', () => {
    const code =
      "// It tells.\nconst a = `${b}-beside`, tells = told`a ${tells ? 'or tells' : 'told'}\nstands here`;\nthrow 'It is gone';\n";
    expect(found('a.ts', code)).toEqual(['2 tells', '3 stands', '4 is gone']);
  });

  it('reads comments of source only when asked to', () => {
    const code = '/** What it\n * tells. */\nconst a = 1; // is gone\n';
    expect(found('a.ts', code)).toEqual([]);
    expect(found('a.ts', code, true)).toEqual(['2 tells', '3 is gone']);
  });

  it('reads the comments of YAML and environment files', () => {
    expect(found('a.yaml', 'told: 1 # is told\n')).toEqual(['1 told']);
    expect(found('.env.example', '# A key that ends.\nKEY=1\n')).toEqual(['1 key that ends']);
  });
});
