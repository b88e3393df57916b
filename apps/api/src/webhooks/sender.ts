import { toTimestamp } from '@dossier/shared';
import {
  activeWebhooks,
  currentEpoch,
  endDelivery,
  findListById,
  moveWebhook,
  newestChange,
  oldestChange,
  pruneDeliveries,
  queueDeliveries,
  queueGap,
  settledChange,
  claimDeliveries,
  writeBeside,
  type ChangeRow,
  type Db,
  type DeliveryRow,
  type WebhookRow,
} from '@dossier/store';
import type { Logger } from 'pino';
import { hasListed } from '../lists/changes.ts';
import { changesMessage, parkedMessage, placeOf } from './message.ts';
import type { Poster } from './poster.ts';

/** Deliveries of one webhook at once, in one process. No webhook takes a place from another. */
const AT_ONCE = 4;
/** How long delivered messages are listed. */
const KEPT_MS = 7 * 86_400_000;
const PRUNE_EACH_MS = 3_600_000;

/** Sends what the webhooks of all organizations have to deliver. */
export interface Sender {
  /** Queues new changes, and begins the deliveries that are due. Returns without waiting for receivers. */
  pass(): Promise<void>;
  /** Waits until no delivery is in progress. */
  idle(): Promise<void>;
  /** Ends the deliveries in progress. They are tried again later. */
  stop(): Promise<void>;
}

/** Returns a sender. Several processes may have one: each delivery is taken by one of them. */
export function openSender(db: Db, poster: Poster, logger: Logger, clock = () => new Date()): Sender {
  let hooks = new Map<string, WebhookRow>();
  let prunedAt = -Infinity;
  const stopping = new AbortController();
  const running = new Map<string, Set<Promise<void>>>();

  async function pass(): Promise<void> {
    hooks = new Map((await activeWebhooks(db)).map((hook) => [hook.id, hook]));
    if (hooks.size === 0) return;
    const [epoch, newest] = [await currentEpoch(db), await newestChange(db)];
    const hasList = [...hooks.values()].some(({ list_id }) => list_id !== null);
    const settled = hasList ? Math.min(newest, await settledChange(db, clock().getTime())) : newest;
    for (const hook of hooks.values()) {
      await queue(hook, hook.list_id === null ? newest : settled, epoch);
      await begin(hook.id);
    }
    const now = clock().getTime();
    if (now - prunedAt < PRUNE_EACH_MS) return;
    prunedAt = now;
    await pruneDeliveries(db, toTimestamp(now - KEPT_MS));
  }

  async function queue(hook: WebhookRow, newest: number, epoch: string): Promise<void> {
    if (hook.epoch !== epoch) {
      // The database was restored: what the log has lost cannot be delivered.
      const place = { seq: Math.min(hook.after_seq, newest), epoch };
      await writeBeside(() => db.transaction((trx) => moveWebhook(trx, hook.id, place)));
      Object.assign(hook, { after_seq: place.seq, epoch });
    }
    while (hook.after_seq < newest && !stopping.signal.aborted) {
      const now = toTimestamp(clock());
      const kept = (await oldestChange(db)) - 1;
      const place =
        hook.after_seq < kept
          ? await queueGap(db, hook, kept, now)
          : await queueDeliveries(db, hook, newest, now, await isListedBy(hook));
      if (place === undefined) return;
      hook.after_seq = place;
    }
  }

  /** Returns what decides whether changes are of the list of a webhook; undefined for a webhook without one. */
  async function isListedBy({ list_id }: WebhookRow) {
    const list = list_id === null ? undefined : await findListById(db, list_id);
    return list && ((changes: ChangeRow[]) => hasListed(db, list, changes));
  }

  /** Begins deliveries of a webhook until its places are taken. */
  async function begin(id: string): Promise<void> {
    const hook = hooks.get(id);
    const active = running.get(id) ?? new Set();
    if (!hook || active.size >= AT_ONCE || stopping.signal.aborted) return;
    running.set(id, active);
    for (const delivery of await claimDeliveries(db, id, clock().getTime(), AT_ONCE - active.size)) {
      const work = deliver(hook, delivery)
        .catch((error: unknown) => logger.error({ err: error, webhook: id }, 'A delivery failed.'))
        .finally(() => active.delete(work))
        .then(() => begin(id))
        // The next pass tries it again.
        .catch((error: unknown) => logger.warn({ reason: String(error) }, 'Deliveries were not begun.'));
      active.add(work);
    }
  }

  async function deliver(hook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const message = await changesMessage(db, hook, delivery, clock());
    const outcome = await poster.post(message, stopping.signal);
    if (stopping.signal.aborted && !outcome.isDelivered) return;
    if (!(await endDelivery(db, delivery, outcome, toTimestamp(clock())))) return;
    logger.warn({ webhook: hook.id, ...placeOf(delivery), reason: outcome.problem }, 'A delivery is parked.');
    // Receivers that reject only some messages learn it too.
    await poster.post(parkedMessage(hook, delivery, clock()), stopping.signal);
  }

  async function idle(): Promise<void> {
    for (;;) {
      const works = [...running.values()].flatMap((active) => [...active]);
      if (works.length === 0) return;
      await Promise.all(works);
    }
  }

  return {
    pass,
    idle,
    stop: async () => {
      stopping.abort();
      await idle();
    },
  };
}
