import { plainText } from '@dossier/embeds';
import { invalid } from '@dossier/shared';
import type { OwnColumnRow } from '@dossier/store';

// Columns of pasted tables whose values are of names, not of days.

export type NamedValue = { x: string; y: number; type: 'historical' | 'estimate' };

export const isOfNames = ({ own }: { own?: OwnColumnRow }): boolean => own?.frequency === 'category';

/** Returns the values of a column of names, in the order of its table. */
export const valuesOfNames = ({ data_json }: Pick<OwnColumnRow, 'data_json'>) =>
  JSON.parse(data_json) as NamedValue[];

/** Returns all names of several columns, in the order of their table. */
export const namesOf = (columns: readonly Pick<OwnColumnRow, 'data_json'>[]): string[] => [
  ...new Set(columns.flatMap((column) => valuesOfNames(column).map(({ x }) => x))),
];

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
