import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from 'better-sqlite3';
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

  const planOf = (sql: string, values: object) =>
    db
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(values)
      .map(({ detail }) => detail);
  const range = { class: 0, from: 'co', to: 'cp', most: 30 };

  it('read a range of the primary key, and look entries up by key', () => {
    const plan = planOf(SUGGEST, range);
    expect(plan).toContain('SEARCH suggestion USING PRIMARY KEY (class=? AND start>? AND start<?)');
    for (const name of ['e', 'c']) {
      expect(plan).toContain(`SEARCH ${name} USING INTEGER PRIMARY KEY (rowid=?)`);
    }
    // Only the rows of the limited range are scanned and sorted.
    expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual(['SCAN s']);
  });

  it('look every near text up by the primary key', () => {
    const plan = planOf(SUGGEST_NEAR, { class: 0, near: '["compamy"]' });
    expect(plan).toContainEqual(
      expect.stringMatching(/^SEARCH suggestion .*PRIMARY KEY \(class=\? AND start>\? AND start<\?\)$/),
    );
    expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([expect.stringContaining('near')]);
  });

  it('read no more rows than the limit asks for, however many begin alike', () => {
    expect(db.prepare(SUGGEST).all(range)).toHaveLength(30);
    expect(db.prepare('SELECT count(*) FROM suggestion WHERE class = 0').pluck().get()).toBe(4_000);
  });
});
