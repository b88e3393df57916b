import { groupBy, inParts, type Content, type Statement } from '@dossier/shared';
import { isDistributed } from '../sql/distributed.ts';
import { insertRows, updateRows } from '../sql/insert.ts';
import type { Db, Trx } from '../sql/open.ts';
import { runOf } from '../sql/write.ts';
import { overlaid, type Row } from './rows.ts';

/** The content of a record from a source. Each change of the content adds a row. */
export interface StatementRow {
  id: number;
  /** The kind of the record, such as `company`. */
  kind: string;
  record_id: string;
  source: string;
  /** The last run with this content; null for content that was stored before statements existed. */
  run: number | null;
  /** Null for the deletion of the record: earlier statements no longer count. */
  content_json: string | null;
  file: string | null;
  line: number | null;
  observed_at: string;
  /** The runs before that said the same, oldest first: `[[run, observed_at, file, line]]`. */
  earlier_json: string | null;
  /** The match through which the last row found the record; null if the row found it for sure. */
  match_id?: number | null;
  /** The company that the source named, if that company was merged into another one later; null otherwise. */
  merged_from?: number | null;
  /** The hash of the row that stated this content last; null if the same row must be read again. See `repeatedStatements`. */
  row_hash?: string | null;
  /** Set while the match is undecided: the statement does not count. */
  held?: boolean | 0 | 1 | null;
  /**
   * How the row named its company, as JSON; null if only by the main domain. Of a deletion before a merge: the ids of
   * companies that were merged earlier, whose statements it also ends, as JSON.
   */
  named_json?: string | null;
}

/** A run that said the same as a later one, and how its row named the company: see `named_json`. */
export type Saying = [
  run: number,
  observedAt: string,
  file: string | null,
  line: number | null,
  named?: string | null,
];

/** A stored statement with the rank of its source. */
export interface StoredStatement extends Statement {
  id: number;
  run: number | null;
  file: string | null;
  line: number | null;
}

/** The source of records whose load names none. */
export const DEFAULT_SOURCE = 'default';
/** The source of values that are set by hand. It outranks all others. */
export const HAND = 'hand';
/** The rank of sources without one. */
export const LAST_RANK = 1_000_000;

/** Returns the statements about records of a kind, by record, in the order of commits. */
export async function readStatements(
  db: Db | Trx,
  kind: string,
  recordIds: Iterable<string>,
): Promise<Map<string, StatementRow[]>> {
  const ids = [...new Set(recordIds)];
  const rows: StatementRow[] = [];
  for (const part of inParts(ids)) {
    rows.push(...(await db<StatementRow>('statements').where({ kind }).whereIn('record_id', part)));
  }
  rows.sort((a, b) => Number(a.id) - Number(b.id));
  return groupBy(rows, (row) => row.record_id);
}

/** Adds statements. */
export const addStatements = (trx: Trx, rows: Omit<StatementRow, 'id'>[]): Promise<void> =>
  insertRows(trx, 'statements', rows);

/** Columns to change of a statement. */
export type StatementChange = Pick<StatementRow, 'id'> & Partial<StatementRow>;

/**
 * Changes columns of statements, which are found by their id; one may be given several times. On a cluster, the record of a
 * statement decides where it is stored, so a statement that moves to another record is deleted and stored again.
 */
export async function changeStatements(trx: Trx, rows: StatementChange[]): Promise<void> {
  if (!(await isDistributed(trx))) return updateRows(trx, 'statements', rows);
  const changes = new Map<number, Row>();
  for (const row of rows) changes.set(Number(row.id), overlaid(changes.get(Number(row.id)), { ...row }));
  const toRecords = [...changes].filter(([, row]) => row['record_id']).map(([id]) => id);
  const moved: number[] = [];
  for (const part of inParts(toRecords)) {
    const stored = trx<StatementRow>('statements').whereIn('id', part).select('id', 'record_id');
    for (const { id, record_id } of await stored)
      if (record_id !== changes.get(Number(id))!['record_id']) moved.push(Number(id));
  }
  for (const part of inParts(moved)) {
    const stored = (await trx('statements').whereIn('id', part)) as Row[];
    await deleteStatements(trx, part);
    await insertRows(
      trx,
      'statements',
      stored.map((row) => overlaid(row, changes.get(Number(row['id'])))),
    );
    for (const id of part) changes.delete(id);
  }
  // Citus cannot update the column by which a table is distributed.
  const columns = [...changes.values()].map(({ record_id: _, ...rest }) => rest);
  await updateRows(
    trx,
    'statements',
    columns.filter((row) => Object.keys(row).length > 1),
  );
}

