import { html, table, type Markup } from '@dossier/pages';
import { named } from '../../../views/words.ts';
import { time } from '../forms.ts';

export interface Webhook {
  id: string;
  url: string;
  kinds: string[] | null;
  waiting: number;
  parked: number;
  last_delivered_at: string | null;
}

/** Returns the webhooks, each with a link to its messages. */
export const viewWebhooks = (webhooks: Webhook[], addressOf: (id: string) => string): Markup =>
  webhooks.length === 0
    ? html`<p>No webhooks.</p>`
    : table<Webhook>(
        'Webhooks',
        [
          {
            ...{ title: 'Address', kind: 'name' },
            cell: ({ id, url }) => html`<a href="${addressOf(id)}">${named(url)}</a>`,
          },
          {
            title: 'Kinds',
            kind: 'wide',
            cell: ({ kinds }) => html`${kinds === null ? 'all' : kinds.join(', ')}`,
          },
          { title: 'Waiting', kind: 'number', cell: ({ waiting }) => html`${waiting}` },
          { title: 'Parked', kind: 'number', cell: ({ parked }) => html`${parked}` },
          { title: 'Last delivered', kind: 'day', cell: ({ last_delivered_at }) => time(last_delivered_at) },
        ],
        webhooks,
        { labelled: true },
      );

export interface Delivery {
  id: string;
  company_id: number | null;
  seq: number;
  state: string;
  tries: number;
  created_at: string;
  tried_at: string | null;
  next_at: string | null;
  status: number | null;
  problem: string | null;
}

/** Returns the messages of a webhook. */
export const viewDeliveries = (deliveries: Delivery[]): Markup =>
  html`<h1>Messages of a webhook</h1>
    <p role="status">
      ${deliveries.length === 0 ? 'No messages.' : `The last ${deliveries.length} messages, newest first.`}
    </p>
    ${
      deliveries.length > 0 &&
      table<Delivery>(
        'Messages',
        [
          { title: 'Message', kind: 'name', cell: (one) => html`${one.id}` },
          { title: 'State', kind: 'wide', cell: ({ state }) => html`${state}` },
          { title: 'Tries', kind: 'number', cell: ({ tries }) => html`${tries}` },
          { title: 'Made', kind: 'day', cell: ({ created_at }) => time(created_at) },
          { title: 'Tried', kind: 'day', cell: ({ tried_at }) => time(tried_at) },
          { title: 'Next', kind: 'day', cell: ({ next_at }) => time(next_at) },
          {
            title: 'Answer',
            kind: 'wide',
            cell: ({ status, problem }) =>
              status === null && problem === null
                ? undefined
                : html`${status ?? ''} ${problem !== null && named(problem)}`,
          },
        ],
        deliveries,
        { labelled: true },
      )
    }`;
