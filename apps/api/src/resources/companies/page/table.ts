import { html, type Markup } from '../../../http/text/html.ts';

/** A column of a table; the first one names the row. */
export interface Column<Row> {
  title: string;
  kind: 'name' | 'number' | 'day' | 'wide';
  cell: (row: Row) => Markup | undefined;
}

/**
 * Returns a table with explicit ARIA roles. Narrow screens show its rows as blocks, and browsers drop the implicit roles of
 * tables that are shown as blocks.
 */
export function viewTable<Row>(caption: string, columns: Column<Row>[], rows: Row[]): Markup {
  return html`<table role="table" aria-label="${caption}">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(({ title, kind }) => html`<th role="columnheader" class="${kind}">${title}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          html`<tr role="row">
            ${columns.map((column) => viewCell(column, row))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const viewCell = <Row>({ kind, cell }: Column<Row>, row: Row): Markup =>
  kind === 'name'
    ? html`<th role="rowheader" scope="row">${cell(row)}</th>`
    : html`<td role="cell" class="${kind}">${cell(row)}</td>`;
