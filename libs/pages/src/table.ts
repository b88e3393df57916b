import { html, type Markup } from './html.ts';

/** A column of a table. */
export interface Column<Row> {
  title: string;
  /** `name` names the row; `number` and `day` do not wrap; `wide` is a line of its own on narrow screens. */
  kind: 'name' | 'number' | 'day' | 'wide';
  /** Returns what a cell shows; undefined leaves it empty. */
  cell: (row: Row) => Markup | undefined;
}

/**
 * Returns a table with a head that stays in view. Narrow screens show its rows as blocks, so the ARIA roles are explicit:
 * browsers drop the implicit roles of tables that are shown as blocks.
 */
export const table = <Row>(caption: string, columns: Column<Row>[], rows: Row[]): Markup =>
  html`<table role="table" aria-label="${caption}">
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

const viewCell = <Row>({ kind, cell }: Column<Row>, row: Row): Markup =>
  kind === 'name'
    ? html`<th role="rowheader" scope="row">${cell(row)}</th>`
    : html`<td role="cell" class="${kind}">${cell(row)}</td>`;
