import { randomUUID } from 'node:crypto';
import { inParts, toTimestamp } from '@dossier/shared';
import { readChanges, type ChangeRow } from '../ledger/changes.ts';
import { insertRows } from '../sql/insert.ts';
import type { Db, Trx } from '../sql/open.ts';
import { writeBeside } from '../sql/write.ts';
import { followMerges } from './companies.ts';
import { NO_COMPANY, deliveryOf, type DeliveryRow } from './webhook-deliveries.ts';
import type { WebhookRow } from './webhooks.ts';

const MINUTE_MS = 60_000;
/** The time after each try. Together they are 24 hours, and each is longer than a try may take. */
const DELAYS_MS = [1, 5, 30, 120, 240, 420, 624].map((minutes) => minutes * MINUTE_MS);
/** The tries after which a delivery is parked. */
export const MAX_TRIES = DELAYS_MS.length + 1;

/** Changes that are read at once, and companies of one statement. */
const BATCH = 1000;
const COMPANIES = 500;

/**
 * Queues the next changes of a webhook, one delivery for each company. A delivery that was not tried yet is extended. Two
 * processes never queue the same changes.
 * @param now fixed-width UTC text
 * @param isListed whether some of the changes are of a webhook's list, which has one message for all of its companies
 * @returns the place of the webhook, or undefined if another process has moved it
 */
export async function queueDeliveries(
  db: Db,
  hook: WebhookRow,
  newest: number,
  now: string,
  isListed?: (changes: ChangeRow[]) => Promise<boolean>,
): Promise<number | undefined> {
  const { id, after_seq: after, company_ids_json: ids } = hook;
  const only = ids === null ? undefined : await followMerges(db, JSON.parse(ids) as number[]);
  const kinds = hook.kinds_json === null ? undefined : (JSON.parse(hook.kinds_json) as string[]);
  const rows = await readChanges(db, { after, until: newest, limit: BATCH, kinds, companies: only });
  const until = rows.length === BATCH ? rows.at(-1)!.seq : newest;
  const companies = isListed
    ? (await isListed(rows))
      ? [NO_COMPANY]
      : []
    : new Set(rows.flatMap((row) => companiesOf(row, only)));
  return advance(db, id, [...companies], { after, until, now });
}

/**
 * Adds a delivery without a company for changes that are missing from the log.
 * @param until the last of them
 * @returns as `queueDeliveries`
 */
export const queueGap = (
  db: Db,
  { id, after_seq: after }: WebhookRow,
  until: number,
  now: string,
): Promise<number | undefined> => advance(db, id, [NO_COMPANY], { after, until, now });

interface Range {
  /** Exclusive. */
  after: number;
  /** Inclusive. */
  until: number;
  now: string;
}

/** Adds a range to the deliveries of companies, and moves the webhook behind it. */
const advance = (db: Db, id: string, companies: number[], range: Range): Promise<number | undefined> =>
  writeBeside(() =>
    db.transaction(async (trx) => {
      const { after, until } = range;
      // It also locks the webhook, so that no delivery of it ends meanwhile.
      const moved = await trx('webhooks').where({ id, after_seq: after }).update({ after_seq: until });
      if (moved === 0) return undefined;
      for (const part of inParts(companies, COMPANIES)) await queue(trx, id, part, range);
      return until;
    }),
  );

function companiesOf({ company_ids_json }: ChangeRow, only: number[] | undefined): number[] {
  const ids = JSON.parse(company_ids_json) as number[];
  if (only) return ids.filter((company) => only.includes(company));
  return ids.length === 0 ? [NO_COMPANY] : ids;
}

