import { fail } from '@dossier/shared';
import {
  type Trx,
  type WebhookRow,
  audited,
  changeWebhook,
  countOwn,
  createWebhook,
  currentEpoch,
  deleteWebhook,
  findList,
  findOrganization,
  listDeliveries,
  listWebhooks,
  moveWebhook,
  newestChange,
  resumeDeliveries,
  rotateWebhookSecret,
} from '@dossier/store';
import { requireKept } from '../../query/kept.ts';
import { route, type Context, type Route } from '../../services.ts';
import { uncached } from '../../http/endpoint.ts';
import { actorOf } from '../../views/settings.ts';
import { testMessage } from '../../webhooks/message.ts';
import * as contract from './contract.ts';
import { MAX_WEBHOOKS, requireAddress, requireOneFilter, requireWebhook } from './read.ts';
import { settingsOf, viewDelivery, viewWebhook } from './view.ts';

const HOUR_MS = 3_600_000;

/** Changes a webhook of the caller's organization, and records who did it. @throws 404 if it has no such webhook */
async function change<T>(
  { db, caller }: Context,
  { id, action, details }: { id: string; action: string; details?: Record<string, unknown> },
  work: (trx: Trx) => Promise<T | undefined | false>,
): Promise<T> {
  await requireWebhook(db, caller!, id);
  const entry = { actor: actorOf(caller!), action: `webhooks ${action}`, subject: id };
  const done = await audited<T>(db, details ? { ...entry, details } : entry, work);
  if (done === undefined) throw fail('webhook_not_found', { id });
  return done;
}

export const routes: Route[] = [
  route(contract.listWebhooks, async ({ db, caller }) => {
    const webhooks = await listWebhooks(db, caller!.organization);
    return uncached({ webhooks: webhooks.map(viewWebhook) });
  }),
  route(contract.createWebhook, async ({ db, caller, now, poster }, input) => {
    requireAddress(poster.allow, input.url);
    const organization = await findOrganization(db, caller!.organization);
    if (!organization) throw fail('organization_unknown');
    requireOneFilter(input);
    if (input.list_id !== undefined && !(await findList(db, input.list_id, organization.id)))
      throw fail('list_not_found', { id: input.list_id });
    const given = {
      ...{ organization_id: organization.id, created_at: now, ...settingsOf(input), url: input.url },
      list_id: input.list_id ?? null,
      after_seq: await newestChange(db),
      epoch: await currentEpoch(db),
    };
    const actor = actorOf(caller!);
    const subject = ({ id }: WebhookRow) => id;
    const details = { organization: caller!.organization, ...input };
    const made = await audited(db, { actor, action: 'webhooks create', subject, details }, async (trx) => {
      if ((await countOwn(trx, 'webhooks', organization.id)) >= MAX_WEBHOOKS)
        throw fail('too_many_webhooks', { most: MAX_WEBHOOKS });
      return createWebhook(trx, given);
    });
    return uncached({ ...viewWebhook({ ...made!, waiting: 0, parked: 0 }), secret: made!.secret }, 201);
  }),
  route(contract.changeWebhook, async (context, { webhook_id: id, ...input }) => {
    if (input.url !== undefined) requireAddress(context.poster.allow, input.url);
    const { list_id } = await requireWebhook(context.db, context.caller!, id);
    requireOneFilter({ ...input, list_id });
    const next = settingsOf(input);
    if (Object.keys(next).length > 0)
      await change(context, { id, action: 'change', details: next }, (trx) => changeWebhook(trx, id, next));
    return uncached(viewWebhook(await requireWebhook(context.db, context.caller!, id)));
  }),
  route(contract.deleteWebhook, async (context, { webhook_id: id }) => {
    await change(context, { id, action: 'delete' }, (trx) => deleteWebhook(trx, id));
    return uncached({ id });
  }),
  route(contract.rotateWebhook, async (context, { webhook_id: id, overlap_hours }) => {
    const rotated = await change(context, { id, action: 'rotate' }, (trx) =>
      rotateWebhookSecret(trx, id, Date.parse(context.now), overlap_hours * HOUR_MS),
    );
    return uncached({ id, ...rotated }, 201);
  }),
  route(contract.testWebhook, async ({ db, caller, clock, poster, stepAside }, { webhook_id: id }) => {
    const hook = await requireWebhook(db, caller!, id);
    const { isDelivered, status, problem } = await stepAside((gone) =>
      poster.post(testMessage(hook, clock()), gone),
    );
    return uncached({ delivered: isDelivered, status, problem });
  }),
  route(contract.replayWebhook, async (context, { webhook_id: id, after }) => {
    const { db, caller, now } = context;
    const hook = await requireWebhook(db, caller!, id);
    if (after !== undefined) await requireKept(db, after);
    const place = { seq: after ?? hook.after_seq, epoch: await currentEpoch(db) };
    const resumed = await change(context, { id, action: 'replay', details: place }, async (trx) => {
      // Locks the webhook first.
      if (after !== undefined) await moveWebhook(trx, id, place);
      return { count: await resumeDeliveries(trx, id, now) };
    });
    return uncached({ resumed: resumed.count, seq: place.seq });
  }),
  route(contract.listDeliveries, async ({ db, caller }, { webhook_id: id, ...asked }) => {
    await requireWebhook(db, caller!, id);
    const deliveries = await listDeliveries(db, id, asked);
    return uncached({ deliveries: deliveries.map(viewDelivery) });
  }),
];
