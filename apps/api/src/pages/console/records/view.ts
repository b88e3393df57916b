import { area, column, html, input, select, table, type Column, type Markup } from '@dossier/pages';
import type { Explained, FieldSaying } from '@dossier/shared';
import { named } from '../../../views/words.ts';
import { may } from '../../../http/auth/roles.ts';
import { comesBack, to, type Signed } from '../console.ts';
import { action, time } from '../forms.ts';
import { kindChoices } from '../kinds.ts';
import type { Found } from './find.ts';

export interface RecordPage {
  kind: string;
  key: string;
  /** The field whose form is open. */
  field: string;
  found: Explained | undefined;
  /** Why no record with that key is shown. */
  problem: string | undefined;
  /** The records that the words found. */
  meant: Found[];
}

/** Returns the page that finds a record, with its fields by source. */
export const viewRecords = (context: Signed, page: RecordPage): Markup =>
  html`<h1>Records</h1>
    <form action="${to(context, '/records')}">
      <div class="fields">
        ${select({ name: 'kind', label: 'Kind', value: page.kind, choices: kindChoices })}
        ${input({
          ...{
            name: 'key',
            label: 'Words or key',
            value: page.key,
            problem: page.meant.length === 0 ? page.problem : undefined,
          },
          hint: 'The key of a record, its parts separated by blanks; or words: names of companies, titles of documents, filings and news, names of events with their company',
        })}
      </div>
      <p class="actions">
        <button class="main">Show the record</button>
        ${may(context.caller, 'editor') && html`<a href="${to(context, '/records/merge')}">Merge two companies</a>`}
      </p>
    </form>
    ${
      page.meant.length > 0 &&
      html`<p role="status">${named(page.problem ?? '')}</p>
        <h2>Records with these words</h2>
        <ul class="list">
          ${page.meant.map(
            ({ key, title, about }) =>
              html`<li>
                <a href="${to(context, addressOf(page.kind, key))}">${named(title)}</a>
                <small>${named(about)}</small>
              </li>`,
          )}
        </ul>`
    }
    ${page.found && viewRecord(context, page, page.found)}`;

/** Returns the address of a record below `/console`. */
export const addressOf = (kind: string, key: string): string =>
  `/records?${new URLSearchParams({ kind, key })}`;

interface Line extends FieldSaying {
  /** Empty for what other sources say. */
  field: string;
}

function viewRecord(context: Signed, { kind, key, field: chosen }: RecordPage, explained: Explained): Markup {
  const { fields, reasons } = explained;
  const lines = fields.flatMap(({ others, ...best }): Line[] => [
    best,
    ...others.map((other) => ({ ...other, field: '' })),
  ]);
  const columns: Column<Line>[] = [
    column.name('Field', ({ field }) =>
      field === '' ? html`<span class="none">other source</span>` : named(field),
    ),
    column.wide('Value', ({ value }) => named(shown(value))),
    column.wide(
      'Source',
      ({ source, file, line, run }) =>
        html`${named(source)}${file !== null && html`, ${named(file)} row ${line ?? ''}`}${
          run !== null && html`, <a href="${to(context, `/loads/${run}`)}">run ${run}</a>`
        }${run !== null && reasons[run] !== undefined && html`, because ${named(reasons[run])}`}`,
    ),
    column.day('Observed', ({ observed_at }) => time(observed_at)),
  ];
  const isByHand = ({ source, field }: Line) => source === 'hand' && field !== '';
  if (may(context.caller, 'editor'))
    columns.push(
      column.action(
        'Action',
        (line) =>
          html`${
            line.field !== '' &&
            html`<a
              href="${to(context, `/records?${new URLSearchParams({ kind, key, field: line.field })}`)}#set"
              aria-label="Change ${line.field}"
              >Change</a
            > `
          }${
            isByHand(line) &&
            action(context, '/records/unset', 'Remove', {
              ...{ values: { kind, key, field: line.field }, of: line.field },
            })
          }`,
      ),
    );
  const set = settingOf(explained, chosen);
  const query = new URLSearchParams({ kind, key });
  return html`<h2>${named(explained.title ?? `${kind} ${key}`)}</h2>
    ${explained.title !== null && html`<p class="quiet">${named(`${kind} ${key}`)}</p>`}
    <p class="actions">
      <a href="${to(context, `/records/versions?${query}`)}">Versions</a>
      ${may(context.caller, 'editor') && html`<a href="${to(context, `/records/delete?${query}`)}">Delete…</a>`}
      ${
        may(context.caller, 'editor') &&
        kind === 'companies' &&
        html`<a href="${to(context, `/records/merge?${new URLSearchParams({ from: key })}`)}"
          >Merge into another company…</a
        >`
      }
    </p>
    ${
      may(context.caller, 'editor') &&
      html`<details id="set" ${chosen !== '' && html`open`}>
        <summary>Set a field by hand</summary>
        ${action(context, '/records/set', 'Set the field', {
          ...{ values: { kind, key }, main: true },
          fields: html`${input({ name: 'field', label: 'Field', value: set.field, hint: 'Such as headquarters.city' })}
          ${area({ name: 'value', label: 'Value', value: set.value, rows: Math.min(10, set.value.split('\n').length), hint: set.hint })}
          ${input({ name: 'because', label: 'Reason', hint: 'For the log of runs and for this page' })}`,
        })}
      </details>`
    }
    ${table('Fields', lines, columns)}`;
}

/**
 * Returns what the form that sets a field begins with. An item of a list is set as a list, with the items that were set by
 * hand before, which it replaces.
 */
function settingOf({ fields, lists }: Explained, chosen: string): Setting {
  const found = fields.find(({ field }) => field === chosen);
  if (!found) return { field: chosen, value: '', hint: HINT };
  const list = lists.find((each) => chosen.startsWith(`${each}.`));
  const items = fields
    .filter(({ field }) => field.startsWith(`${list}.`))
    .flatMap(({ field, others, ...best }) =>
      field === chosen ? best : ([best, ...others].find(({ source }) => source === 'hand') ?? []),
    );
  const value = list === undefined ? shown(found.value) : JSON.stringify(items.map((item) => item.value));
  const field = list ?? chosen;
  return comesBack(value) ? { field, value, hint: HINT } : { field, value: '', hint: `${TOO_LONG} ${HINT}` };
}

interface Setting {
  field: string;
  value: string;
  hint: string;
}

const HINT =
  'The value null clears the field, whatever the feeds state. A list replaces the items that were set by hand before.';
const TOO_LONG = 'The value is left out here, because this form would change it.';

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
