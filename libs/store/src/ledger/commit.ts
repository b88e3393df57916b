import { groupBy, inParts } from '@dossier/shared';
import { noteChanges, type LogEntry, type RecordId, type Target } from './changes.ts';
import { noteDeletions } from './deletions.ts';
import { keepUntimed, keepVersions, keyOf, keyToReplace } from './history.ts';
import { keepAliases } from './merges.ts';
import { moveRows } from './moves.ts';
import type { Trx } from '../sql/open.ts';
import { enqueue, enqueueFilings } from './outbox.ts';
import { countTogether, deleteRows as deleteWhere, insertRows, updateRows } from './rows.ts';
import { partsOf, recordTables, type RecordTables } from './record-tables.ts';
import { noteCompanies } from './shown-in-companies.ts';
import { noteTally } from './tally.ts';
import { writeStatements, type StatementChanges } from './write-statements.ts';

/** What a transaction stores or deletes of one record. `companies` need not list a company itself. */
export interface Change extends Omit<LogEntry, 'record'> {
  record: Target;
  isNew?: boolean;
  /** All columns of the row. */
  row?: object;
  /** Some columns of the row of a stored record. If both are absent, only its time of change moves. */
  columns?: object;
  /** All rows of parts, by table, without the column of the record. They replace the stored ones. */
  parts?: Record<string, object[]>;
  /** The companies whose sync lists the deletion, and null for a record without a company. */
  deletedFrom?: (number | null)[];
  /** Set for a deleted record whose statements are about another record now. */
  keepsStatements?: true;
}

/** Members that a category loses and gets. A member in both lists gets another value of `stated`. */
export interface MemberChange {
  category: Target;
  table: 'company_categories' | 'document_categories';
  drop: number[];
  put: { id: number; stated: number }[];
}

/** Records that stay, but whose search entries show something that changed. */
export type Reindex = { kind: string; ids: RecordId[] } | { filingsOf: number[] };

/** What one call of `commit` writes. */
export interface Commit {
  /** At most one for each record. */
  changes?: Change[];
  members?: MemberChange[];
  statements?: StatementChanges;
  reindex?: Reindex[];
}

/** The number of rows in one statement. A body may have a megabyte. */
const BODIES = 20;
const DELETED = 100;

/**
 * Writes changes: former versions, deletions, rows, parts, the change log, statements and the outbox. Call it in the transaction
 * of `write`, with its time. A later call in the same transaction may change the same records again.
 */
export async function commit(
  trx: Trx,
  now: string,
  { changes = [], members = [], statements = {}, reindex = [] }: Commit,
): Promise<void> {
  const byKind = groupBy(changes, ({ kind }) => kind);
  const unknown = [...byKind.keys()].find((kind) => !(kind in recordTables));
  if (unknown !== undefined)
    throw new Error(`The ledger knows no tables of the kind ${unknown}: add it to recordTables.`);
  const kinds = Object.keys(recordTables).flatMap((kind): OfKind[] => {
    const some = byKind.get(kind);
    const tables = recordTables[kind]!;
    return some ? [{ kind, ...tables, allParts: partsOf(tables), changes: some }] : [];
  });
  for (const each of kinds) await keepFormer(trx, now, each);
  await countTogether(trx, async () => {
    for (const each of kinds) await deleteRows(trx, now, each);
    // Parts such as domains may move between records, so all are deleted before any is inserted.
    for (const each of kinds) await deleteParts(trx, each);
    for (const each of kinds) await writeRows(trx, now, each);
    for (const each of kinds) await insertParts(trx, each);
    for (const each of members) await writeMembers(trx, each);
  });
  noteTally(trx, changes);
  const entries = changes.map(entryOf);
  await noteChanges(trx, now, entries);
  noteCompanies(trx, now, entries);
  const ended = changes.filter(({ op, keepsStatements }) => op === 'delete' && !keepsStatements);
  await writeStatements(trx, now, { ...statements, ended: ended.map(entryOf) });
  for (const { kind, isSearched, changes: some } of kinds)
    if (isSearched) await enqueue(trx, kind, idsOf(some.filter(isShown)));
  for (const each of reindex)
    if ('filingsOf' in each) await enqueueFilings(trx, each.filingsOf);
    else await enqueue(trx, each.kind, each.ids);
}

interface OfKind extends RecordTables {
  kind: string;
  /** The tables of its parts, also of those without a history. */
  allParts: Record<string, string>;
  changes: Change[];
}

const idsOf = (changes: Change[]): RecordId[] => changes.map(({ record }) => record.id!);

function entryOf({ op, kind, record, key, companies, fields }: Change): LogEntry {
  const id = record.id!;
  const own = kind === 'company' ? [Number(id)] : [];
  return { op, kind, record: id, key, companies: [...new Set([...own, ...companies])], fields };
}

/** Returns whether a search entry shows a change. */
const isShown = ({ kind, op, fields }: Change): boolean =>
  recordTables[kind]!.isSearched !== 'name' || op === 'delete' || fields === null || fields.includes('name');

