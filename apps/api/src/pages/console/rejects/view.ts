import { column, hidden, html, table, type Column, type Markup } from '@dossier/pages';
import { named } from '../../../views/words.ts';
import { to, type Signed } from '../console.ts';
import { cellsToCorrect, cellsToShow, fieldOf, type Placed } from './rejects.ts';

const place: Column<Placed> = column.name(
  'Place',
  ({ file, row }) => html`${named(file.replace(/^.*[/\\]/, ''))} row ${row}`,
);
const reason: Column<Placed> = column.wide('Reason', (each) => named(each.reason));
const cells: Column<Placed> = column.wide(
  'Cell',
  (rejected) =>
    html`${cellsToShow(rejected).map(({ name, value }, i) => html`${i > 0 && ', '}${named(name)}: <strong>${named(value)}</strong>`)}`,
);

/** Returns rejected rows with the cells that their reasons name. */
export const viewRejects = (rows: Placed[]): Markup => table('Rejected rows', rows, [place, cells, reason]);

/** The most fields of the form. A form of the service has at most 1,000. */
const MAX_FIELDS = 400;

/** Returns a form with the cells that their reasons name, which loads the corrected rows. */
export function viewCorrections(
  context: Signed,
  run: number,
  { rows, version }: { rows: Placed[]; version: string },
): Markup {
  let fields = 0;
  const shown = rows.filter((row) => (fields += cellsToCorrect(row).length) <= MAX_FIELDS);
  const inputs: Column<Placed> = column.wide(
    'Cell',
    (rejected) =>
      html`${cellsToCorrect(rejected).map((cell) => {
        const field = fieldOf(rejected, cell);
        return html`<div class="cell">
          <label for="${field}">${named(cell.name)}</label>
          <input
            id="${field}"
            name="${field}"
            value="${cell.value}"
            aria-describedby="why-${rejected.place}"
            form="corrections"
          />
        </div>`;
      })}`,
  );
  const why: Column<Placed> = {
    ...reason,
    cell: (each) => html`<span id="why-${each.place}">${named(each.reason)}</span>`,
  };
  // Forms are not printed, but the rows are.
  return html`${table('Rejected rows', shown, [place, inputs, why])}
    <form id="corrections" method="post" action="${to(context, `/loads/${run}/retry`)}">
      ${hidden({ token: context.session.form, version })}
      <p class="actions"><button class="main">Load the corrected rows</button></p>
      <p class="quiet">Rows that are still wrong stay here.</p>
    </form>`;
}
