import { column, html, table, type Markup } from '@dossier/pages';
import type { Delivery, Webhook } from '../../../resources/webhooks/contract.ts';
import { named } from '../../../views/words.ts';
import { time } from '../forms.ts';

/** Returns the webhooks, each with a link to its messages. */
export const viewWebhooks = (webhooks: Webhook[], addressOf: (id: string) => string): Markup =>
  webhooks.length === 0
    ? html`<p>No webhooks.</p>`
    : table('Webhooks', webhooks, [
        column.name('Address', ({ id, url }) => html`<a href="${addressOf(id)}">${named(url)}</a>`),
        column.wide('Kinds', ({ kinds }) => (kinds === null ? 'all' : kinds.join(', '))),
        column.number('Waiting', ({ waiting }) => waiting),
        column.number('Parked', ({ parked }) => parked),
        column.day('Last delivered', ({ last_delivered_at }) => time(last_delivered_at)),
      ]);

/** Returns the messages of a webhook. */
export const viewDeliveries = (deliveries: Delivery[]): Markup =>
  html`<h1>Messages of a webhook</h1>
    <p role="status">
      ${deliveries.length === 0 ? 'No messages.' : `The last ${deliveries.length} messages, newest first.`}
    </p>
    ${table('Messages', deliveries, [
      column.name('Message', (one) => one.id),
      column.wide('State', ({ state }) => state),
      column.number('Tries', ({ tries }) => tries),
      column.day('Made', ({ created_at }) => time(created_at)),
      column.day('Tried', ({ tried_at }) => time(tried_at)),
      column.day('Next', ({ next_at }) => time(next_at)),
      column.wide('Answer', ({ status, problem }) =>
        status === null && problem === null
          ? undefined
          : html`${status ?? ''} ${problem !== null && named(problem)}`,
      ),
    ])}`;
