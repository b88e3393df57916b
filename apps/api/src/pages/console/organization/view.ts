import { checks, html, input, table, type Column, type Markup } from '@dossier/pages';
import { groupBy } from '@dossier/shared';
import { scopeNames } from '../../../http/auth/scopes.ts';
import { named } from '../../../views/words.ts';
import { to, type Signed } from '../console.ts';
import { action, facts, time } from '../forms.ts';

/** A key, as an organization and as an operator see it. */
export interface Key {
  id: string;
  name: string | null;
  scopes: string[] | null;
  mode: 'live' | 'test';
  created_by: string | null;
  last_used_at: string | null;
  expires_at: string | null;
}

/** Returns the keys with their actions. @param base the path below `/console` that the actions begin with */
export function viewKeys(
  context: Signed,
  keys: Key[],
  { base, values = {}, canChange }: { base: string; values?: Record<string, string>; canChange: boolean },
): Markup {
  const act = ({ id, name }: Key, path: string, button: string) =>
    action(context, `${base}/${path}`, button, { values: { ...values, id }, of: name ?? id });
  const columns: Column<Key>[] = [
    {
      title: 'Key',
      kind: 'name',
      cell: ({ id, name }) => html`${name === null ? id : html`${named(name)} <small>${id}</small>`}`,
    },
    {
      title: 'Scopes',
      kind: 'wide',
      cell: ({ scopes, mode }) =>
        html`${scopes === null ? 'all' : scopes.join(', ')}${mode === 'test' && html` <small>test</small>`}`,
    },
    {
      title: 'Made by',
      kind: 'wide',
      cell: ({ created_by }) => (created_by === null ? undefined : named(created_by)),
    },
    {
      title: 'Last used',
      kind: 'day',
      cell: ({ last_used_at }) => time(last_used_at) ?? html`<span class="none">never</span>`,
    },
    {
      title: 'Expires',
      kind: 'day',
      cell: ({ expires_at }) => time(expires_at) ?? html`<span class="none">never</span>`,
    },
    ...(canChange
      ? [
          {
            ...{ title: 'Action', kind: 'action' as const },
            cell: (key: Key) => html`${act(key, 'rotate', 'Rotate')}${act(key, 'revoke', 'Revoke')}`,
          },
        ]
      : []),
  ];
  return html`${keys.length === 0 ? html`<p>No valid keys.</p>` : table('Keys', columns, keys, { labelled: true })}
  ${
    canChange &&
    html`<details>
      <summary>Make a key</summary>
      ${action(context, `${base}/create`, 'Make the key', {
        ...{ values, main: true },
        fields: html`${input({ name: 'name', label: 'Name', hint: 'What the key is for' })}
        ${input({ name: 'expires_days', label: 'Days until it expires', type: 'number', hint: 'Empty for no end of its own' })}
        ${checks(
          'scopes',
          'Scopes (none checked: all)',
          scopeNames.map((value) => ({ value, text: value, checked: false })),
        )}
        ${checks('mode', 'Test mode', [{ value: 'test', text: 'The key sees a sample instead of the data', checked: false }])}`,
      })}
    </details>`
  }`;
}

/** Returns the page that shows a new key, once. */
export const viewNewKey = (
  context: Signed,
  { key, expires_at, back }: { key: string; expires_at: string | null; back: string },
): Markup =>
  html`<h1>New key</h1>
    <p role="status">Copy the key now. It is not shown again.</p>
    <pre class="secret" tabindex="0" aria-label="The new key">${key}</pre>
    ${facts([['Expires', time(expires_at) ?? 'never']])}
    <p class="actions"><a href="${to(context, back)}">Back to the keys</a></p>`;

type Counts = Record<'requests' | 'tasks', number>;

export interface Usage {
  days: ({ date: string; family: string; operation?: string | null } & Counts)[];
}

const counted = (n: number): string => n.toLocaleString('en');
const sum = (all: Counts[], name: keyof Counts): string =>
  counted(all.reduce((total, one) => total + one[name], 0));

/** Returns the usage by day and section, each with its operations. */
export const viewUsage = ({ days }: Usage): Markup =>
  days.length === 0
    ? html`<p>No requests in these days.</p>`
    : table(
        'Usage',
        [
          { title: 'Section', kind: 'name', cell: ([{ family }]) => html`${family}` },
          { title: 'Day', kind: 'day', cell: ([{ date }]) => html`${date}` },
          { title: 'Requests', kind: 'number', cell: (all) => html`${sum(all, 'requests')}` },
          { title: 'Tasks', kind: 'number', cell: (all) => html`${sum(all, 'tasks')}` },
          {
            title: 'Operations',
            kind: 'wide',
            cell: (all) =>
              html`<ul>
                ${all.map(
                  ({ operation, requests, tasks }) =>
                    html`<li>
                      ${operation ?? 'not known'}: ${counted(requests)}
                      ${requests === 1 ? 'request' : 'requests'}, ${counted(tasks)}
                      ${tasks === 1 ? 'task' : 'tasks'}
                    </li>`,
                )}
              </ul>`,
          },
        ],
        [...groupBy(days, ({ date, family }) => `${date} ${family}`).values()] as [Usage['days'][number]][],
        { labelled: true },
      );

export interface Embed {
  name: string;
  form: string;
  state: string;
  created_at: string;
}

/** Returns the stored charts and the saved embeds of an organization. */
export const viewEmbeds = (embeds: Embed[]): Markup =>
  html`<p class="quiet">
      Signed addresses of embeds are not listed, because the service does not store them.
    </p>
    ${
      embeds.length === 0
        ? html`<p>No stored charts or saved embeds.</p>`
        : table<Embed>(
            'Embeds',
            [
              { title: 'Embed', kind: 'name', cell: ({ name }) => named(name) },
              { title: 'Form', kind: 'wide', cell: ({ form }) => html`${form}` },
              { title: 'State', kind: 'wide', cell: ({ state }) => html`${state}` },
              { title: 'Made', kind: 'day', cell: ({ created_at }) => time(created_at) },
            ],
            embeds,
            { labelled: true },
          )
    }`;
