import { inParts, shownId, type Change, type ChangeKind } from '@dossier/shared';
import { insertRows } from '../sql/insert.ts';
import type { Db, Query, Trx } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';
import { runOf } from '../sql/write.ts';

export type RecordId = string | number;

/** A record. If the database assigns the id of a new one, `commit` sets it. */
export interface Target {
  id?: RecordId | undefined;
}

/** A record that a transaction stored or deleted. */
export interface LogEntry {
  op: 'upsert' | 'delete';
  kind: string;
  record: RecordId;
  /** The natural key, in the order in which `ingest delete` accepts it. */
  key: string[];
  companies: number[];
  /** The fields that changed; null if any may have: a new record, a deleted one, or several changes at once. */
  fields: string[] | null;
}

/** A change as it is stored. Nobody changes it after its transaction. */
export interface ChangeRow {
  /** Grows by one with each row, in the order of commits. */
  seq: number;
  op: LogEntry['op'];
  kind: string;
  record_id: string;
  natural_key_json: string;
  company_ids_json: string;
  fields_json: string | null;
  /** The ingest run; null for changes outside of runs. */
  run: number | null;
  /** The time of the transaction, which the stored rows have as `updated_at`. */
  at: string;
}

/** Returns a change with the id that the list of its kind shows. */
export function viewChange(row: ChangeRow): Change {
  const kind = row.kind as ChangeKind;
  const natural_key = JSON.parse(row.natural_key_json) as string[];
  return {
    seq: row.seq,
    op: row.op,
    kind,
    id: shownId(kind, row.record_id, natural_key),
    natural_key,
    company_ids: JSON.parse(row.company_ids_json) as number[],
    fields: row.fields_json === null ? null : (JSON.parse(row.fields_json) as string[]),
    at: row.at,
  };
}

const AT_ONCE = 500;

/**
 * Adds changes to the log, one row for each record and transaction. Call it in the transaction of `write` that changes the
 * records, with its time. The writer's lock makes `seq` the order of commits.
 */
export async function noteChanges(trx: Trx, now: string, changes: LogEntry[]): Promise<void> {
  if (changes.length === 0) return;
  const open = new Map<string, LogEntry>();
  for (const change of changes) {
    const key = keyOf(change.kind, String(change.record));
    const before = open.get(key);
    open.set(key, before ? joined(before.fields, change) : change);
  }
  const last = await trx<ChangeRow>('changes').orderBy('seq', 'desc').first('seq', 'at');
  if (last?.at === now) await mergeStored(trx, now, open);
  const run = runOf(trx);
  const first = Number(last?.seq ?? 0) + 1;
  const rows = [...open.values()].map((change, index): ChangeRow => ({
    seq: first + index,
    op: change.op,
    kind: change.kind,
    record_id: String(change.record),
    natural_key_json: JSON.stringify(change.key),
    company_ids_json: JSON.stringify(change.companies),
    fields_json: fieldsJson(change),
    run,
    at: now,
  }));
  await insertRows(trx, 'changes', rows);
  const links = [...open.values()].flatMap(({ companies }, index) =>
    companies.map((company_id) => ({ company_id, seq: first + index })),
  );
  await insertRows(trx, 'change_companies', links);
}

const keyOf = (kind: string, record: string) => `${kind} ${record}`;

const fieldsJson = ({ op, fields }: LogEntry): string | null =>
  op === 'upsert' && fields ? JSON.stringify([...new Set(fields)].sort()) : null;

/** Returns the later of two changes of a record, with the fields of both. */
function joined(fields: string[] | null, later: LogEntry): LogEntry {
  return { ...later, fields: fields && later.fields && [...fields, ...later.fields] };
}

/** Merges changes into the rows that this transaction has added for the same records, and removes them from `open`. */
async function mergeStored(trx: Trx, now: string, open: Map<string, LogEntry>): Promise<void> {
  const kinds = new Set([...open.values()].map(({ kind }) => kind));
  for (const kind of kinds) {
    const ids = [...open.values()].filter((each) => each.kind === kind).map(({ record }) => String(record));
    for (const part of inParts(ids, AT_ONCE)) {
      const stored = await trx<ChangeRow>('changes').where({ at: now, kind }).whereIn('record_id', part);
      for (const row of stored) await mergeInto(trx, row, open);
    }
  }
}

async function mergeInto(trx: Trx, row: ChangeRow, open: Map<string, LogEntry>): Promise<void> {
  const key = keyOf(row.kind, row.record_id);
  const known = row.fields_json === null ? null : (JSON.parse(row.fields_json) as string[]);
  const before = JSON.parse(row.company_ids_json) as number[];
  const change = joined(known, open.get(key)!);
  open.delete(key);
  const companies = [...new Set([...before, ...change.companies])];
  await trx('changes')
    .where({ seq: row.seq })
    .update({
      op: change.op,
      natural_key_json: JSON.stringify(change.key),
      company_ids_json: JSON.stringify(companies),
      fields_json: fieldsJson(change),
    });
  const added = companies.slice(before.length).map((company_id) => ({ company_id, seq: row.seq }));
  await insertRows(trx, 'change_companies', added);
}

