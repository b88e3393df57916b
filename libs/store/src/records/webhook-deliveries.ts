import { readChanges, type ChangeRow } from '../ledger/changes.ts';
import type { Db } from '../sql/open.ts';
import { writeBeside } from '../sql/write.ts';
import { activeWebhooks } from './webhooks.ts';

/** A message about the changes of one company. It names its place in the change log, never its content. */
export interface DeliveryRow {
  id: string;
  webhook_id: string;
  /** `NO_COMPANY` for records without one. */
  company_id: number;
  /** Exclusive. */
  after_seq: number;
  /** Inclusive. It grows until the first try. */
  until_seq: number;
  tries: number;
  /** Null if it is delivered, parked, or waits for an earlier one of the same company. */
  next_at: string | null;
  created_at: string;
  tried_at: string | null;
  done_at: string | null;
  /** The status and the problem of the last try. */
  status: number | null;
  problem: string | null;
}

/** The `company_id` of records without a company. */
export const NO_COMPANY = 0;

/** Returns a delivery as it is stored, with numbers for its places, which Postgres returns as text. */
export const deliveryOf = (row: DeliveryRow): DeliveryRow => ({
  ...row,
  after_seq: Number(row.after_seq),
  until_seq: Number(row.until_seq),
});

/** Returns the first changes that a delivery announces. */
export async function changesOf(
  db: Db,
  { company_id, after_seq: after, until_seq: until }: DeliveryRow,
  kinds_json: string | null,
  limit: number,
): Promise<ChangeRow[]> {
  const kinds = kinds_json === null ? undefined : (JSON.parse(kinds_json) as string[]);
  if (company_id !== NO_COMPANY)
    return readChanges(db, { after, until, limit, kinds, companies: [company_id] });
  const query = db<ChangeRow>('changes')
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .where('company_ids_json', '[]')
    .orderBy('seq')
    .limit(limit);
  if (kinds) void query.whereIn('kind', kinds);
  return (await query).map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** The state of a delivery: whether it ends, how often it was tried, and whether it is tried again. */
export const deliveryStates = ['waiting', 'retrying', 'parked', 'delivered'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export function stateOf({ done_at, tries, next_at }: DeliveryRow): DeliveryState {
  if (done_at !== null) return 'delivered';
  if (tries === 0) return 'waiting';
  return next_at === null ? 'parked' : 'retrying';
}

/** Returns the newest deliveries of a webhook, newest first. */
export async function listDeliveries(
  db: Db,
  webhook_id: string,
  { limit, state }: { limit: number; state?: DeliveryState | undefined },
): Promise<DeliveryRow[]> {
  const isOpen = state !== undefined && state !== 'delivered';
  const query = db<DeliveryRow>('webhook_deliveries')
    // Hidden from its index, because most deliveries are delivered: the index of `done_at` finds the open ones.
    .whereRaw(isOpen ? "(webhook_id || '') = ?" : 'webhook_id = ?', [webhook_id])
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'after_seq', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
  if (state === 'delivered') void query.whereNotNull('done_at');
  else if (isOpen) {
    void query.whereNull('done_at').where('tries', state === 'waiting' ? '=' : '>', 0);
    if (state === 'parked') void query.whereNull('next_at');
    if (state === 'retrying') void query.whereNotNull('next_at');
  }
  return (await query).map(deliveryOf);
}

/** Deletes deliveries that ended before a time. */
export const pruneDeliveries = (db: Db, before: string): Promise<number> =>
  writeBeside(() => db('webhook_deliveries').where('done_at', '<', before).delete());

/** Returns how many deliveries of active webhooks nobody has begun that were due before a time. */
export async function countOverdue(db: Db, before: string): Promise<number> {
  const active = (await activeWebhooks(db)).map(({ id }) => id);
  const due = db('webhook_deliveries').whereIn('webhook_id', active).where('next_at', '<', before);
  const [row] = await due.count({ n: '*' });
  return Number(row!['n']);
}
