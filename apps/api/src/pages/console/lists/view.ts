import { checks, column, hidden, html, input, pager, table, type Markup } from '@dossier/pages';
import type { Change } from '@dossier/shared';
import type { CompanyRef } from '@dossier/store';
import { MAX_READ } from '../../../lists/changes.ts';
import type { List } from '../../../resources/lists/view.ts';
import { mayEdit } from '../../../http/auth/roles.ts';
import { changeInWords } from '../../../views/changes.ts';
import { basePath } from '../../../views/frame.ts';
import { named } from '../../../views/words.ts';
import { sentenceOf } from '../../site/companies/words.ts';
import { to, type Signed } from '../console.ts';
import { action, facts, time } from '../forms.ts';

/** Returns what a list contains, in words. */
const contents = ({ filter, company_ids }: List): string =>
  filter === null ? `${company_ids!.length} companies` : sentenceOf(filter, undefined);

/** Returns the page of all lists, with the form that makes one. */
export function viewLists(
  context: Signed,
  lists: List[],
  { filter, sentence, companies }: { filter: string; sentence: string | undefined; companies: string },
): Markup {
  const isFilter = sentence !== undefined;
  return html`<h1>Lists</h1>
    ${
      mayEdit(context.caller) &&
      html`<details ${(isFilter || companies !== '' || lists.length === 0) && html`open`}>
        <summary>Make a list</summary>
        ${action(context, '/lists/create', 'Make the list', {
          main: true,
          fields: html`${input({ name: 'name', label: 'Name' })}
          ${
            isFilter
              ? html`${hidden({ filter })}
                  <p>${sentence}</p>`
              : input({
                  ...{ name: 'companies', label: 'Companies', value: companies },
                  hint: 'Slugs or domains, with commas between them. For a filter, begin at the page of companies',
                })
          }
          ${checks('corrections', 'Changes', [{ value: 'true', text: 'Corrections in bulk too' }])}`,
        })}
      </details>`
    }
    <p class="actions"><a href="${basePath(context.publicUrl)}/companies">Find companies with a filter</a></p>
    ${table('Lists', lists, [
      column.name(
        'List',
        ({ id, name }) => html`<a href="${to(context, `/lists/${id}`)}">${named(name)}</a>`,
      ),
      column.wide('Companies', contents),
      column.day('Made', ({ created_at }) => time(created_at)),
    ])}`;
}

/** What the page of a list shows. */
export interface ListPage {
  list: List;
  changes: Change[];
  before: number | null;
  companies: Map<number, CompanyRef>;
  /** Whether the visitor may have webhooks: operators have no organization. */
  mayPush: boolean;
}

/** Returns how many changes the page shows. */
function howMany(count: number, mayHaveEarlier: boolean): string {
  if (count > 0)
    return `The newest change of ${count === 1 ? '1 record' : `${count} records`}, newest first.`;
  if (!mayHaveEarlier) return 'No changes.';
  return `No changes among the ${MAX_READ.toLocaleString('en')} that this page read. Go on to earlier ones.`;
}

/** Returns the page of a list with its changes. */
export function viewList(context: Signed, { list, changes, before, companies, mayPush }: ListPage): Markup {
  const base = basePath(context.publicUrl);
  const path = `/lists/${list.id}`;
  const found =
    list.filter &&
    new URLSearchParams(Object.entries(list.filter).map(([name, value]) => [name, String(value)]));
  const links = (ids: number[]) =>
    ids.flatMap((id) => {
      const company = companies.get(id);
      return company
        ? [html`<a href="${base}/companies/${encodeURIComponent(company.slug)}">${named(company.name)}</a> `]
        : [];
    });
  return html`<h1>${named(list.name)}</h1>
    <p>
      ${found ? html`<a href="${base}/companies?${String(found)}">${contents(list)}</a>` : contents(list)}
    </p>
    <h2>Changes</h2>
    <p role="status">${howMany(changes.length, before !== null)}</p>
    ${table('Changes', changes, [
      column.name('Change', changeInWords),
      column.wide('Company', ({ company_ids: ids }) => ids.length > 0 && html`${links(ids)}`),
      column.day('Time', ({ at }) => time(at)),
    ])}
    ${pager([{ href: before !== null && to(context, `${path}?before=${before}`), text: 'Earlier changes', rel: 'next' }])}
    <h2>Alerts</h2>
    <p>
      Paste this address into a feed reader. It needs no key, so anyone who has it can read the changes:
      <a href="${list.feed_url}">the feed of this list</a>.
    </p>
    ${facts([['Corrections in bulk', list.corrections ? 'shown' : 'not shown']])}
    ${
      mayPush &&
      action(context, `${path}/webhook`, 'Make a webhook', {
        fields: input({
          ...{ name: 'url', label: 'Address of a webhook' },
          hint: 'The service sends the changes of the list to this https address, at most 50 in a message',
        }),
      })
    }
    ${
      mayEdit(context.caller) &&
      html`<div class="actions">
        ${action(context, `${path}/feed`, 'Replace the address of the feed')}
        ${action(context, `${path}/delete`, 'Delete the list')}
      </div>`
    }`;
}
