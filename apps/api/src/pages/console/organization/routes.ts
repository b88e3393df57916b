import { html, type Markup } from '@dossier/pages';
import { ApiError } from '@dossier/shared';
import { z } from 'zod';
import * as keys from '../../../resources/keys/routes.ts';
import * as usage from '../../../resources/usage/routes.ts';
import * as webhooks from '../../../resources/webhooks/routes.ts';
import type { Route } from '../../../services.ts';
import { named } from '../../../views/words.ts';
import { filledIn } from '../../site/form-fields.ts';
import { askerOf } from '../ask.ts';
import { consolePage, consoleRoute, seeOther, text, type Signed } from '../console.ts';
import { scopesInput } from '../forms.ts';
import { viewEmbeds, viewKeys, viewNewKey, viewUsage, type Embed, type Key, type Usage } from './view.ts';
import { viewDeliveries, viewWebhooks, type Delivery, type Webhook } from './view-webhooks.ts';

const ask = askerOf([...keys.routes, ...usage.routes, ...webhooks.routes]);
const at = '/organization';
const MOST_EMBEDS = 200;

/** Returns a part of a page, or why the key may not see it. */
async function part(title: string, view: () => Promise<Markup>): Promise<Markup> {
  const body = await view().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return html`<p class="quiet">${error.message}</p>`;
  });
  return html`<h2>${title}</h2>
    ${body}`;
}

const readEmbeds = ({ db, caller }: Signed): Promise<Embed[]> =>
  db('charts')
    .where({ creator: caller.organization })
    .orderBy('created_at', 'desc')
    .limit(MOST_EMBEDS)
    .select('id', 'name', 'view_type', 'created_at');

const id = { id: text };
const ofWebhook = { webhook_id: z.string().max(100) };

export const routes: Route[] = [
  consoleRoute(
    { method: 'GET', path: '/console/organization', name: 'getOrganization', needs: 'organization' },
    async (context) => {
      const { organization, plan } = context.caller;
      const body = html`<h1>${named(organization)}</h1>
        <p>Plan ${plan}.</p>
        ${await part('Keys', async () =>
          viewKeys(context, (await ask<{ keys: Key[] }>(context, 'listKeys')).keys, {
            ...{ base: '/organization/keys', canChange: true },
          }),
        )}
        ${await part('Usage of the last 30 days', async () => viewUsage(await ask<Usage>(context, 'getUsage')))}
        ${await part('Webhooks', async () =>
          viewWebhooks(context, (await ask<{ webhooks: Webhook[] }>(context, 'listWebhooks')).webhooks),
        )}
        ${await part('Embeds', async () => viewEmbeds(context, await readEmbeds(context)))}`;
      return consolePage(context, { title: 'Organization', at, body });
    },
  ),
  consoleRoute(
    {
      ...{
        method: 'POST',
        path: '/console/organization/keys/create',
        name: 'createKeyForm',
        needs: 'organization',
      },
      input: {
        name: text,
        expires_days: text,
        scopes: scopesInput,
        mode: text,
      },
    },
    async (context, { scopes, ...fields }) => {
      const given = { ...filledIn(fields), ...(scopes !== undefined && { scopes }) };
      const made = await ask<{ key: string; expires_at: string | null }>(context, 'createKey', given);
      return consolePage(context, { title: 'New key', at, body: viewNewKey(context, { ...made, back: at }) });
    },
  ),
  consoleRoute(
    {
      ...{
        method: 'POST',
        path: '/console/organization/keys/rotate',
        name: 'rotateKeyForm',
        needs: 'organization',
      },
      input: id,
    },
    async (context, { id: key_id }) => {
      const made = await ask<{ key: string; expires_at: string | null }>(
        context,
        'rotateKey',
        {},
        { key_id },
      );
      return consolePage(context, { title: 'New key', at, body: viewNewKey(context, { ...made, back: at }) });
    },
  ),
  consoleRoute(
    {
      ...{
        method: 'POST',
        path: '/console/organization/keys/revoke',
        name: 'revokeKeyForm',
        needs: 'organization',
      },
      input: id,
    },
    async (context, { id: key_id }) => {
      await ask(context, 'revokeKey', {}, { key_id });
      return seeOther(context, at);
    },
  ),
  consoleRoute(
    {
      ...{ method: 'GET', path: '/console/organization/webhooks/:webhook_id', name: 'getDeliveries' },
      ...{ needs: 'organization', params: ofWebhook },
    },
    async (context, { webhook_id }) => {
      const { deliveries } = await ask<{ deliveries: Delivery[] }>(
        context,
        'listWebhookDeliveries',
        {},
        { webhook_id },
      );
      const body = viewDeliveries(context, webhook_id, deliveries);
      return consolePage(context, { title: 'Messages of a webhook', at, body });
    },
  ),
  consoleRoute(
    {
      ...{ method: 'POST', path: '/console/organization/webhooks/:webhook_id/replay', name: 'replayForm' },
      ...{ needs: 'organization', params: ofWebhook },
    },
    async (context, { webhook_id }) => {
      await ask(context, 'replayWebhook', {}, { webhook_id });
      return seeOther(context, `/organization/webhooks/${webhook_id}`);
    },
  ),
];
