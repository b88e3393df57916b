import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { conformanceDocument } from './document.ts';
import { judge } from './judge.ts';
import { parseRequirements } from './requirements.ts';
import { readResults, type TestResult } from './results.ts';

const LIST = '# Requirements\n\n## Things\n\n- R-THING-01 A thing | has `<name>`\n- R-THING-02 It is blue\n';
const requirements = parseRequirements(LIST);
const result = (title: string, passed = true): TestResult => ({
  file: 'apps/x/thing.test.ts',
  title,
  passed,
});
const onBoth = (title: string) => [
  result(`things on sqlite › ${title}`),
  result(`things on postgres › ${title}`),
];
const problemsOf = (...results: TestResult[]) => judge(requirements, results).problems;

describe('the list of requirements', () => {
  it('is parsed line by line, with headings as sections', () => {
    expect(requirements).toEqual([
      { id: 'R-THING-01', section: 'Things', text: 'A thing | has `<name>`' },
      { id: 'R-THING-02', section: 'Things', text: 'It is blue' },
    ]);
  });

  it.each([
    ['a line without a number', '- some other line', 'not a requirement'],
    ['a number without words', '- R-THING-01', 'not a requirement'],
    ['a malformed number', '- R-THING-1x is blue', 'not a requirement'],
    ['a repeated number', '- R-THING-01 a\n- R-THING-01 b', 'appears twice'],
  ])('rejects %s', (_, list, words) => {
    expect(() => parseRequirements(list)).toThrow(words);
  });
});

describe('the verdict', () => {
  it('names the tests of each requirement with the databases of their titles', () => {
    const { verdicts, problems } = judge(requirements, [
      ...onBoth('has a name [R-THING-01]'),
      result('paints › blue [R-THING-02]'),
    ]);
    expect(problems).toEqual([]);
    expect(verdicts.map(({ evidence }) => evidence)).toEqual([
      [
        {
          file: 'apps/x/thing.test.ts',
          title: 'things › has a name',
          databases: ['sqlite', 'postgres'],
          engines: [],
        },
      ],
      [{ file: 'apps/x/thing.test.ts', title: 'paints › blue', databases: [], engines: [] }],
    ]);
    expect(conformanceDocument(verdicts)).toContain(
      '| R-THING-01 | A thing \\| has `&lt;name>` | things › has a name (`apps/x/thing.test.ts`) | sqlite, postgres |',
    );
  });

  it('fails for a requirement without a test', () => {
    expect(problemsOf(...onBoth('has a name [R-THING-01]'))).toEqual(['R-THING-02 has no test: It is blue']);
  });

  it('fails for a test that failed or was skipped', () => {
    const [sqlite, postgres] = onBoth('is both [R-THING-01 R-THING-02]');
    expect(problemsOf(sqlite!, { ...postgres!, passed: false })).toContainEqual(
      expect.stringContaining('did not pass'),
    );
  });

  it('fails for a test that names an unknown requirement', () => {
    const all = onBoth('is both [R-THING-01 R-THING-02]');
    expect(problemsOf(...all, result('is odd [R-THING-03]'))).toEqual([
      'apps/x/thing.test.ts names R-THING-03, which does not exist.',
    ]);
  });

  it('fails for a test that ran on one database only', () => {
    const [sqlite] = onBoth('is both [R-THING-01 R-THING-02]');
    expect(problemsOf(sqlite!)).toContainEqual(expect.stringContaining('was not shown on postgres'));
  });
});

describe('the verdict on search', () => {
  const search = parseRequirements('## Search\n\n- R-SEARCH-01 It finds things\n');
  const verdict = (...titles: string[]) =>
    judge(
      search,
      titles.map((title) => result(`${title} › finds things [R-SEARCH-01]`)),
    );

  it('names the engines of the titles', () => {
    const { verdicts, problems } = verdict(
      'search on sqlite with FTS5',
      'search on postgres with FTS5',
      'Meilisearch: the port',
    );
    expect(problems).toEqual([]);
    expect(verdicts[0]!.evidence).toMatchObject([
      { title: 'search › finds things', databases: ['sqlite', 'postgres'], engines: ['FTS5', 'FTS5'] },
      { title: 'the port › finds things', databases: [], engines: ['Meilisearch'] },
    ]);
    expect(conformanceDocument(verdicts)).toMatch(/\| sqlite, postgres, FTS5, Meilisearch \|\n/);
  });

  it('fails for a requirement whose tests name no engine', () => {
    expect(verdict('the port').problems).toEqual([
      'R-SEARCH-01: no test names its search engine (FTS5 or Meilisearch).',
    ]);
  });
});

describe('the results of a run', () => {
  it('are read from every project, skip deleted tests, and are rejected after a test has changed', () => {
    const root = mkdtempSync(join(tmpdir(), 'dossier-conformance-'));
    try {
      const keep = (project: string, file: string, source: string) => {
        const folder = join(root, project, 'dist/conformance');
        mkdirSync(folder, { recursive: true });
        const hash = createHash('sha256').update(source).digest('hex');
        const tests = [{ title: file, status: 'passed' }];
        writeFileSync(join(folder, `${file}.json`), JSON.stringify({ file, hash, tests }));
        writeFileSync(join(root, project, file), source);
      };
      keep('apps/x', 'a.test.ts', 'one');
      keep('tools', 'b.test.ts', 'two');
      keep('libs/y', 'deleted.test.ts', 'three');
      rmSync(join(root, 'libs/y/deleted.test.ts'));
      expect(readResults(root)).toEqual([
        { file: 'apps/x/a.test.ts', title: 'a.test.ts', passed: true },
        { file: 'tools/b.test.ts', title: 'b.test.ts', passed: true },
      ]);
      writeFileSync(join(root, 'tools/b.test.ts'), 'two and more');
      expect(() => readResults(root)).toThrow('tools/b.test.ts has changed since it was run');
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
