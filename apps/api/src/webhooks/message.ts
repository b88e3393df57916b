import { randomUUID } from 'node:crypto';
import {
  changesOf,
  findListById,
  NO_COMPANY,
  oldestChange,
  secretsOf,
  type ChangeRow,
  type Db,
  type DeliveryRow,
  type WebhookRow,
  viewChange,
} from '@dossier/store';
import { toTimestamp, type Change } from '@dossier/shared';
import { MAX_RECORDS, readListChanges } from '../lists/changes.ts';
import type { Message } from './poster.ts';

/** The most changes in a message. The feed has the others. */
const MAX_CHANGES = 100;

type Signed = Pick<WebhookRow, 'url' | 'secret' | 'old_secret' | 'old_secret_until'>;

const messageOf = (hook: Signed, id: string, at: Date, content: object): Message => ({
  id,
  url: hook.url,
  secrets: secretsOf(hook, toTimestamp(at)),
  at,
  body: JSON.stringify(content),
});

/** Returns the message of a delivery. Its id is the same in every try. */
export async function changesMessage(
  db: Db,
  hook: WebhookRow,
  delivery: DeliveryRow,
  at: Date,
): Promise<Message> {
  const { changes, hasMore, ...ofList } = await contentOf(db, hook, delivery);
  return messageOf(hook, delivery.id, at, {
    type: 'changes',
    timestamp: delivery.created_at,
    data: {
      ...placeOf(delivery),
      epoch: hook.epoch,
      ...ofList,
      changes,
      has_more: hasMore,
      gap: delivery.after_seq < (await oldestChange(db)) - 1,
    },
  });
}

/** Returns the changes of a delivery, and whether there are more. */
async function contentOf(
  db: Db,
  hook: WebhookRow,
  delivery: DeliveryRow,
): Promise<{ changes: Change[]; hasMore: boolean; list_id?: string; before?: number | null }> {
  const list = hook.list_id === null ? undefined : await findListById(db, hook.list_id);
  if (!list) {
    const rows: ChangeRow[] = await changesOf(db, delivery, hook.kinds_json, MAX_CHANGES + 1);
    return { changes: rows.slice(0, MAX_CHANGES).map(viewChange), hasMore: rows.length > MAX_CHANGES };
  }
  const range = { after: delivery.after_seq, until: delivery.until_seq, limit: MAX_RECORDS };
  const { changes, before } = await readListChanges(db, list, range);
  return { changes: changes.reverse(), hasMore: before !== null, list_id: list.id, before };
}

/** Returns the company and the range of changes of a delivery. */
export const placeOf = ({ company_id, after_seq, until_seq }: DeliveryRow) => ({
  company_id: company_id === NO_COMPANY ? null : company_id,
  after: after_seq,
  seq: until_seq,
});

/** Returns a message that says that a delivery is parked. */
export const parkedMessage = (hook: WebhookRow, delivery: DeliveryRow, at: Date): Message =>
  messageOf(hook, `msg_${randomUUID()}`, at, {
    type: 'parked',
    timestamp: toTimestamp(at),
    data: placeOf(delivery),
  });

/** Returns a message that tests a webhook. */
export const testMessage = (hook: Signed, at: Date): Message =>
  messageOf(hook, `msg_${randomUUID()}`, at, { type: 'test', timestamp: toTimestamp(at), data: {} });
