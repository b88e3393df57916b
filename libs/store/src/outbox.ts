import { toTimestamp } from '@dossier/shared';
import { insertRows } from './insert.ts';
import type { Db, Trx } from './open.ts';
import type { OutboxRow } from './tables.ts';

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

/** Removes entries whose records are indexed. A crash before this call only means that they are indexed again. */
export async function acknowledge(db: Db, rows: OutboxRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    const seqs = rows.slice(start, start + 500).map((row) => row.seq);
    await db('outbox').whereIn('seq', seqs).delete();
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
