import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@dossier/sqlite';
import type { Passage, SearchDocument } from '../search-engine.ts';
import { changedEntries, entries } from '../damage.ts';
import { entryHash } from '../entries/entry-hash.ts';
import { STORED, type StoredIndex } from '../indexes.ts';
import type { ContentRow, EntryRow } from './fts5-read.ts';

const PAGE = 200;
/** The most problems that SQLite reports. */
const MAX_REPORTED = 5;
const IS_OF: Record<StoredIndex, string> = {
  documents: "type = 'document'",
  explore: "type IN ('company', 'filing')",
  news: "type = 'news'",
};

type Row = ContentRow & Pick<EntryRow, 'type' | 'id' | 'date'> & { key: number; form: string };

/**
 * Checks a file and returns a sentence for each problem. The full-text tables store no texts to compare, so the check
 * covers their integrity and that they have the same entries as the index.
 * @param read runs statements in one transaction
 */
export async function checkFile(db: Database, read: <T>(work: () => T) => T): Promise<string[]> {
  const problems = read(() => [...integrity(db), ...STORED.flatMap((index) => compareKeys(db, index))]);
  let [changed, first, after] = [0, '', 0];
  const page = db.prepare<[number, number], Row>(
    'SELECT * FROM entry JOIN content USING (key) WHERE key > ? ORDER BY key LIMIT ?',
  );
  for (
    let rows = read(() => page.all(after, PAGE));
    rows.length > 0;
    rows = read(() => page.all(after, PAGE))
  ) {
    for (const row of rows.filter((each) => !isAsPut(each))) {
      if (changed++ === 0) first = `${row.type} ${row.id}`;
    }
    after = rows.at(-1)!.key;
    // Reading is synchronous. Between two pages the program can do other work, such as ending.
    await nextTurn();
  }
  if (changed > 0) problems.push(changedEntries(changed, first));
  return problems;
}

function integrity(db: Database): string[] {
  const found = db.pragma(`integrity_check(${MAX_REPORTED})`) as { integrity_check: string }[];
  return found.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

const compareKeys = (db: Database, index: StoredIndex): string[] =>
  [index, `${index}_bag`].flatMap((table) => compareTable(db, index, table));

function compareTable(db: Database, index: StoredIndex, table: string): string[] {
  const [keys, rows] = [`SELECT key FROM entry WHERE ${IS_OF[index]}`, `SELECT id FROM ${table}_docsize`];
  const countOf = (some: string, others: string) =>
    db.prepare(`SELECT count(*) FROM (${some} EXCEPT ${others})`).pluck().get() as number;
  const [lacking, surplus] = [countOf(keys, rows), countOf(rows, keys)];
  return [
    ...(lacking > 0 ? [`${entries(lacking)} not in the full-text table ${table}, and never found`] : []),
    ...(surplus > 0
      ? [`the full-text table ${table} has ${surplus} ${surplus === 1 ? 'row' : 'rows'} too many`]
      : []),
  ];
}

function isAsPut({ hash, ...row }: Row): boolean {
  try {
    const lists = {
      names: JSON.parse(row.names) as string[],
      aliases: JSON.parse(row.aliases) as string[],
      suggest: JSON.parse(row.suggest) as string[],
      companies: JSON.parse(row.companies) as number[],
      passages: JSON.parse(row.passages) as Passage[],
    };
    return entryHash({ ...row, ...lists } satisfies SearchDocument) === hash;
  } catch {
    return false;
  }
}
