import { column, html, table, type Column, type Markup } from '@dossier/pages';
import type { RecordHistory, RecordVersion } from '@dossier/shared';
import { named } from '../../../views/words.ts';
import { to, type Signed } from '../console.ts';
import { time } from '../forms.ts';
import { addressOf } from './view.ts';

/** Returns the page of the versions of a record, newest first. */
export function viewVersions(
  context: Signed,
  kind: string,
  key: string,
  { begins_at, versions }: RecordHistory,
): Markup {
  const columns: Column<RecordVersion>[] = [
    column.name('From', ({ from }) => time(from)),
    column.wide(
      'What changed',
      ({ op, fields }) => html`${op === 'delete' ? 'Deleted' : fields === null ? 'New' : fields.join(', ')}`,
    ),
    column.wide('Run', ({ run, command, undone_by }) =>
      run === null
        ? undefined
        : html`<a href="${to(context, `/loads/${run}`)}">${run}</a> ${command !== null && named(command)}${
              undone_by !== null &&
              html`, undone by <a href="${to(context, `/loads/${undone_by}`)}">run ${undone_by}</a>`
            }`,
    ),
    column.wide(
      'Sources',
      ({ statements }) =>
        html`${statements.map(({ source, file, line }, i) => html`${i > 0 && '; '}${named(source)}${file !== null && html`, ${named(file)} row ${line ?? ''}`}`)}`,
    ),
    column.wide('Content', ({ content, from }) =>
      content === null
        ? undefined
        : html`<details>
            <summary>Show</summary>
            <pre tabindex="0" aria-label="The version of ${from}">
${JSON.stringify(content, undefined, 2)}</pre>
          </details>`,
    ),
  ];
  return html`<h1>Versions</h1>
    <p>${named(`${kind} ${key}`)}. The history begins on ${time(begins_at)}.</p>
    ${table('Versions', versions.toReversed(), columns)}
    <p class="actions"><a href="${to(context, addressOf(kind, key))}">Back to the record</a></p>`;
}
