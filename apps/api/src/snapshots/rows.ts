import { setImmediate as turn } from 'node:timers/promises';
import { shownId, type ChangeKind, type RecordKind } from '@dossier/shared';
import {
  isDistributed,
  keyOf,
  pageOfRows,
  type CompanyMergeRow,
  type Db,
  type DeletionRow,
  type Json,
  type Param,
  type Query,
  type RowKey,
} from '@dossier/store';

/** Where the records of a kind are stored, and how one is shown. */
export interface RecordView {
  /** Its table, whose key is `id`. */
  table: string;
  /** Returns the record of a row of `page`, as SQL. */
  view: (db: Db, publicUrl: string) => Json<unknown>;
  /** Returns the record of a company as SQL, if it contains rows that Citus distributes. */
  viewOfShard?: (db: Db, id: ReturnType<Param<object>>) => Json<unknown>;
}
export type RecordViews = Record<RecordKind, RecordView>;

/** A record as JSON text. Its key is the id in the database. */
export interface RecordText {
  key: string | number;
  text: string;
}

/** Which records to read: those with these keys, or the first ones after a key. */
export type Selected = { keys: (string | number)[] } | { after: string | number | undefined; limit: number };

/** Reads records in the order of their keys, as JSON text with placeholders for addresses. */
export async function readRecords(
  db: Db,
  { table, view, viewOfShard }: RecordView,
  selected: Selected,
  publicUrl: string,
): Promise<RecordText[]> {
  const isSplit = table in keyOf && (await isDistributed(db));
  const rows: Query = db(table)
    .select(isSplit ? keyOf[table]! : 'id')
    .orderBy('id');
  if ('keys' in selected) void rows.whereIn('id', selected.keys);
  else {
    void rows.limit(selected.limit);
    if (selected.after !== undefined) void rows.where('id', '>', selected.after);
  }
  if (viewOfShard && (await isDistributed(db)))
    return readEach(db, viewOfShard, (await rows) as { id: number }[]);
  return (await (isSplit ? pageOfRows(db, table, (await rows) as RowKey[]) : db(rows.as('page')))
    .select({ key: 'page.id', text: view(db, publicUrl).sql })
    .orderBy('page.id')) as RecordText[];
}

/** Reads companies one by one: only a statement with the id of one company may read its rows in several tables. */
async function readEach(
  db: Db,
  view: NonNullable<RecordView['viewOfShard']>,
  companies: { id: number }[],
): Promise<RecordText[]> {
  const texts: RecordText[] = [];
  for (const { id } of companies) {
    const text = view(db, db.raw('?', [id])).sql;
    const rows: RecordText[] = await db('companies').where({ id }).select({ key: 'id', text });
    texts.push(...rows);
  }
  return texts;
}

/** Rows that are read at once, so that memory stays flat. */
const AT_ONCE = 500;

/** Yields all records of a kind, in batches. */
export const allRecords = (db: Db, view: RecordView, publicUrl: string): AsyncGenerator<string[]> =>
  inBatches(
    (after, limit) => readRecords(db, view, { after, limit }, publicUrl),
    ({ key }) => key,
    ({ text }) => text,
  );

/** Yields all deletions, oldest first. */
export const allDeletions = (db: Db): AsyncGenerator<string[]> =>
  inBatches<DeletionRow>(
    async (after, limit) =>
      db<DeletionRow>('deletions')
        .where('seq', '>', after ?? 0)
        .orderBy('seq')
        .limit(limit),
    ({ seq }) => seq,
    ({ kind, record_id, natural_key, company_id, deleted_at }) => {
      const key = JSON.parse(natural_key) as string[];
      const id = shownId(kind as ChangeKind, record_id, key);
      return JSON.stringify({ kind, id, natural_key: key, company_id, deleted_at });
    },
  );

/** Yields all merges of companies. */
export const allMerges = (db: Db): AsyncGenerator<string[]> =>
  inBatches<CompanyMergeRow>(
    async (after, limit) =>
      db<CompanyMergeRow>('company_merges')
        .where('company_id', '>', after ?? 0)
        .orderBy('company_id')
        .limit(limit),
    ({ company_id }) => company_id,
    ({ company_id, winner_id, aliases_json }) =>
      JSON.stringify({ company_id, merged_into: winner_id, aliases: JSON.parse(aliases_json) as unknown }),
  );

async function* inBatches<Row>(
  read: (after: string | number | undefined, limit: number) => Promise<Row[]>,
  lastKeyOf: (row: Row) => string | number,
  textOf: (row: Row) => string,
): AsyncGenerator<string[]> {
  for (let after: string | number | undefined; ;) {
    const rows = await read(after, AT_ONCE);
    if (rows.length > 0) yield rows.map(textOf);
    if (rows.length < AT_ONCE) return;
    after = lastKeyOf(rows.at(-1)!);
    // SQLite reads without a pause, and a signal to stop would wait for the whole table.
    await turn();
  }
}
