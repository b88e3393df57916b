import { randomBytes, randomUUID } from 'node:crypto';
import { toTimestamp } from '@dossier/shared';
import type { Db, Trx } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';

/** A webhook as it is stored. */
export interface WebhookRow {
  id: string;
  organization_id: number;
  url: string;
  kinds_json: string | null;
  company_ids_json: string | null;
  /** The list whose companies it follows, with a message for all of them; null for one with its own filters. */
  list_id: string | null;
  /** `whsec_` and 24 random bytes, as Standard Webhooks writes it. */
  secret: string;
  old_secret: string | null;
  old_secret_until: string | null;
  after_seq: number;
  epoch: string;
  created_at: string;
  last_delivered_at: string | null;
}

/** A webhook with the numbers of its open deliveries. */
export type WebhookListing = WebhookRow & { waiting: number; parked: number };

/** What an organization sets. */
export type WebhookSettings = Partial<Pick<WebhookRow, 'url' | 'kinds_json' | 'company_ids_json'>>;

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

const numbered = <Row extends { after_seq: number | string }>(row: Row) => ({
  ...row,
  after_seq: Number(row.after_seq),
});

/** Creates a webhook, which delivers the changes after a `seq`. */
export async function createWebhook(
  trx: Trx,
  given: Pick<WebhookRow, 'organization_id' | 'url' | 'after_seq' | 'epoch' | 'created_at'> &
    Partial<Pick<WebhookRow, 'list_id'>> &
    WebhookSettings,
): Promise<WebhookRow> {
  const row = {
    ...{ kinds_json: null, company_ids_json: null, list_id: null, ...given },
    ...{ id: `wh_${randomUUID()}`, secret: newSecret(), old_secret: null, old_secret_until: null },
    last_delivered_at: null,
  };
  await trx('webhooks').insert(row);
  return row;
}

type NamedWebhook = WebhookListing & { organization: string };

/** Lists the webhooks of an organization, or of all, oldest first. */
export const listWebhooks = (db: Db, organization?: string): Promise<NamedWebhook[]> =>
  readWebhooks(db, { organization });

/** Returns a webhook. @param organization whose webhook it must be; by default anyone's */
export const findWebhook = async (
  db: Db,
  id: string,
  organization?: string,
): Promise<NamedWebhook | undefined> => (await readWebhooks(db, { id, organization }))[0];

async function readWebhooks(
  db: Db,
  { id, organization }: { id?: string; organization: string | undefined },
): Promise<NamedWebhook[]> {
  const query = db('webhooks')
    .join('organizations', 'organizations.id', 'webhooks.organization_id')
    .whereNull('organizations.deleted_at')
    .orderBy(['webhooks.created_at', 'webhooks.id'])
    .select<(WebhookRow & { organization: string })[]>('webhooks.*', 'organizations.name as organization');
  if (organization !== undefined) void query.where('organizations.name', organization);
  if (id !== undefined) void query.where('webhooks.id', id);
  const rows = await query;
  // Most deliveries are delivered. An index finds the open ones of all webhooks, but not those of one.
  const counted = await db('webhook_deliveries')
    .whereNull('done_at')
    .groupBy('webhook_id')
    .select<{ id: string; open: number | string; parked: number | string }[]>(
      'webhook_id as id',
      db.raw('count(*) as open'),
      db.raw('sum(case when tries > 0 and next_at is null then 1 else 0 end) as parked'),
    );
  const counts = new Map(
    counted.map(({ id, open, parked }) => [id, [Number(open), Number(parked)] as const]),
  );
  return rows.map((row) => {
    const [open, parked] = counts.get(row.id) ?? [0, 0];
    return { ...numbered(row), waiting: open - parked, parked };
  });
}

const active = preparedQuery<object, WebhookRow>((db) =>
  db('webhooks')
    .join('organizations', 'organizations.id', 'webhooks.organization_id')
    .whereNull('organizations.deleted_at')
    .whereNull('organizations.suspended_at')
    .orderBy('webhooks.id')
    .select('webhooks.*'),
);

/** Returns the webhooks of the organizations that are neither suspended nor deleted. */
export const activeWebhooks = async (db: Db): Promise<WebhookRow[]> =>
  (await ask(db, active, {})).map(numbered);

/** Changes a webhook. Returns false if it does not exist. */
export const changeWebhook = async (trx: Trx, id: string, next: WebhookSettings): Promise<boolean> =>
  (await trx('webhooks').where({ id }).update(next)) > 0;

/** Deletes a webhook with its deliveries. Returns false if it does not exist. */
export const deleteWebhook = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx('webhooks').where({ id }).delete()) > 0;

/** Gives a webhook a new secret. The former one signs too for a time. @returns undefined if the webhook does not exist */
export async function rotateWebhookSecret(
  trx: Trx,
  id: string,
  nowMs: number,
  overlapMs: number,
): Promise<{ secret: string; old_secret_until: string } | undefined> {
  const secret = newSecret();
  const old_secret_until = toTimestamp(nowMs + overlapMs);
  const changed = await trx('webhooks')
    .where({ id })
    .update({ old_secret: trx.ref('secret'), secret, old_secret_until });
  return changed > 0 ? { secret, old_secret_until } : undefined;
}

/** Returns the secrets that sign a message at a time, the newest first. @param now fixed-width UTC text */
export const secretsOf = (
  { secret, old_secret, old_secret_until }: Pick<WebhookRow, 'secret' | 'old_secret' | 'old_secret_until'>,
  now: string,
): string[] =>
  old_secret !== null && old_secret_until !== null && old_secret_until > now
    ? [secret, old_secret]
    : [secret];