const newest = preparedQuery<Record<never, never>, { seq: number | string | null }>((db) =>
  db('changes').max('seq as seq'),
);
const oldest = preparedQuery<Record<never, never>, { seq: number | string | null }>((db) =>
  db('changes').min('seq as seq'),
);

/** Returns the newest `seq`; 0 for an empty log. */
export async function newestChange(db: Db): Promise<number> {
  return Number((await ask(db, newest, {}))[0]!.seq ?? 0);
}

/** Returns the newest `seq` in a transaction; 0 for an empty log. */
export async function newestSeq(trx: Trx): Promise<number> {
  const last = await trx<ChangeRow>('changes').orderBy('seq', 'desc').first('seq');
  return Number(last?.seq ?? 0);
}

/** Returns the oldest `seq` that is kept; 1 for an empty log. */
export async function oldestChange(db: Db): Promise<number> {
  return Number((await ask(db, oldest, {}))[0]!.seq ?? 1);
}

interface ChangeFilter {
  /** Exclusive. */
  after: number;
  /** Inclusive. */
  until: number;
  limit: number;
  kinds?: string[] | undefined;
  companies?: number[] | undefined;
  newestFirst?: boolean;
}

/** Returns the first changes after a `seq`, in their order, or the last of them, newest first. */
export async function readChanges(
  db: Db,
  { after, until, limit, kinds, companies, newestFirst = false }: ChangeFilter,
): Promise<ChangeRow[]> {
  const query: Query = db('changes as c').select('c.*').limit(limit);
  const [company, ...more] = companies ?? [];
  // The range and the order use the same table, so that one index gives both.
  const at = company === undefined || more.length > 0 ? 'c.seq' : 'of.seq';
  if (more.length > 0)
    query.whereIn(
      'c.seq',
      db('change_companies')
        .whereIn('company_id', companies!)
        .where('seq', '>', after)
        .where('seq', '<=', until)
        .select('seq'),
    );
  else if (company !== undefined)
    query.join('change_companies as of', 'of.seq', 'c.seq').where('of.company_id', company);
  query
    .where(at, '>', after)
    .where(at, '<=', until)
    .orderBy(at, newestFirst ? 'desc' : 'asc');
  if (kinds) query.whereIn('c.kind', kinds);
  const rows = (await query) as ChangeRow[];
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Rows that are deleted at once. */
const STEP = 10_000;

/**
 * Deletes the changes before a time. The newest change always stays, so that `seq` goes on from it. Each step is a
 * transaction of `inTransaction`.
 * @returns how many are deleted
 */
export async function pruneChanges(
  inTransaction: (step: (trx: Trx) => Promise<number>) => Promise<number>,
  before: string,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const step = await inTransaction(async (trx) => {
      const rows: Pick<ChangeRow, 'seq' | 'company_ids_json'>[] = await prunable(trx, before)
        .orderBy('seq')
        .limit(STEP)
        .select('seq', 'company_ids_json');
      const bound = rows.at(-1)?.seq;
      if (bound === undefined) return 0;
      const companies = [
        ...new Set(rows.flatMap(({ company_ids_json }) => JSON.parse(company_ids_json) as number[])),
      ];
      for (const part of inParts(companies, AT_ONCE))
        await trx('change_companies').whereIn('company_id', part).where('seq', '<=', bound).delete();
      await trx('changes').where('seq', '<=', bound).delete();
      return rows.length;
    });
    deleted += step;
    if (step < STEP) return deleted;
  }
}

/** Returns how many changes `pruneChanges` would delete. */
export async function countPrunable(db: Db, before: string): Promise<number> {
  return Number((await prunable(db, before).count({ n: '*' }).first<{ n: number }>()).n);
}

const prunable = (db: Db | Trx, before: string) =>
  db('changes').where('at', '<', before).where('seq', '<', db('changes').max('seq'));

/** What a change concerns. */
export interface ChangedSince {
  seq: number;
  kind: string;
  companies: number[];
}

const since = preparedQuery<
  { after: number; until: number },
  Pick<ChangeRow, 'kind' | 'company_ids_json'> & { seq: number | string }
>((db, param) =>
  db('changes')
    .where('seq', '>', param('after'))
    .where('seq', '<=', param('until'))
    .orderBy('seq')
    .select('seq', 'kind', 'company_ids_json'),
);

/**
 * Returns what changed after a `seq`, up to and including another. Returns undefined if more has changed than `most`, or if
 * a part of it has been pruned.
 */
export async function changedSince(
  db: Db,
  { after, until, most }: { after: number; until: number; most: number },
): Promise<ChangedSince[] | undefined> {
  if (until - after > most) return undefined;
  const rows = await ask(db, since, { after, until });
  if (rows.length !== until - after) return undefined;
  return rows.map(({ seq, kind, company_ids_json: ids }) => ({
    seq: Number(seq),
    kind,
    companies: JSON.parse(ids) as number[],
  }));
}