const isUpsert = ({ op }: Change) => op === 'upsert';
const isDelete = ({ op }: Change) => op === 'delete';

async function keepFormer(trx: Trx, now: string, { kind, table, untimed, changes }: OfKind): Promise<void> {
  const stored = changes.filter(({ isNew }) => !isNew);
  await keepVersions(trx, kind, idsOf(stored), now);
  if (kind === 'company') {
    const deleted = idsOf(stored.filter(isDelete)).map(Number);
    if (deleted.length > 0) await keepAliases(trx, { company_id: deleted }, now);
  }
  if (!untimed) return;
  const [name] = untimed;
  const isChanged = (change: Change) =>
    name === table ? isShown(change) : change.parts?.[name] !== undefined;
  const former = stored.filter((change) => isDelete(change) || isChanged(change));
  await keepUntimed(trx, untimed, idsOf(former).map(Number), now);
}

async function deleteRows(trx: Trx, now: string, { kind, table, changes }: OfKind): Promise<void> {
  const deleted = changes.filter(isDelete);
  await noteDeletions(
    trx,
    deleted.flatMap(({ record, key, deletedFrom = [] }) =>
      deletedFrom.map((company_id) => ({
        ...{ kind, record_id: String(record.id), natural_key: JSON.stringify(key) },
        ...{ company_id, deleted_at: now },
      })),
    ),
  );
  for (const ids of inParts(idsOf(deleted), DELETED)) await deleteWhere(trx, table, { id: ids });
}

async function deleteParts(trx: Trx, { allParts, changes }: OfKind): Promise<void> {
  for (const [name, column] of Object.entries(allParts)) {
    const replaced = changes.filter((each) => isUpsert(each) && !each.isNew && each.parts?.[name]);
    for (const ids of inParts(idsOf(replaced))) await deleteWhere(trx, name, { [column]: ids });
  }
}

async function writeRows(trx: Trx, now: string, ofKind: OfKind): Promise<void> {
  const { table, uniqueBy, changes } = ofKind;
  const upserts = changes.filter(isUpsert);
  const stored = upserts.filter(({ isNew }) => !isNew);
  const whole = stored.flatMap(({ record, row }) => (row ? [{ ...row, id: record.id }] : []));
  await insertRows(trx, table, whole, { replaceBy: await keyToReplace(trx, table) });
  const time = ofKind.untimed?.[0] === table ? {} : { updated_at: now };
  const partial = stored.flatMap(({ record, row, columns }) =>
    row ? [] : [{ ...columns, ...time, id: record.id }],
  );
  type Moved = Parameters<typeof moveRows>[2][number];
  const isMoved = (row: Partial<Moved>): row is Moved => row.company_id !== undefined;
  await moveRows(trx, ofKind, partial.filter(isMoved));
  await updateRows(
    trx,
    table,
    partial.filter((row) => !isMoved(row)),
  );
  // Last, because stored rows may give up what new ones get. A new row whose id exists fails: it never replaces the other.
  const fresh = upserts.filter(({ isNew }) => isNew);
  await insertRows(
    trx,
    table,
    fresh.map(({ row }) => row!),
  );
  if (uniqueBy) await readIds(trx, { table, uniqueBy, fresh });
}

/** Reads the ids that the database has assigned to new rows. */
async function readIds(
  trx: Trx,
  { table, uniqueBy, fresh }: { table: string; uniqueBy: string; fresh: Change[] },
): Promise<void> {
  const open = new Map(fresh.map((each) => [(each.row as Record<string, unknown>)[uniqueBy], each]));
  for (const part of inParts([...open.keys()] as string[])) {
    const rows = await trx(table).whereIn(uniqueBy, part).select<Record<string, RecordId>[]>('id', uniqueBy);
    for (const row of rows) open.get(row[uniqueBy])!.record.id = row['id'];
  }
}

async function insertParts(trx: Trx, { table, allParts, changes }: OfKind): Promise<void> {
  for (const [name, column] of Object.entries(allParts)) {
    const rows = changes.flatMap(({ record, row: whole, parts: own }) =>
      (own?.[name] ?? []).map((row) => ({ [column]: record.id, ...shardOf(table, whole), ...row })),
    );
    if (name !== 'document_bodies') await insertRows(trx, name, rows);
    else for (const part of inParts(rows, BODIES)) await insertRows(trx, name, part);
  }
}

/** Returns the company of a row of parts that are stored by company. */
const shardOf = (table: string, row: object | undefined) =>
  table in keyOf ? { company_id: (row as { company_id: number }).company_id } : {};

async function writeMembers(trx: Trx, { category, table, drop, put }: MemberChange): Promise<void> {
  const column = table === 'company_categories' ? 'company_id' : 'document_id';
  for (const ids of inParts(drop)) await deleteWhere(trx, table, { category_id: category.id, [column]: ids });
  await insertRows(
    trx,
    table,
    put.map(({ id, stated }) => ({ category_id: category.id, [column]: id, stated })),
  );
}
