import { html } from '@dossier/pages';
import { DAY_MS, fail, invalid, toTimestamp } from '@dossier/shared';
import { findWebhook, listDeliveries, listOrganizations, listWebhooks } from '@dossier/store';
import { z } from 'zod';
import { modeOf, readValidKeys, scopesOf } from '../../../resources/keys/read.ts';
import { viewDay } from '../../../resources/usage/view.ts';
import { viewDelivery, viewWebhook } from '../../../resources/webhooks/view.ts';
import type { Route } from '../../../services.ts';
import { named } from '../../../views/words.ts';
import { consolePage, get, post, seeOther, text, to } from '../console.ts';
import { scopesInput } from '../forms.ts';
import { readEmbeds } from '../organization/read.ts';
import { viewDeliveries } from '../organization/view-webhooks.ts';
import { changeByAdmin } from '../run.ts';
import { showKey } from '../secret.ts';
import { addressOf, viewOrganization, viewOrganizations } from './view.ts';

const at = '/organizations';
const DAYS = 30;
const MAX_DELIVERIES = 100;

/** Returns the route of an action on an organization, which is a command of `admin orgs`. */
const orgAction = (
  command: 'create' | 'plan' | 'suspend' | 'resume',
  argsOf: (name: string, plan: string) => string[],
) =>
  post(
    `/organizations/${command}`,
    { name: `${command}Organization`, needs: 'admin', input: { name: text, plan: text } },
    async (context, { name, plan }) => {
      if (name === '') throw invalid('name', 'must not be empty');
      await changeByAdmin(context, ['orgs', command, ...argsOf(name, plan)]);
      return seeOther(context, addressOf(name));
    },
  );

/** Returns the route of an action on a key that shows a new key. */
const keyAction = (
  command: 'create' | 'rotate',
  input: z.ZodRawShape,
  argsOf: (fields: Record<string, unknown>) => string[],
) =>
  post(
    `/organizations/keys/${command}`,
    { name: `${command}KeyOfOrganization`, needs: 'admin', input: { ...input, organization: text } },
    async (context, fields) => {
      const args = ['keys', command, ...argsOf(fields)];
      const made = await changeByAdmin<{ key: string; expires_at: string | null }>(context, args);
      return showKey(context, made, { at, back: addressOf(String(fields['organization'])) });
    },
  );

export const routes: Route[] = [
  get('/organizations', { name: 'getOrganizations', needs: 'reader' }, async (context) => {
    const all = await listOrganizations(context.db);
    return consolePage(context, { title: 'Organizations', at, body: viewOrganizations(context, all) });
  }),
  get(
    '/organizations/one',
    { name: 'getOneOrganization', needs: 'reader', input: { name: text } },
    async (context, { name }) => {
      const [all, keys, webhooks, embeds, days] = await Promise.all([
        listOrganizations(context.db),
        readValidKeys(context.db, name, context.now),
        listWebhooks(context.db, name),
        readEmbeds(context.db, name),
        context.usage.read(name, DAYS, context.clock(), 'operation'),
      ]);
      const organization = all.find((one) => one.name === name);
      if (!organization) throw fail('not_found');
      const body = viewOrganization(context, organization, {
        keys: keys.map((key) => ({ ...key, scopes: scopesOf(key), mode: modeOf(key) })),
        usage: days.map(viewDay),
        webhooks: webhooks.map(viewWebhook),
        embeds,
      });
      return consolePage(context, { title: name, at, body });
    },
  ),
  get(
    '/organizations/webhooks/:webhook_id',
    { needs: 'reader', name: 'getDeliveriesOfOrganization', params: { webhook_id: z.string().max(100) } },
    async (context, { webhook_id }) => {
      const webhook = await findWebhook(context.db, webhook_id);
      if (!webhook) throw fail('not_found');
      const deliveries = await listDeliveries(context.db, webhook_id, { limit: MAX_DELIVERIES });
      const body = html`${viewDeliveries(deliveries.map(viewDelivery))}
        <p class="actions">
          <a href="${to(context, addressOf(webhook.organization))}">Back to ${named(webhook.organization)}</a>
        </p>`;
      return consolePage(context, { title: 'Messages of a webhook', at, body });
    },
  ),
  orgAction('create', (name, plan) => [`--plan=${plan}`, '--', name]),
  orgAction('plan', (name, plan) => ['--', name, plan]),
  orgAction('suspend', (name) => ['--', name]),
  orgAction('resume', (name) => ['--', name]),
  keyAction(
    'create',
    { name: text, expires_days: text, scopes: scopesInput, mode: text },
    ({ name, expires_days, scopes, mode, organization }) => {
      if (expires_days !== '' && !/^[1-9]\d{0,3}$/.test(String(expires_days)))
        throw invalid('expires_days', 'must be a number of days');
      const expires =
        expires_days === '' ? [] : [`--expires=${toTimestamp(Date.now() + Number(expires_days) * DAY_MS)}`];
      return [
        ...(name === '' ? [] : [`--name=${String(name)}`]),
        ...(scopes === undefined ? [] : [`--scopes=${(scopes as string[]).join(',')}`]),
        ...(mode === 'test' ? ['--test'] : []),
        ...expires,
        ...['--', String(organization)],
      ];
    },
  ),
  keyAction('rotate', { id: text }, ({ id }) => ['--', String(id)]),
  post(
    '/organizations/keys/revoke',
    { name: 'revokeKeyOfOrganization', needs: 'admin', input: { id: text, organization: text } },
    async (context, { id, organization }) => {
      await changeByAdmin(context, ['keys', 'revoke', '--', id]);
      return seeOther(context, addressOf(organization));
    },
  ),
];
