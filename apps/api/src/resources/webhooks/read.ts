import { fail, invalid } from '@dossier/shared';
import { findWebhook, type Caller, type Db, type WebhookListing } from '@dossier/store';
import { addressProblem, type WebhookAllow } from '../../webhooks/allow.ts';

/** Each webhook reads the change log by itself. */
export const MAX_WEBHOOKS = 10;

/** Returns a webhook of the caller's organization. @throws 404 if the organization has no such webhook */
export async function requireWebhook(db: Db, caller: Caller, id: string): Promise<WebhookListing> {
  const found = await findWebhook(db, id, caller.organization);
  if (!found) throw fail('webhook_not_found', { id });
  return found;
}

/** Rejects an address that the service would not send to. Its name is resolved with each message. @throws 400 */
export function requireAddress(allow: WebhookAllow, url: string): void {
  const problem = addressProblem(allow, url);
  if (problem !== undefined) throw invalid('url', problem);
}

/** Rejects a webhook of a list that has filters of its own. @throws 400 */
export function requireOneFilter({
  list_id,
  kinds,
  company_ids,
}: {
  list_id?: string | null | undefined;
  kinds?: unknown;
  company_ids?: unknown;
}): void {
  if (list_id == null) return;
  const field = kinds ? 'kinds' : company_ids ? 'company_ids' : undefined;
  if (field) throw invalid(field, 'must not be set for a webhook of a list');
}
