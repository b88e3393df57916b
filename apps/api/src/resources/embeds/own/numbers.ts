/** Notations of numbers, by example. */
export const notations = ['1,234.56', '1.234,56', '1 234,56', "1'234.56"] as const;
export type Notation = (typeof notations)[number];

/** The forms of numbers in each notation. Groups have three digits; an exponent has no groups. */
const forms = notations.map((notation) => {
  const [, group, decimal] = /^1(\D)234(\D)56$/.exec(notation)!;
  const form = `^[+-]?(?:\\d{1,3}(?:[${group}]\\d{3})+|\\d+)(?:[${decimal}]\\d+)?(?:e[+-]?\\d{1,2})?$`;
  return { group, decimal, form: new RegExp(form, 'i') };
});

/** Reads a number in a form. */
function inForm(text: string, { group, decimal, form }: (typeof forms)[number]): number | undefined {
  const bare = text
    .replaceAll(/[\u00a0\u202f\u2009]/g, ' ')
    .replaceAll('’', "'")
    .replace('\u2212', '-');
  if (!form.test(bare)) return undefined;
  const value = Number(bare.replaceAll(group!, '').replace(decimal!, '.'));
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the value of a text in each notation. */
export const numbersIn = (text: string): (number | undefined)[] => forms.map((form) => inForm(text, form));

/**
 * Chooses the reading of each of several texts: the only one, or the one in the spelling that suits all of them. What may
 * still mean several things is returned as all of them.
 */
export function readTogether<Value>(
  readings: readonly (Value | undefined)[][],
  keyOf: (value: Value) => string | number,
): Value[][] {
  const known = readings.filter((one) => one.some((value) => value !== undefined));
  const spellings = readings[0]?.map((_, i) => i) ?? [];
  const common = spellings.filter((i) => known.every((one) => one[i] !== undefined));
  return readings.map((one) => {
    const chosen = common.length > 0 ? common.map((i) => one[i]) : one;
    return [
      ...new Map(
        chosen.flatMap((value) => (value === undefined ? [] : [[keyOf(value), value] as const])),
      ).values(),
    ];
  });
}
