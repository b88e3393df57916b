import { plainText } from '../text/text.ts';

/** A unit at the end of a dataset's name, such as `($M)`, which need not be the unit that values are written in. */
const UNIT =
  /\s*\(\s*(?:(?:[A-Z]{0,2}[$€£¥₹]|[A-Z]{3}(?= ?[kmbt]|\)| (?:thousand|million|billion|trillion)))?\s*(?:k|m|bn?|t|thousands?|millions?|billions?|trillions?)?|%|percent)\s*\)$/i;

/** Returns a dataset's name without its unit, which the chart shows once. */
export const withoutUnit = (name: string) => plainText(name, 1000).replace(UNIT, '') || plainText(name);

const SEPARATOR = ': ';

/**
 * Parts the names of datasets into what they share and what tells them apart: `OpenAI: Valuation ($B)` and `Stripe:
 * Valuation ($B)` are `Valuation` of `OpenAI` and `Stripe`.
 */
export function namesOf(full: readonly string[]): { common: string | undefined; names: string[] } {
  const names = full.map(withoutUnit);
  const parts = names.map((name) => {
    const at = name.indexOf(SEPARATOR);
    return at < 0 ? undefined : ([name.slice(0, at), name.slice(at + SEPARATOR.length)] as const);
  });
  if (names.length > 1 && parts.every((part) => part !== undefined)) {
    for (const [shared, own] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const common: string = parts[0]![shared];
      if (parts.every((part) => part[shared] === common))
        return { common, names: parts.map((part) => part[own]) };
    }
  }
  return { common: undefined, names };
}
