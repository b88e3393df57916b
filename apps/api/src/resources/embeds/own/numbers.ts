/** Notations of numbers, by example. */
export const notations = ['1,234.56', '1.234,56', '1 234,56', "1'234.56"] as const;
export type Notation = (typeof notations)[number];

/** Reads a number in a notation. Groups have three digits; an exponent has no groups. */
function inNotation(text: string, notation: Notation): number | undefined {
  const [, group, decimal] = /^1(\D)234(\D)56$/.exec(notation)!;
  const bare = text
    .replaceAll(/[\u00a0\u202f\u2009]/g, ' ')
    .replaceAll('’', "'")
    .replace('\u2212', '-');
  const form = new RegExp(
    `^[+-]?(?:\\d{1,3}(?:[${group}]\\d{3})+|\\d+)(?:[${decimal}]\\d+)?(?:e[+-]?\\d{1,2})?$`,
    'i',
  );
  if (!form.test(bare)) return undefined;
  const value = Number(bare.replaceAll(group!, '').replace(decimal!, '.'));
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the value of a text in each notation. */
export const numbersIn = (text: string): (number | undefined)[] =>
  notations.map((notation) => inNotation(text, notation));

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

const WORDS = '(thousand|million|billion|trillion|mn|bn|tn|k|m|b)';
const powers: Record<string, number> = { t: 3, k: 3, m: 6, b: 9 };
const powerOf = (word: string) => (/^t(r|n)/i.test(word) ? 12 : powers[word[0]!.toLowerCase()]!);
/** Signs that belong to one currency. */
const signs: Record<string, string> = { '€': 'EUR', '£': 'GBP', '%': 'percent' };
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);

/** A header: the name of the column, its unit and the power of ten of its numbers, or why the unit is uncertain. */
export type Header = { name: string; unit: string | undefined; power: number; problem?: string };

/** Reads the unit in parentheses at the end of a header: `Revenue (USD million)`, `Margin (%)`. */
export function headerOf(text: string): Header {
  const [, name, inner] = /^(.*\S)\s*\(([^()]+)\)$/.exec(text) ?? [];
  if (name === undefined || inner === undefined) return { name: text, unit: undefined, power: 0 };
  const [, before, word] = new RegExp(`^(.*?)\\s*(?:in )?\\b${WORDS}s?$`, 'i').exec(
    inner.replace(/^in /i, ''),
  ) ??
    new RegExp(`^([€£$¥])${WORDS}$`, 'i').exec(inner) ?? [undefined, inner.replace(/^in /i, ''), undefined];
  const power = word === undefined ? 0 : powerOf(word);
  const unit = before.trim();
  const named =
    signs[unit] ?? (isCurrency(unit.toUpperCase()) && /^[A-Za-z]{3}$/.test(unit) ? unit.toUpperCase() : unit);
  if (/^[$¥]$/.test(unit))
    return {
      name,
      unit: undefined,
      power,
      problem: `“${unit}” is the sign of several currencies: write a code such as USD`,
    };
  return { name, unit: named, power };
}

/** Returns a number without the sign of its unit, and what is wrong with the sign. */
export function withoutSign(text: string, unit: string | undefined): { text: string; problem?: string } {
  const [, before = '', sign, rest = ''] = /^([+-]?)\s*(\p{Sc}|[A-Z]{3})\s*(.*)$/u.exec(text) ?? [];
  const [, number, after] = /^(.*\d)\s*(%|\p{Sc}|[A-Z]{3})$/u.exec(text) ?? [];
  const mark = sign ?? after;
  if (mark === undefined) return { text };
  const bare = sign === undefined ? number! : before + rest;
  if (unit !== undefined && (mark === unit || signs[mark] === unit || signOf(unit) === mark))
    return { text: bare };
  return {
    text: bare,
    problem: `has the unit “${mark}”, which its header does not name. Write it in the header, such as “Revenue (USD)” or “Margin (%)”`,
  };
}

function signOf(unit: string): string | undefined {
  if (!isCurrency(unit)) return undefined;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: unit,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
}
