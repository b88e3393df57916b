import { html, type Markup, type Part } from './html.ts';

/** A column of a table. */
export interface Column<Row> {
  title: string;
  /**
   * `name` names the row; `number` and `day` do not wrap; `wide` is a line of its own on narrow screens; `action` has
   * controls, which are not printed.
   */
  kind: 'name' | 'number' | 'day' | 'wide' | 'action';
  /** Returns what a cell shows. */
  cell: (row: Row) => Part;
  /** The address of this table in the order of the column, and the direction of the column if it has that order now. */
  sort?: { href: string; direction?: 'ascending' | 'descending' | undefined };
}

const columnOf =
  (kind: Column<unknown>['kind']) =>
  <Row>(title: string, cell: Column<Row>['cell']): Column<Row> => ({ title, kind, cell });

/** Makes columns, each of one kind: `column.number('Keys', ({ keys }) => keys)`. */
export const column = {
  name: columnOf('name'),
  number: columnOf('number'),
  day: columnOf('day'),
  wide: columnOf('wide'),
  action: columnOf('action'),
};

/** Returns whether a table has more columns than a page of a usual width. */
export const isWide = (columns: readonly unknown[]): boolean => columns.length > 6;

/**
 * Returns a table with a head that stays in view; nothing without rows. Narrow screens show its rows as blocks, so the ARIA
 * roles are explicit: browsers drop the implicit roles of tables that are shown as blocks.
 * @param options `labelled` shows the title of each cell on narrow screens, by default; `scrolls` lets a wide table scroll
 * sideways
 */
export function table<Row>(
  caption: string,
  rows: Row[],
  columns: Column<Row>[],
  { labelled = true, scrolls = false } = {},
): Markup {
  if (rows.length === 0) return html``;
  const body = html`<table role="table" aria-label="${caption}" ${labelled && html`class="labelled"`}>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(viewHead)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          html`<tr role="row">
            ${columns.map((column) => viewCell(column, row, labelled))}
          </tr>`,
      )}
    </tbody>
  </table>`;
  return scrolls
    ? html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">${body}</div>`
    : body;
}

const ARROWS = { ascending: ' ↑', descending: ' ↓' };

function viewHead<Row>({ title, kind, sort }: Column<Row>): Markup {
  const order = sort?.direction;
  return html`<th role="columnheader" class="${kind}" ${order && html`aria-sort="${order}"`}>
    ${
      sort
        ? html`<a href="${sort.href}" rel="nofollow"
            >${title}${order && html`<span aria-hidden="true">${ARROWS[order]}</span>`}</a
          >`
        : title
    }
  </th>`;
}

const viewCell = <Row>({ kind, title, cell }: Column<Row>, row: Row, labelled: boolean): Markup =>
  kind === 'name'
    ? html`<th role="rowheader" scope="row">${cell(row)}</th>`
    : html`<td role="cell" class="${kind}" ${labelled && html`data-title="${title}"`}>${cell(row)}</td>`;
