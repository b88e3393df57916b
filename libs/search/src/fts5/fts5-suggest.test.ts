import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@dossier/sqlite';
import { openFile } from './fts5-file.ts';
import { fts5Engine } from './fts5-engine.ts';
import { SUGGEST, SUGGEST_NEAR } from './fts5-suggest.ts';

describe('suggestions of FTS5', () => {
  let db: Database;
  beforeAll(async () => {
    db = openFile(':memory:');
    await fts5Engine(db).put(
      Array.from({ length: 2_000 }, (_, i) => ({
        type: 'company' as const,
        id: String(i),
        title: `Company ${i}`,
        excerpt: '',
        url: `/c${i}`,
        date: '2024-01-01T00:00:00.000Z',
        passages: [],
        suggest: [`Company ${i}`, `C${i}`],
      })),
    );
    db.exec('ANALYZE');
  });
  afterAll(() => void db.close());

  const planOf = (sql: string, values: unknown[]) =>
    db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail);
  const range = ['co', 'cp', 30];

  const IN_RANGE = /^SEARCH \w+ .*PRIMARY KEY \(class=\? AND start>\? AND start<\?\)$/;

  it('read a range of the primary key, in its order, and look entries up by key', () => {
    expect(planOf(SUGGEST, range)).toEqual([
      expect.stringMatching(IN_RANGE),
      'SEARCH e USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
  });

  it('look every near text up by the primary key', () => {
    const plan = planOf(SUGGEST_NEAR, ['["compamy"]', 0]);
    expect(plan).toContainEqual(expect.stringMatching(IN_RANGE));
    expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([expect.stringContaining('near')]);
  });

  it('read no more rows than the limit asks for, however many begin alike', () => {
    expect(db.prepare<unknown[]>(SUGGEST).all(...range)).toHaveLength(30);
    expect(db.prepare('SELECT count(*) FROM suggestion WHERE class = 0').pluck().get()).toBe(4_000);
  });
});
