import { html, input, select, table, type Column, type Markup } from '@dossier/pages';
import { named } from '../../../views/words.ts';
import { may } from '../../../http/auth/roles.ts';
import { to, type Signed } from '../console.ts';
import { action, time } from '../forms.ts';
import { kindChoices } from '../kinds.ts';

interface Saying {
  value: unknown;
  source: string;
  source_urls: string[];
  file: string | null;
  line: number | null;
  observed_at: string;
  run: number | null;
}

/** A record, as `ingest explain` prints it. */
export interface Explained {
  kind: string;
  key: string[];
  fields: (Saying & { field: string; others: Saying[] })[];
  reasons: Record<string, string>;
}

export interface RecordPage {
  kind: string;
  key: string;
  found: Explained | undefined;
  /** Why no record is shown. */
  problem: string | undefined;
  /** The companies whose names match what was typed. */
  companies: { name: string; domain: string }[];
}

/** Returns the page that finds a record, with its fields by source. */
export const viewRecords = (context: Signed, page: RecordPage): Markup =>
  html`<h1>Records</h1>
    <form action="${to(context, '/records')}">
      <div class="fields">
        ${select({ name: 'kind', label: 'Kind', value: page.kind, choices: kindChoices })}
        ${input({
          ...{ name: 'key', label: 'Key', value: page.key, problem: page.problem },
          hint: 'The domain of a company or a part of its name, or the key of a record, its parts separated by blanks',
        })}
      </div>
      <p class="actions">
        <button class="main">Show the record</button>
        ${may(context.caller, 'editor') && html`<a href="${to(context, '/records/merge')}">Merge two companies</a>`}
      </p>
    </form>
    ${
      page.companies.length > 0 &&
      html`<h2>Companies</h2>
        <ul class="list">
          ${page.companies.map(
            ({ name, domain }) =>
              html`<li>
                <a href="${to(context, addressOf('companies', domain))}">${named(name)}</a>
                <small>${domain}</small>
              </li>`,
          )}
        </ul>`
    }
    ${page.found && viewRecord(context, page, page.found)}`;

/** Returns the address of a record below `/console`. */
export const addressOf = (kind: string, key: string): string =>
  `/records?${new URLSearchParams({ kind, key })}`;

interface Line extends Saying {
  /** Empty for what other sources say. */
  field: string;
}

function viewRecord(context: Signed, { kind, key }: RecordPage, { fields, reasons }: Explained): Markup {
  const lines = fields.flatMap(({ others, ...best }): Line[] => [
    best,
    ...others.map((other) => ({ ...other, field: '' })),
  ]);
  const columns: Column<Line>[] = [
    {
      ...{ title: 'Field', kind: 'name' },
      cell: ({ field }) => (field === '' ? html`<span class="none">other source</span>` : named(field)),
    },
    { title: 'Value', kind: 'wide', cell: ({ value }) => named(shown(value)) },
    {
      ...{ title: 'Source', kind: 'wide' },
      cell: ({ source, file, line, run }) =>
        html`${named(source)}${file !== null && html`, ${named(file)} row ${line ?? ''}`}${
          run !== null && html`, <a href="${to(context, `/loads/${run}`)}">run ${run}</a>`
        }${run !== null && reasons[run] !== undefined && html`, because ${named(reasons[run])}`}`,
    },
    { title: 'Observed', kind: 'day', cell: ({ observed_at }) => time(observed_at) },
  ];
  const isByHand = ({ source, field }: Line) => source === 'hand' && field !== '';
  if (may(context.caller, 'editor') && lines.some(isByHand))
    columns.push({
      ...{ title: 'Action', kind: 'action' },
      cell: (line) =>
        isByHand(line)
          ? action(context, '/records/unset', 'Remove', {
              ...{ values: { kind, key, field: line.field }, of: line.field },
            })
          : undefined,
    });
  const query = new URLSearchParams({ kind, key });
  return html`<h2>${named(`${kind} ${key}`)}</h2>
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
      html`<details>
        <summary>Set a field by hand</summary>
        ${action(context, '/records/set', 'Set the field', {
          ...{ values: { kind, key }, main: true },
          fields: html`${input({ name: 'field', label: 'Field', hint: 'Such as headquarters.city' })}
          ${input({ name: 'value', label: 'Value', hint: 'The value null clears the field, whatever the feeds state.' })}
          ${input({ name: 'because', label: 'Reason', hint: 'For the log of runs and for this page' })}`,
        })}
      </details>`
    }
    ${table('Fields', columns, lines, { labelled: true })}`;
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
