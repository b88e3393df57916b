import { plainText } from '@dossier/embeds';
import { invalid } from '@dossier/shared';
import type { OwnColumnRow } from '@dossier/store';

// Columns of pasted tables whose values are of names, not of days.

type NamedValue = { x: string; y: number; type: 'historical' | 'estimate' };
/** A name without a value is stored too: it has its place in the order of the table. */
type NamedCell = Omit<NamedValue, 'y'> & { y: number | null };
type Column = Pick<OwnColumnRow, 'data_json'>;

export const isOfNames = ({ own }: { own?: OwnColumnRow }): boolean => own?.frequency === 'category';

const cellsOf = ({ data_json }: Column) => JSON.parse(data_json) as NamedCell[];

/** Returns the values of a column of names, in the order of its table. */
export const valuesOfNames = (column: Column): NamedValue[] =>
  cellsOf(column).flatMap(({ y, ...cell }) => (y === null ? [] : { ...cell, y }));

/** Returns the names that have a value in one of several columns, in the order of their table. */
export function namesOf(columns: readonly Column[]): string[] {
  const cells = columns.flatMap(cellsOf);
  const withValue = new Set(cells.filter(({ y }) => y !== null).map(({ x }) => x));
  return [...new Set(cells.map(({ x }) => x))].filter((name) => withValue.has(name));
}

/** Returns the names that have a value in both of two columns, in the order of their table. */
export function namesInBoth([one, other]: readonly [Column, Column]): string[] {
  const known = new Set(valuesOfNames(other).map(({ x }) => x));
  return namesOf([one]).filter((name) => known.has(name));
}

/** Returns a name as an address has it. */
export const optionOf = (name: string) => plainText(name, 200);

/** Returns the highlighted one of several names as an option. @throws 400 if it is none of them */
export function highlightedName(
  names: readonly string[],
  wish: string | undefined,
  of: string,
): { highlight?: string } {
  if (wish === undefined) return {};
  const highlight = optionOf(wish);
  if (!names.some((name) => optionOf(name) === highlight))
    throw invalid('highlight', `must be the name of one of the ${of}`);
  return { highlight };
}

/** Returns marks with `quiet`, which is true beside the highlighted one; as they are if none is highlighted. */
export function quietBeside<Mark extends { label: string }>(
  marks: readonly Mark[],
  highlight: string | undefined,
): (Mark & { quiet?: boolean })[] {
  const isLoud = ({ label }: Mark) => optionOf(label) === highlight;
  return marks.some(isLoud) ? marks.map((mark) => ({ ...mark, quiet: !isLoud(mark) })) : [...marks];
}
