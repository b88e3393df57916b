import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, type Database } from '@dossier/sqlite';
import { entry } from '../testing/suite/bench.ts';
import { fts5Engine } from './fts5-engine.ts';
import { openFile } from './fts5-file.ts';
import { prepareRanking } from './fts5-rank.ts';

const TIED = 3_000;
const DAYS = 1_000;
/** The order of days is not the order of keys, and three entries have each day. */
const dayOf = (i: number): number => Math.floor(((i * 7) % TIED) / 3);

/**
 * The first texts have the same length, so that all matches of a word have the same score: `amber` in every third text,
 * `basalt` in old ones. `cobalt` is twice in four of them. Of the other texts, no two have the same length.
 */
const textOf = (i: number): string => {
  if (i >= TIED) return `dolomite ${'erbium '.repeat(i - TIED)}`;
  const cobalt = i % 3 === 1 ? `cobalt ${i % 750 === 1 ? 'cobalt' : 'erbium'}` : 'erbium erbium';
  return [i % 3 === 0 ? 'amber' : 'erbium', dayOf(i) < DAYS / 2 ? 'basalt' : 'erbium', cobalt].join(' ');
};

describe('the order of matches of FTS5', () => {
  const folder = mkdtempSync(join(tmpdir(), 'search-rank-'));
  const ran: string[] = [];
  let db: Database;
  let ranking: ReturnType<typeof prepareRanking>;
  beforeAll(async () => {
    const path = join(folder, 'search.db');
    const filled = openFile(path);
    await fts5Engine(filled).put(
      Array.from({ length: TIED + 200 }, (_, i) =>
        entry({ date: new Date(Date.UTC(2024, 0, dayOf(i))).toISOString(), text: textOf(i) }),
      ),
    );
    filled.close();
    db = openSqlite(path, { verbose: (sql) => ran.push(String(sql)) });
    ranking = prepareRanking(db);
  });
  afterAll(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  const matching = (expression: string, sql = '') => ({
    table: 'documents',
    expression,
    condition: { sql, values: {} },
  });
  const inOrder = (expression: string, sql = 'true') =>
    db
      .prepare<[string], number>(
        `SELECT e.key FROM documents f JOIN entry e ON e.key = f.rowid WHERE f.documents MATCH ? AND ${sql}
         ORDER BY bm25(f.documents, 1000, 5, 1), e.date DESC, e.type, e.id`,
      )
      .pluck()
      .all(expression);

  it.each(['amber', 'basalt', 'cobalt', 'dolomite', 'amber OR dolomite'])(
    'is score, newest date and id on every page, for %s',
    (word) => {
      for (const sql of ['', "e.date < '2025-01-01'"]) {
        const [all, found] = [inOrder(word, sql || 'true'), matching(word, sql)];
        for (const total of [0, all.length]) {
          for (const offset of [0, 3, 95, 300, all.length - 5, all.length]) {
            const slice = { offset, limit: 10 };
            expect(ranking.keys(found, slice, total)).toEqual(all.slice(offset, offset + 10));
          }
        }
      }
    },
  );

  /** Returns the statements that rank matches, and how many of the newest entries they read. */
  const workOf = (word: string) => {
    const total = inOrder(word).length;
    ran.length = 0;
    ranking.keys(matching(word), { offset: 0, limit: 10 }, total);
    const ranks = ran.filter((sql) => sql.includes('bm25'));
    const newest = ran.flatMap(
      (sql) => /FROM entry ORDER BY date DESC, type, id LIMIT (\d+)/.exec(sql) ?? [],
    );
    return { ranks: ranks.length, ofAll: ranks.filter((sql) => !sql.includes('f.rowid >=')).length, newest };
  };

  it('ranks matches once if few have the score of the last result', () => {
    expect(workOf('dolomite')).toEqual({ ranks: 1, ofAll: 1, newest: [] });
  });

  it('looks for equal scores among the newest entries, and reads all only if these have too few', () => {
    // Twice as many entries as ten matches of a thousand among 3,200 need.
    expect(workOf('amber')).toMatchObject({ ranks: 2, ofAll: 1, newest: expect.arrayContaining(['64']) });
    expect(workOf('cobalt')).toMatchObject({ ranks: 2, ofAll: 1 });
    expect(workOf('basalt')).toMatchObject({ ranks: 3, ofAll: 2 });
  });

  it('reads the newest entries from an index, which older files get when they are opened', () => {
    db.exec('DROP INDEX entry_newest');
    const opened = openFile(join(folder, 'search.db'));
    const newest = 'EXPLAIN QUERY PLAN SELECT key FROM entry ORDER BY date DESC, type, id LIMIT 64';
    expect(opened.prepare(newest).all()).toMatchObject([
      { detail: 'SCAN entry USING COVERING INDEX entry_newest' },
    ]);
    opened.close();
  });
});
