import { inParts, toTimestamp } from '@dossier/shared';
import { insertRows } from '../sql/insert.ts';
import type { Db, Trx } from '../sql/open.ts';
import { recordTables } from './record-tables.ts';

/** Names a record whose search entry is out of date, never its content. */
interface OutboxRow {
  /**
   * The version of the change. Every change of a record adds a row with a higher `seq`, in the order of commits, so a
   * change that follows `takeOutbox` stays queued when the rows taken are acknowledged.
   */
  seq: number;
  kind: string;
  record_id: string;
  queued_at: string;
}

const AT_ONCE = 500;

/** Queues records for indexing. Call it in the transaction that changes them. */
export async function enqueue(trx: Trx, kind: string, recordIds: (string | number)[]): Promise<void> {
  if (recordIds.length === 0) return;
  const queued_at = toTimestamp(Date.now());
  const rows = recordIds.map((id) => ({ kind, record_id: String(id), queued_at }));
  await insertRows(trx, 'outbox', rows);
}

/** Queues the filings of companies, whose search entries contain the names of the company. */
export async function enqueueFilings(trx: Trx, companies: number[]): Promise<void> {
  for (const part of inParts(companies)) {
    const filings = trx('filings')
      .whereIn('company_id', part)
      .select(trx.raw("'filing'"), 'id', trx.raw('?', [toTimestamp(Date.now())]));
    await trx(trx.raw('outbox (kind, record_id, queued_at)')).insert(filings);
  }
}

/** Returns the oldest rows, oldest first. Read the records after this, never before. */
export async function takeOutbox(db: Db, limit: number): Promise<OutboxRow[]> {
  const rows = await db<OutboxRow>('outbox').orderBy('seq').limit(limit);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Deletes rows whose records are indexed, by their versions. */
export async function acknowledge(db: Db, rows: OutboxRow[]): Promise<void> {
  const seqs = rows.map((row) => row.seq);
  for (const part of inParts(seqs, AT_ONCE)) await db('outbox').whereIn('seq', part).delete();
}

/** Returns how many rows wait. @param most where to stop counting */
export async function outboxDepth(db: Db, most?: number): Promise<number> {
  const waiting = most === undefined ? db('outbox') : db(db('outbox').select('seq').limit(most).as('outbox'));
  return Number((await waiting.count({ n: '*' }).first<{ n: number }>()).n);
}

/** Returns when the oldest row was queued; null when the outbox is empty. */
export async function outboxOldest(db: Db): Promise<string | null> {
  const row = await db<OutboxRow>('outbox').orderBy('seq').first('queued_at');
  return row?.queued_at ?? null;
}

/** Returns those of these records of a kind that wait. */
export async function waitingRecords(db: Db, kind: string, recordIds: string[]): Promise<Set<string>> {
  const waiting = new Set<string>();
  for (const part of inParts(recordIds, AT_ONCE)) {
    const rows = await db<OutboxRow>('outbox')
      .where({ kind })
      .whereIn('record_id', part)
      .distinct('record_id');
    for (const { record_id } of rows) waiting.add(record_id);
  }
  return waiting;
}

/**
 * Returns whether an index without entries would lack some: whether a record with a search entry does not wait in the
 * outbox.
 */
export async function needsIndex(db: Db): Promise<boolean> {
  for (const [kind, { table, isSearched }] of Object.entries(recordTables)) {
    if (!isSearched) continue;
    const waiting = db('outbox').where({ kind }).select('record_id');
    const row: unknown = await db(table)
      .whereRaw('cast(id as text) not in (?)', [waiting])
      .first(db.raw('1'));
    if (row !== undefined) return true;
  }
  return false;
}
