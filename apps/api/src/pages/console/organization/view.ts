import { asChoices, checks, column, html, input, table, type Column, type Markup } from '@dossier/pages';
import { groupBy } from '@dossier/shared';
import type { ApiKey } from '../../../resources/keys/contract.ts';
import type { Usage } from '../../../resources/usage/contract.ts';
import { scopeNames } from '../../../http/auth/scopes.ts';
import { named } from '../../../views/words.ts';
import type { Signed } from '../console.ts';
import { action, time } from '../forms.ts';

/** A key, as an organization and as an operator see it. */
export type Key = Omit<ApiKey, 'created_by'> & { created_by: string | null };

/** Returns the keys with their actions. @param base the path below `/console` that the actions begin with */
export function viewKeys(
  context: Signed,
  keys: Key[],
  { base, values = {}, canChange }: { base: string; values?: Record<string, string>; canChange: boolean },
): Markup {
  const act = ({ id, name }: Key, path: string, button: string) =>
    action(context, `${base}/${path}`, button, { values: { ...values, id }, of: name ?? id });
  const columns: Column<Key>[] = [
    column.name(
      'Key',
      ({ id, name }) => html`${name === null ? id : html`${named(name)} <small>${id}</small>`}`,
    ),
    column.wide(
      'Scopes',
      ({ scopes, mode }) =>
        html`${scopes === null ? 'all' : scopes.join(', ')}${mode === 'test' && html` <small>test</small>`}`,
    ),
    column.wide('Made by', ({ created_by }) => created_by !== null && named(created_by)),
    column.day(
      'Last used',
      ({ last_used_at }) => time(last_used_at) ?? html`<span class="none">never</span>`,
    ),
    column.day('Expires', ({ expires_at }) => time(expires_at) ?? html`<span class="none">never</span>`),
    ...(canChange
      ? [
          column.action(
            'Action',
            (key: Key) => html`${act(key, 'rotate', 'Rotate')}${act(key, 'revoke', 'Revoke')}`,
          ),
        ]
      : []),
  ];
  return html`${keys.length === 0 ? html`<p>No valid keys.</p>` : table('Keys', keys, columns)}
  ${
    canChange &&
    html`<details>
      <summary>Make a key</summary>
      ${action(context, `${base}/create`, 'Make the key', {
        ...{ values, main: true },
        fields: html`${input({ name: 'name', label: 'Name', hint: 'What the key is for' })}
        ${input({ name: 'expires_days', label: 'Days until it expires', type: 'number', hint: 'Empty for no end of its own' })}
        ${checks('scopes', 'Scopes (none checked: all)', asChoices(scopeNames))}
        ${checks('mode', 'Test mode', [{ value: 'test', text: 'The key sees a sample instead of the data' }])}`,
      })}
    </details>`
  }`;
}

type Counts = Record<'requests' | 'tasks', number>;

const counted = (n: number): string => n.toLocaleString('en');
const sum = (all: Counts[], name: keyof Counts): string =>
  counted(all.reduce((total, one) => total + one[name], 0));

/** Returns the usage by day and section, each with its operations. */
export const viewUsage = (days: Usage['days']): Markup =>
  days.length === 0
    ? html`<p>No requests in these days.</p>`
    : table(
        'Usage',
        [...groupBy(days, ({ date, family }) => `${date} ${family}`).values()] as [Usage['days'][number]][],
        [
          column.name('Section', ([{ family }]) => family),
          column.day('Day', ([{ date }]) => date),
          column.number('Requests', (all) => sum(all, 'requests')),
          column.number('Tasks', (all) => sum(all, 'tasks')),
          column.wide(
            'Operations',
            (all) =>
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
          ),
        ],
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
        : table('Embeds', embeds, [
            column.name('Embed', ({ name }) => named(name)),
            column.wide('Form', ({ form }) => form),
            column.wide('State', ({ state }) => state),
            column.day('Made', ({ created_at }) => time(created_at)),
          ])
    }`;
