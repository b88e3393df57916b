import type { ChangeKind } from '@dossier/shared';
import { stateOf, type DeliveryRow, type WebhookListing, type WebhookSettings } from '@dossier/store';
import { placeOf } from '../../webhooks/message.ts';

/** Returns a webhook without its secrets. */
export const viewWebhook = ({
  id,
  url,
  kinds_json,
  company_ids_json,
  list_id,
  created_at,
  last_delivered_at,
  old_secret_until,
  after_seq,
  epoch,
  waiting,
  parked,
}: WebhookListing) => ({
  id,
  url,
  kinds: kinds_json === null ? null : (JSON.parse(kinds_json) as ChangeKind[]),
  company_ids: company_ids_json === null ? null : (JSON.parse(company_ids_json) as number[]),
  list_id,
  created_at,
  last_delivered_at,
  old_secret_until,
  seq: after_seq,
  epoch,
  waiting,
  parked,
});

/** Returns a delivery as its receiver knows it. */
export const viewDelivery = (row: DeliveryRow) => ({
  id: row.id,
  ...placeOf(row),
  state: stateOf(row),
  tries: row.tries,
  next_at: row.next_at,
  created_at: row.created_at,
  tried_at: row.tried_at,
  status: row.status,
  problem: row.problem,
});

/** Returns the columns of what an organization sets. */
export const settingsOf = ({
  url,
  kinds,
  company_ids,
  clear = [],
}: {
  url?: string | undefined;
  kinds?: string[] | undefined;
  company_ids?: number[] | undefined;
  clear?: string[] | undefined;
}): WebhookSettings => ({
  ...(url !== undefined && { url }),
  ...(kinds && { kinds_json: JSON.stringify(kinds) }),
  ...(company_ids && { company_ids_json: JSON.stringify(company_ids) }),
  ...(clear.includes('kinds') && { kinds_json: null }),
  ...(clear.includes('company_ids') && { company_ids_json: null }),
});
