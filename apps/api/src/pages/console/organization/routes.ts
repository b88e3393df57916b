import { html, type Markup } from '@dossier/pages';
import { ApiError } from '@dossier/shared';
import { z } from 'zod';
import * as keys from '../../../resources/keys/contract.ts';
import { routes as keyRoutes } from '../../../resources/keys/routes.ts';
import { getUsage } from '../../../resources/usage/contract.ts';
import { routes as usageRoutes } from '../../../resources/usage/routes.ts';
import * as webhooks from '../../../resources/webhooks/contract.ts';
import { routes as webhookRoutes } from '../../../resources/webhooks/routes.ts';
import type { Route } from '../../../services.ts';
import { basePath } from '../../../views/frame.ts';
import { named } from '../../../views/words.ts';
import { filledIn } from '../../site/form-fields.ts';
import { askerOf } from '../ask.ts';
import { consolePage, get, post, seeOther, text, to } from '../console.ts';
import { action, scopesInput } from '../forms.ts';
import { showKey } from '../secret.ts';
import { readEmbeds } from './read.ts';
import { viewEmbeds, viewKeys, viewUsage } from './view.ts';
import { viewDeliveries, viewWebhooks } from './view-webhooks.ts';

const ask = askerOf([...keyRoutes, ...usageRoutes, ...webhookRoutes]);
const at = '/organization';

/** Returns a part of a page, or why the key may not see it. */
async function part(title: string, view: () => Promise<Markup>): Promise<Markup> {
  const body = await view().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return html`<p class="quiet">${error.message}</p>`;
  });
  return html`<h2>${title}</h2>
    ${body}`;
}

const id = { id: text };
const ofWebhook = { webhook_id: z.string().max(100) };

export const routes: Route[] = [
  get('/organization', { name: 'getOrganization', needs: 'organization' }, async (context) => {
    const { organization, plan } = context.caller;
    const body = html`<h1>${named(organization)}</h1>
      <p>Plan ${plan}.</p>
      ${await part('Keys', async () =>
        viewKeys(context, (await ask(context, keys.listKeys)).keys, {
          ...{ base: '/organization/keys', canChange: true },
        }),
      )}
      ${await part('Usage of the last 30 days', async () => viewUsage((await ask(context, getUsage, { by: 'operation' })).days))}
      ${await part('Webhooks', async () =>
        viewWebhooks((await ask(context, webhooks.listWebhooks)).webhooks, (id) =>
          to(context, `/organization/webhooks/${id}`),
        ),
      )}
      ${await part(
        'Embeds',
        async () =>
          html`<p><a href="${basePath(context.publicUrl)}/embeds/new/saved">Saved embeds</a></p>
            ${viewEmbeds(await readEmbeds(context.db, organization))}`,
      )}`;
    return consolePage(context, { title: 'Organization', at, body });
  }),
  post(
    '/organization/keys/create',
    {
      name: 'createKeyForm',
      needs: 'organization',
      input: { name: text, expires_days: text, scopes: scopesInput, mode: text },
    },
    async (context, { scopes, ...fields }) => {
      const given = { ...filledIn(fields), ...(scopes !== undefined && { scopes }) };
      return showKey(context, await ask(context, keys.createKey, given), { at, back: at });
    },
  ),
  post(
    '/organization/keys/rotate',
    { name: 'rotateKeyForm', needs: 'organization', input: id },
    async (context, { id: key_id }) => {
      return showKey(context, await ask(context, keys.rotateKey, {}, { key_id }), { at, back: at });
    },
  ),
  post(
    '/organization/keys/revoke',
    { name: 'revokeKeyForm', needs: 'organization', input: id },
    async (context, { id: key_id }) => {
      await ask(context, keys.revokeKey, {}, { key_id });
      return seeOther(context, at);
    },
  ),
  get(
    '/organization/webhooks/:webhook_id',
    { name: 'getDeliveries', needs: 'organization', params: ofWebhook },
    async (context, { webhook_id }) => {
      const { deliveries } = await ask(context, webhooks.listDeliveries, {}, { webhook_id });
      const body = html`${viewDeliveries(deliveries)}
        ${action(context, `/organization/webhooks/${webhook_id}/replay`, 'Send parked messages again')}
        <p class="actions"><a href="${to(context, at)}">Back to the organization</a></p>`;
      return consolePage(context, { title: 'Messages of a webhook', at, body });
    },
  ),
  post(
    '/organization/webhooks/:webhook_id/replay',
    { name: 'replayForm', needs: 'organization', params: ofWebhook },
    async (context, { webhook_id }) => {
      await ask(context, webhooks.replayWebhook, {}, { webhook_id });
      return seeOther(context, `/organization/webhooks/${webhook_id}`);
    },
  ),
];
