import { inParts } from '@dossier/shared';
import * as sql from '../sql/insert.ts';
import type { Trx } from '../sql/open.ts';
import { countedColumns, Deltas, type Row } from './counts/deltas.ts';
import { LISTS, refreshList, type List } from './counts/lists.ts';
import { childrenOf } from './record-tables.ts';

export type { Row };

/** What a write of a table must know of its rows: by what they are counted, and which lists are made of them. */
function countedIn(table: string) {
  const lists = LISTS.filter(({ sources }) => table in sources);
  const watched = lists.flatMap(({ sources, watched }) => [
    sources[table]!,
    ...(sources[table] === 'id' ? watched : []),
  ]);
  const columns = [...new Set([...countedColumns(table), ...watched])];
  return { lists, columns };
}

/** Inserts rows as `insertRows` of SQL does, and adds them to the counts. */
export async function insertRows(
  trx: Trx,
  table: string,
  rows: object[],
  onConflict?: { replaceBy: string[] } | { ignoreBy: string },
): Promise<void> {
  const { columns } = countedIn(table);
  const added = rows as Row[];
  if (columns.length === 0 || added.length === 0) return sql.insertRows(trx, table, rows, onConflict);
  if (!onConflict) {
    await sql.insertRows(trx, table, rows);
    return count(trx, table, { removed: [], added });
  }
  if ('ignoreBy' in onConflict) throw new TypeError(`Rows of ${table} are counted: insert only new ones.`);
  const [key = ''] = onConflict.replaceBy;
  const removed = await readRows(trx, table, { [key]: added.map((row) => row[key]) }, [...columns, key]);
  await sql.insertRows(trx, table, rows, onConflict);
  await count(trx, table, { removed, added: after(removed, added, key) });
}

/** Updates rows by `id` as `updateRows` of SQL does, and changes the counts. */
export async function updateRows(trx: Trx, table: string, rows: object[]): Promise<void> {
  const { columns } = countedIn(table);
  const changes = rows as Row[];
  const isCounted = changes.some((row) => columns.some((column) => column !== 'id' && column in row));
  if (!isCounted) return sql.updateRows(trx, table, rows);
  const removed = await readRows(trx, table, { id: changes.map(({ id }) => id) }, [...columns, 'id']);
  await sql.updateRows(trx, table, rows);
  const byId = new Map(changes.map((row) => [row['id'], row]));
  await count(trx, table, {
    removed,
    added: removed.map((row) => overlaid(row, byId.get(row['id']))),
  });
}

/**
 * Deletes rows, and removes them and the counted rows that belong to them from the counts.
 * @param where a value or the possible values of each column; rows that others belong to are deleted by `id`
 */
export async function deleteRows(trx: Trx, table: string, where: Record<string, unknown>): Promise<number> {
  let deleted = 0;
  for (const [child, column] of childrenOf(table))
    if (countedIn(child).columns.length > 0) await deleteRows(trx, child, { [column]: where['id'] });
  const { columns } = countedIn(table);
  const removed = columns.length === 0 ? [] : await readRows(trx, table, where, columns);
  for (const part of partsOf(where)) deleted += await matching(trx, table, part).delete();
  await count(trx, table, { removed, added: [] });
  return deleted;
}

/** Returns a row after an update. A column that is absent or undefined is not written, so it keeps its value. */
export const overlaid = (before: Row | undefined, row: Row | undefined): Row => ({
  ...before,
  ...Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== undefined)),
});

/** Returns the rows of an upsert as they are stored afterwards. */
function after(removed: Row[], added: Row[], key: string): Row[] {
  const before = new Map(removed.map((row) => [row[key], row]));
  return added.map((row) => overlaid(before.get(row[key]), row));
}

/** Splits a list in a condition into parts that fit into a statement. */
function partsOf(where: Record<string, unknown>): Record<string, unknown>[] {
  const list = Object.entries(where).find((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return list ? [...inParts(list[1])].map((part) => ({ ...where, [list[0]]: part })) : [where];
}

function matching(trx: Trx, table: string, where: Record<string, unknown>) {
  const query = trx(table);
  for (const [column, value] of Object.entries(where))
    if (Array.isArray(value)) void query.whereIn(column, value as string[]);
    else void query.where(column, value as string);
  return query;
}

async function readRows(
  trx: Trx,
  table: string,
  where: Record<string, unknown>,
  columns: string[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of partsOf(where))
    rows.push(...(await matching(trx, table, part).select<Row[]>([...new Set(columns)])));
  return rows;
}

/** Changes of counts that are not written yet, and the lists to write again with the ids of their owners. */
class Pending {
  readonly deltas = new Deltas();
  readonly #owners = new Map<List, Set<number>>();

  refresh(list: List, ids: Iterable<number>): void {
    const known = this.#owners.get(list) ?? new Set();
    this.#owners.set(list, known);
    for (const id of ids) known.add(id);
  }

  async write(trx: Trx): Promise<void> {
    for (const [list, ids] of this.#owners) await refreshList(trx, list, ids, this.deltas);
    await this.deltas.write(trx);
  }
}

const together = new WeakMap<Trx, Pending>();

/** Runs several writes, and writes their counts and lists once at the end. */
export async function countTogether(trx: Trx, work: () => Promise<void>): Promise<void> {
  const pending = new Pending();
  together.set(trx, pending);
  try {
    await work();
    await pending.write(trx);
  } finally {
    together.delete(trx);
  }
}

/** Adds the difference between rows before and after a write to the counts, and to the lists that are made of them. */
async function count(
  trx: Trx,
  table: string,
  { removed, added }: { removed: Row[]; added: Row[] },
): Promise<void> {
  const pending = together.get(trx) ?? new Pending();
  pending.deltas.add(table, removed, -1);
  pending.deltas.add(table, added, 1);
  for (const list of countedIn(table).lists) {
    const owner = list.sources[table]!;
    pending.refresh(
      list,
      owner === 'id' ? changedOwners(removed, added, list.watched) : ownersOf([...removed, ...added], owner),
    );
  }
  if (!together.has(trx)) await pending.write(trx);
}

const ownersOf = (rows: Row[], column: string) => rows.map((row) => row[column] as number);

/** Returns the ids of stored rows whose watched columns have changed. New rows have no parts yet. */
function changedOwners(removed: Row[], added: Row[], watched: string[]): number[] {
  const after = new Map(added.map((row) => [row['id'], row]));
  // SQLite stores a boolean as a number.
  const textOf = (row: Row) =>
    JSON.stringify(watched.map((name) => (typeof row[name] === 'boolean' ? Number(row[name]) : row[name])));
  return removed
    .filter((row) => after.has(row['id']) && textOf(row) !== textOf(after.get(row['id'])!))
    .map((row) => row['id'] as number);
}
