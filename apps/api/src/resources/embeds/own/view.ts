import { html, type Markup } from '@dossier/pages';
import type { OwnTable } from '@dossier/store';
import { builderPage } from '../builder/page.ts';
import type { Places } from '../builder/view.ts';
import type { OwnInput } from './contract.ts';
import { notations } from './numbers.ts';
import type { Cell } from './column.ts';
import { LIMITS, rejectsOf, type ReadTable } from './table.ts';

/** The rows that the page shows of a table. */
const SHOWN = 100;

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

/** Returns the page to paste a table, with how one was read, and with the tables of the organization. */
export function viewOwn(
  places: Places,
  {
    tables,
    mayEdit,
    given,
    read,
  }: { tables: OwnTable[]; mayEdit: boolean; given?: OwnInput; read?: ReadTable },
) {
  const isWrong = read?.problem !== undefined;
  return builderPage(
    places,
    'Your own data',
    html`${mayEdit && pasteView(places, given, read?.problem)}
    ${given && read && !isWrong && readView(places, given, read)} ${tablesView(places, tables, mayEdit)}`,
    isWrong,
  );
}

const pasteView = (
  { builder }: Places,
  { name = '', text = '', notation = '' }: Partial<OwnInput> = {},
  problem?: string,
) =>
  html`<form method="post" action="${builder}/data">
    <h2>Paste a table</h2>
    <p class="hint" id="text-hint">
      From a spreadsheet or a CSV file. The first row names the columns; the first column has days or names,
      and the others numbers. Write the unit into a header: “Revenue (USD million)”, “Margin (%)”. At most
      ${LIMITS.columns} columns of numbers and ${number.format(LIMITS.rows)} rows, or ${LIMITS.names} of
      names. An E after a year or a number marks an estimate; values of later days are estimates too.
    </p>
    <p>
      <label for="name">Title</label>
      <input
        id="name"
        name="name"
        type="text"
        value="${name}"
        maxlength="${LIMITS.name}"
        autocomplete="off"
        required
      />
    </p>
    <p>
      <label for="text">Table</label>
      <textarea
        id="text"
        name="text"
        rows="10"
        maxlength="${LIMITS.text}"
        spellcheck="false"
        required
        ${problem === undefined ? html`aria-describedby="text-hint"` : html`aria-invalid="true" aria-describedby="text-error text-hint"`}
      >
${text}</textarea>
    </p>
    ${problem !== undefined && html`<p class="error" id="text-error">${problem}</p>`}
    <p>
      <label for="notation">Numbers are written</label>
      <select id="notation" name="notation">
        ${['', ...notations].map(
          (one) =>
            html`<option value="${one}" ${one === notation && html`selected`}>
              ${one === '' ? 'As the table shows' : one}
            </option>`,
        )}
      </select>
    </p>
    <p><button class="main" id="check">Check the table</button></p>
  </form>`;

/** Shows how each cell was read, what was rejected, and the button that stores the rest. */
function readView({ builder }: Places, { name, text, notation }: OwnInput, read: ReadTable): Markup {
  const { headers, dated, rows } = read;
  const rejects = rejectsOf(read);
  const values = rows.flatMap(({ problem, cells }) =>
    problem === undefined ? cells.slice(1).filter(({ value }) => value !== undefined) : [],
  ).length;
  return html`<section aria-labelledby="read">
    <h2 id="read">As it was read</h2>
    <p role="status">
      ${number.format(values)} values of ${dated ? 'days' : 'names'} in ${number.format(rows.length)} rows;
      ${rejects.length === 0 ? 'nothing was rejected' : `${rejects.length} rejected`}.
    </p>
    ${
      rejects.length > 0 &&
      html`<h3 id="rejected">Rejected</h3>
        <ul class="list" aria-labelledby="rejected">
          ${rejects.slice(0, SHOWN).map(({ row, reason }) => html`<li><b>Row ${row}</b> <span>${reason}</span></li>`)}
        </ul>
        ${rejects.length > SHOWN && html`<p>And ${rejects.length - SHOWN} more.</p>`}
        <p>Correct the table above and check it again, or use it without what was rejected.</p>`
    }
    <form method="post" action="${builder}/data">
      <input type="hidden" name="name" value="${name}" />
      <input type="hidden" name="text" value="${text}" />
      <input type="hidden" name="notation" value="${notation}" />
      <p><button class="main" id="use" name="store" value="yes">Use this table</button></p>
    </form>
    <div class="scroll" role="region" aria-label="The cells as they were read" tabindex="0">
      <table class="read">
        <thead>
          <tr>
            <th scope="col">Row</th>
            ${headers.map((header) => html`<th scope="col">${header.name}${header.unit && html` <small>${header.unit}</small>`}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, SHOWN).map(
            ({ row, cells, problem }) =>
              html`<tr>
                <th scope="row">${row}</th>
                ${cells.map((cell, i) => cellView(cell, problem !== undefined, i > 0 && cells[0]!.isEstimate))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${rows.length > SHOWN && html`<p class="hint">And ${rows.length - SHOWN} rows more, which were read too.</p>`}
  </section>`;
}

const cellView = ({ text, value, problem, isEstimate }: Cell, isRejected: boolean, isLater = false) =>
  isRejected || problem !== undefined
    ? html`<td><del>${text}</del> <small>rejected</small></td>`
    : html`<td>
        ${typeof value === 'number' ? number.format(value) : (value ?? html`<small>no value</small>`)}
        ${typeof value === 'number' && (isEstimate || isLater) && html`<small>estimate</small>`}
      </td>`;

const tablesView = ({ builder }: Places, tables: OwnTable[], mayEdit: boolean): Markup =>
  html`<section aria-labelledby="tables">
    <h2 id="tables">Your tables</h2>
    ${
      tables.length === 0
        ? html`<p>None yet.</p>`
        : html`<ul class="list saved" aria-labelledby="tables">
              ${tables.map(
                ({ id, name, created_at, columns }) =>
                  html`<li>
                    <div>
                      <strong><a href="${builder}?table=${id}">${name}</a></strong>
                      <p class="hint">
                        ${columns.map((column) => column.name).join(', ')}; ${created_at.slice(0, 10)}
                      </p>
                    </div>
                    ${
                      mayEdit &&
                      html`<form method="post" action="${builder}/data/${id}/delete">
                        <button aria-label="${`Delete: ${name}`}">Delete</button>
                      </form>`
                    }
                  </li>`,
              )}
            </ul>
            <p class="hint">
              Only embeds of your organization show a table: it is in no search and on no page of a company.
              Within a minute of its deletion embeds show its values no more. To correct a table, paste it
              again and save the next version of its embed.
            </p>`
    }
  </section>`;
