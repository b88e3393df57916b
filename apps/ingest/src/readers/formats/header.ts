/** The cells of a row by their columns. */
export type Named<Cell> = { cells: Record<string, Cell>; warnings?: string[] };

/** Returns why a header row cannot be used, or undefined. */
export function headerProblem(columns: string[]): string | undefined {
  const twice = columns.find((column, i) => column !== '' && columns.indexOf(column) !== i);
  return twice === undefined
    ? undefined
    : `wrong header row: two columns are called "${twice}"; the file is not read`;
}

/** Returns the cells by their columns, without those of unnamed columns. */
export function namedCells<Cell>(
  columns: string[],
  cells: Cell[],
  isEmpty: (cell: Cell) => boolean,
): Named<Cell> {
  const named = cellsBefore(columns, cells);
  const lost = cells.findIndex((cell, i) => (columns[i] ?? '') === '' && !isEmpty(cell));
  if (lost === -1) return { cells: named };
  const warning = `unnamed column: the header row has no name for column ${lost + 1}; its values are left out`;
  return { cells: named, warnings: [warning] };
}

export const cellsBefore = <Cell>(columns: string[], cells: Cell[]): Record<string, Cell> =>
  Object.fromEntries(
    columns.flatMap((column, i) => (column === '' || i >= cells.length ? [] : [[column, cells[i]!]])),
  );
