import { toTimestamp } from '@dossier/shared';
import { readIndexBeside } from './index-beside.ts';
import { insertRows } from './insert.ts';
import type { Db, Trx } from './open.ts';

/** Names what to index, never its content. */
interface OutboxRow {
  seq: number;
  kind: string;
  record_id: string;
  /** Null in entries of a version that did not keep it. */
  queued_at: string | null;
}

/** Names records whose search entries must be made anew. Called in the transaction that changes them. */
export async function enqueue(trx: Trx, kind: string, recordIds: (string | number)[]): Promise<void> {
  if (recordIds.length === 0) return;
  const queued_at = toTimestamp(Date.now());
  const rows = recordIds.map((id) => ({ kind, record_id: String(id), queued_at }));
  await insertRows(trx, 'outbox', rows);
}

/** The oldest entries, oldest first. */
export async function takeOutbox(db: Db, limit: number): Promise<OutboxRow[]> {
  const rows = await db<OutboxRow>('outbox').orderBy('seq').limit(limit);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/**
 * Removes entries whose records are indexed. A crash before this call only means that they are indexed again. While
 * another index stands beside the one in use, they are noted as what that one misses.
 */
export async function acknowledge(trx: Trx, rows: OutboxRow[]): Promise<void> {
  const isMissed = (await readIndexBeside(trx)) !== undefined;
  for (let start = 0; start < rows.length; start += 500) {
    const seqs = rows.slice(start, start + 500).map((row) => row.seq);
    if (isMissed) {
      const missed = `select distinct kind, record_id from outbox where seq in (${seqs.map(() => '?').join()})`;
      const insert = `insert into outbox_missed (kind, record_id) ${missed} on conflict do nothing`;
      await trx.raw(insert, seqs);
    }
    await trx('outbox').whereIn('seq', seqs).delete();
  }
}

/** How many entries wait. */
export async function outboxDepth(db: Db): Promise<number> {
  return Number((await db('outbox').count({ n: '*' }).first<{ n: number }>()).n);
}

/** Since when the oldest entry waits; null when none does. The first is the oldest: entries are taken in order. */
export async function outboxOldest(db: Db): Promise<string | null> {
  const row = await db<OutboxRow>('outbox').orderBy('seq').first('queued_at');
  return row?.queued_at ?? null;
}

/** Which of these records of a kind wait. */
export async function waitingRecords(db: Db, kind: string, recordIds: string[]): Promise<Set<string>> {
  const waiting = new Set<string>();
  for (let start = 0; start < recordIds.length; start += 500) {
    const part = recordIds.slice(start, start + 500);
    const rows = await db<OutboxRow>('outbox')
      .where({ kind })
      .whereIn('record_id', part)
      .distinct('record_id');
    for (const { record_id } of rows) waiting.add(record_id);
  }
  return waiting;
}