/** A statement that is about another record from now on. */
export type MovedStatement = Pick<StatementRow, 'id' | 'record_id' | 'merged_from'> &
  Partial<Pick<StatementRow, 'named_json'>>;

/**
 * Moves statements to other records. Stores them last, so that earlier deletions of those records do not end them.
 */
export async function moveStatements(trx: Trx, moved: MovedStatement[]): Promise<void> {
  const inOrder = moved.toSorted((a, b) => Number(a.id) - Number(b.id));
  for (const part of inParts(inOrder)) {
    const ids = part.map(({ id }) => Number(id));
    const rows = (await trx('statements').whereIn('id', ids)) as StatementRow[];
    const stored = new Map(rows.map(({ id, ...row }) => [Number(id), row]));
    await deleteStatements(trx, ids);
    const again = part.map(({ id, ...columns }) => ({ ...stored.get(Number(id)), ...columns }));
    await insertRows(trx, 'statements', again);
  }
}

/** Notes that records are deleted: their statements no longer count, until the deletion is undone. */
export async function endStatements(trx: Trx, kind: string, recordIds: string[], now: string): Promise<void> {
  const [run, ended] = [runOf(trx), { source: '', content_json: null, file: null, line: null }];
  const rows = recordIds.map((record_id) => ({ kind, record_id, run, observed_at: now, ...ended }));
  await insertRows(trx, 'statements', rows);
}

/** Deletes statements by their ids. */
export async function deleteStatements(trx: Trx, ids: number[]): Promise<void> {
  for (const part of inParts(ids)) await trx('statements').whereIn('id', part).delete();
}

/** Returns the ranks of the sources that have one. The lowest is the best. */
export async function readRanks(db: Db | Trx): Promise<Map<string, number>> {
  const rows = await db<{ name: string; rank: number }>('sources').select('name', 'rank');
  return new Map([...rows.map(({ name, rank }): [string, number] => [name, rank]), [HAND, 0]]);
}

/** Stores the ranks of sources, and removes all others. Returns whether any has changed. */
export async function writeRanks(trx: Trx, ranks: Map<string, number>): Promise<boolean> {
  const stored = await readRanks(trx);
  stored.delete(HAND);
  const isSame = stored.size === ranks.size && [...ranks].every(([name, rank]) => stored.get(name) === rank);
  if (isSame) return false;
  await trx('sources').delete();
  await insertRows(
    trx,
    'sources',
    [...ranks].map(([name, rank]) => ({ name, rank })),
  );
  return true;
}

/** Returns a row as the merge of statements reads it. */
export function statementOf(row: StatementRow, ranks: Map<string, number>): StoredStatement {
  const content = row.content_json === null ? null : (JSON.parse(row.content_json) as Content);
  const mergedFrom = row.merged_from ?? null;
  // The slug of a merged company is an alias of the other company, which keeps its own slug.
  if (content && mergedFrom !== null) delete content['slug'];
  return {
    id: Number(row.id),
    source: row.source,
    rank: ranks.get(row.source) ?? LAST_RANK,
    observedAt: row.observed_at,
    content,
    mergedFrom,
    ...(content === null && row.named_json != null && { ends: JSON.parse(row.named_json) as number[] }),
    held: Boolean(row.held),
    run: row.run,
    file: row.file,
    line: row.line,
  };
}
