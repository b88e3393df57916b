const powers: Record<string, number> = {
  ...{ k: 3, thousand: 3, m: 6, million: 6, mn: 6, mln: 6, mio: 6 },
  ...{ b: 9, billion: 9, bn: 9, mrd: 9, trillion: 12, tn: 12 },
};
const WORD = '(?<word>(?:thousand|million|billion|trillion|mn|mln|mio|bn|mrd|tn)s?\\.?)';
const LETTER = '(?<word>[kKmMbB])';
const SIGN = 'US\\$|[€£$¥]';
const MONEY = `(?<unit>${SIGN}|[A-Z]{3})`;
/** A multiplier after or before its unit. A single letter is one only beside a currency. */
const multiplied = [
  new RegExp(`^(?<unit>.*?)(?<!\\p{L})(?:in )?${WORD}$`, 'iu'),
  new RegExp(`^${WORD}(?: of)?(?<unit> .+|${SIGN})$`, 'iu'),
  new RegExp(`^${MONEY}${WORD}$`),
  new RegExp(`^${MONEY} ?${LETTER}$`),
  new RegExp(`^${LETTER} ?${MONEY}$`),
];

/** Signs that belong to one unit. */
const signs: Record<string, string> = { '€': 'EUR', '£': 'GBP', US$: 'USD', '%': 'percent' };
// Asked for once: the runtime makes the list anew each time.
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** A header: the name of the column, its unit and the power of ten of its numbers, or why the unit is uncertain. */
export type Header = { name: string; unit: string | undefined; power: number; problem?: string };

/** Reads the unit in parentheses at the end of a header: `Revenue (USD million)`, `Margin (%)`. */
export function headerOf(text: string): Header {
  const [, name, inner] = /^(.*\S)\s*\(([^()]+)\)$/.exec(text) ?? [];
  if (name === undefined || inner === undefined) return { name: text, unit: undefined, power: 0 };
  const given = inner.trim().replace(/^in /i, '');
  const { unit, power } = multiplierIn(given);
  const known = signs[unit] ?? currencyOf(unit);
  const rejected = (problem: string) => ({ name, unit: undefined, power: 0, problem });
  if (known?.toLowerCase() === given)
    return rejected(
      `has the unit “${given}” in its header, which may be a word: write “(${known})”, or the word before the parenthesis`,
    );
  if (known !== undefined) return { name, unit: known, power };
  if (unit === '') return { name, unit: undefined, power };
  if (/^[$¥]$/.test(unit))
    return rejected(`“${unit}” is the sign of several currencies: write a code such as USD`);
  if (/^[kmb]$/i.test(unit))
    return rejected(
      `has the unit “${unit}” in its header, which may be a multiplier: write million or the unit, such as “(USD million)” or “(metres)”`,
    );
  if (isPlain(unit)) return { name, unit, power };
  if (power > 0 || isLikeMoney(unit))
    return rejected(
      `has the unit “${given}” in its header, which is unclear: write it like “(USD million)”, and the rest before the parenthesis`,
    );
  // Such as “(2023)”, which is no unit.
  return { name: text, unit: undefined, power: 0 };
}

function multiplierIn(text: string): { unit: string; power: number } {
  for (const form of multiplied) {
    const { word, unit } = form.exec(text)?.groups ?? {};
    if (word !== undefined && unit !== undefined && (form.unicode || isMoney(unit)))
      return { unit: unit.trim(), power: powers[word.toLowerCase().replace(/s?\.?$/, '')]! };
  }
  return { unit: text, power: 0 };
}

const currencyOf = (text: string): string | undefined =>
  /^([A-Z]{3}|[a-z]{3})$/.test(text) && currencies.has(text.toUpperCase()) ? text.toUpperCase() : undefined;
const isMoney = (text: string) => !/^[A-Z]/.test(text) || text === 'US$' || currencies.has(text);

/** Returns whether a text is a unit of letters, such as “people”, “km/h” or “USD per share”. */
const isPlain = (text: string): boolean => {
  const [, first, rest = ''] = /^([A-Z]{3})((?: per |\/).+)$/.exec(text) ?? [];
  const letters = first !== undefined && currencies.has(first) ? rest : text;
  return /^[\p{L}°²³/ ]+$/u.test(letters) && !isLikeMoney(letters);
};

/** Returns whether a text mentions a multiplier or a currency: `USD ms`, `TEUR`, `'000`, `Millionen`. */
const isLikeMoney = (text: string): boolean =>
  /\p{Sc}|\b0{3}|thousand|tausend|milli(on|ard)|billi|trilli|\b(mio|mrd|mln|mn|bn|tn|lakh|crore)/iu.test(
    text,
  ) ||
  (/[\s,]/.test(text) && /(^|[\s,])[kmbt]s?($|[\s,])/i.test(text)) ||
  (text.match(/(?<!\p{L})\p{L}{3,5}(?!\p{L})/gu) ?? []).some((word) =>
    [word.slice(0, 3), word.slice(-3)].some((code) => currencies.has(code)),
  );

/** Returns the sign of a currency, such as `$`; undefined for another unit. */
export function signOf(unit: string | undefined): string | undefined {
  if (unit === undefined || !currencies.has(unit)) return undefined;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: unit,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
}

/**
 * Returns a number without the sign of its unit, and what is wrong with the sign.
 * @param own the sign of the unit, from `signOf`
 */
export function withoutSign(
  text: string,
  unit: string | undefined,
  own: string | undefined,
): { text: string; problem?: string } {
  const [, before = '', sign, rest = ''] = /^([+-]?)\s*(US\$|\p{Sc}|[A-Z]{3})\s*(.*)$/u.exec(text) ?? [];
  const [, number, after] = /^(.*\d)\s*(%|\p{Sc}|[A-Z]{3})$/u.exec(text) ?? [];
  const mark = sign ?? after;
  if (mark === undefined) return { text };
  const bare = sign === undefined ? number! : before + rest;
  if (unit !== undefined && (mark === unit || signs[mark] === unit || own === mark)) return { text: bare };
  return {
    text: bare,
    problem: `has the unit “${mark}”, which its header does not name. Write it in the header, such as “Revenue (USD)” or “Margin (%)”`,
  };
}