async function queue(
  trx: Trx,
  webhook_id: string,
  companies: number[],
  { after, until, now }: Range,
): Promise<void> {
  const open = () =>
    trx<DeliveryRow>('webhook_deliveries')
      .where({ webhook_id })
      .whereIn('company_id', companies)
      .whereNull('done_at');
  const grown = await open()
    .where('tries', 0)
    .update({ until_seq: until, created_at: now })
    .returning('company_id');
  const has = new Set(grown.map(({ company_id }) => company_id));
  const tried = await open().where('tries', '>', 0).select('company_id');
  const isTried = new Set(tried.map(({ company_id }) => company_id));
  const added = companies
    .filter((company) => !has.has(company))
    .map((company_id) => ({
      ...{ id: `msg_${randomUUID()}`, webhook_id, company_id, after_seq: after, until_seq: until, tries: 0 },
      next_at: isTried.has(company_id) ? null : now,
      created_at: now,
    }));
  await insertRows(trx, 'webhook_deliveries', added);
}

/**
 * Claims deliveries of a webhook that are due, and schedules their next try, in case this process exits. No other process
 * claims them before.
 */
export async function claimDeliveries(
  db: Db,
  webhook_id: string,
  nowMs: number,
  limit: number,
): Promise<DeliveryRow[]> {
  const now = toTimestamp(nowMs);
  const due = await db<DeliveryRow>('webhook_deliveries')
    .where({ webhook_id })
    .where('next_at', '<=', now)
    .orderBy(['next_at', 'after_seq', 'id'])
    .limit(limit);
  const taken: DeliveryRow[] = [];
  for (const { id, tries, next_at } of due) {
    const delay = DELAYS_MS[Math.min(tries, DELAYS_MS.length - 1)]!;
    const rows = await writeBeside<DeliveryRow[]>(async () =>
      db<DeliveryRow>('webhook_deliveries')
        .where({ id, tries, next_at })
        .update({ tries: tries + 1, next_at: toTimestamp(nowMs + delay), tried_at: now })
        .returning('*'),
    );
    taken.push(...rows.map(deliveryOf));
  }
  return taken;
}

/** How a try ended: with a status, or with a problem. */
export interface Outcome {
  isDelivered: boolean;
  status: number | null;
  problem: string | null;
}

/**
 * Stores how a try ended. After a success, the next delivery of the company may begin; after the last failure, the delivery
 * is parked.
 * @returns whether it is parked
 */
export async function endDelivery(
  db: Db,
  { id, webhook_id, company_id, tries }: DeliveryRow,
  { isDelivered, status, problem }: Outcome,
  now: string,
): Promise<boolean> {
  const isParked = !isDelivered && tries >= MAX_TRIES;
  return writeBeside(() =>
    db.transaction(async (trx) => {
      // Locks the webhook, so that no delivery of the company is queued meanwhile.
      await trx('webhooks')
        .where({ id: webhook_id })
        .update({ last_delivered_at: isDelivered ? now : trx.ref('last_delivered_at') });
      const next = {
        ...{ status, problem },
        ...(isDelivered && { done_at: now }),
        ...((isDelivered || isParked) && { next_at: null }),
      };
      // A replay deletes open deliveries.
      const stored = await trx('webhook_deliveries').where({ id, tries }).whereNull('done_at').update(next);
      if (isDelivered && stored > 0)
        await trx('webhook_deliveries')
          .where({ webhook_id, company_id, tries: 0 })
          .whereNull('done_at')
          .update({ next_at: now });
      return isParked && stored > 0;
    }),
  );
}

/** Retries parked deliveries under their ids. Returns how many deliveries were parked. */
export async function resumeDeliveries(trx: Trx, webhook_id: string, now: string): Promise<number> {
  return (
    trx('webhook_deliveries')
      .where({ webhook_id })
      .where('tries', '>', 0)
      .whereNull('done_at')
      .whereNull('next_at')
      // Not 0: the message may have arrived, so that its content stays.
      .update({ tries: 1, next_at: now })
  );
}

/** Moves a webhook to another place in the change log. Open deliveries of later changes are deleted. */
export async function moveWebhook(
  trx: Trx,
  webhook_id: string,
  { seq, epoch }: { seq: number; epoch: string },
): Promise<void> {
  await trx('webhooks').where({ id: webhook_id }).update({ after_seq: seq, epoch });
  await trx('webhook_deliveries')
    .where({ webhook_id })
    .whereNull('done_at')
    .where('until_seq', '>', seq)
    .delete();
}
