import { currenciesOf } from './currencies.ts';
import { multiply } from './decimal.ts';
import { readNumber, type NumberForm } from './formats.ts';

/** An amount in plain digits, or why there is none; the problem follows the name of a field. */
export type Money = { amount: string; currency: string } | { problem: string };

/** Units after a number, in lower case. */
const UNITS: [power: number, names: string[]][] = [
  [3, ['k', 'thousand', 'tsd']],
  [5, ['lakh', 'lakhs', 'lac', 'lacs']],
  [6, ['m', 'mm', 'mn', 'mln', 'mio', 'million', 'millions', 'millionen']],
  [7, ['cr', 'crore', 'crores']],
  [9, ['b', 'bn', 'bln', 'billion', 'billions', 'mrd', 'milliard', 'milliards', 'milliarde', 'milliarden']],
  [12, ['t', 'tn', 'trn', 'trillion', 'trillions']],
];
const POWERS = new Map(UNITS.flatMap(([power, names]) => names.map((name) => [name, power] as const)));

/** Signs and words before the number, the number, and signs, units and words after it. */
const MONEY = /^([-+]?)\s*([^\d\s+-]*)\s*([-+]?)\s*(\d(?:[\d.,' ]*\d)?)\s*([^\d]*)$/u;
const WORDS = /\p{L}{1,2}\$|\p{Sc}|\p{L}+\.?|\S/gu;
/** Abbreviations before a number. The point after another word may be a decimal one: `USD.5`. */
const ABBREVIATED = /^(?:rs|re|kr|s?fr)\.$/i;

/**
 * Reads money as people write it: `$180B`, `36.9 Million`, `€3M`, `13,00,000`, `1.2bn`, `USD 5m`, `($4.5m)`. What may
 * be meant in two ways is a problem, never a guess.
 * @param options.form the notation of numbers; without it, a number such as `1.234` is a problem
 * @param options.currency the currency of amounts that do not name one, and of signs that may stand for it
 * @param options.scale what a number without a unit is multiplied by, in plain digits
 */
export function readMoney(
  text: string,
  options: { form?: NumberForm | undefined; currency?: string | undefined; scale?: string | undefined },
): Money {
  const shown = JSON.stringify(text);
  const tidy = text
    .replaceAll(/[\s\u202f\u2009]+/gu, ' ')
    .replaceAll('\u2212', '-')
    .trim();
  if (/^[+-]?\d(?:[.,]\d+)?e[+-]?\d{1,2}$/i.test(tidy)) {
    const plain = readNumber(tidy, options.form ?? '1234.56');
    const stated = currencyOf([], options.currency, shown);
    if ('problem' in stated) return stated;
    if (plain !== undefined) return { amount: multiply(plain, options.scale ?? '1'), currency: stated.code };
  }
  const bracketed = /^\((.*)\)$/.exec(tidy)?.[1]?.trim();
  const found = MONEY.exec(bracketed ?? tidy);
  const signs = found && [found[1]!, found[3]!].filter(Boolean);
  if (!found || signs!.length > (bracketed === undefined ? 1 : 0)) return { problem: notOne(shown, tidy) };
  const [, , before, , digits, after] = found;

  const number = readDigits(digits!, options.form);
  if (typeof number !== 'string') return { problem: number.problem(shown) };
  let power: number | undefined;
  const currencies: NonNullable<ReturnType<typeof currenciesOf>>[] = [];
  const words = [
    ...wordsOf(before!, (word) => ABBREVIATED.test(word)).map((word) => ({ word, isUnit: false })),
    ...wordsOf(after!, (word) => word.length > 1).map((word) => ({ word, isUnit: true })),
  ];
  for (const { word, isUnit } of words) {
    const unit = isUnit ? POWERS.get(word.toLowerCase()) : undefined;
    const currency = unit === undefined ? currenciesOf(word) : undefined;
    if (unit === undefined && !currency) return { problem: notOne(shown, tidy) };
    if (currency) currencies.push(currency);
    else if (power === undefined) power = unit;
    else return { problem: notOne(shown, tidy) };
  }
  // "5 T€" is five thousand euros in German.
  if (power === 12 && /\bT\s?€/.test(after!))
    return { problem: `may be in thousands or trillions (${shown})` };

  const currency = currencyOf(currencies, options.currency, shown);
  if ('problem' in currency) return currency;
  const factor = power === undefined ? (options.scale ?? '1') : `1${'0'.repeat(power)}`;
  const sign = bracketed !== undefined || signs![0] === '-' ? '-' : '';
  return { amount: multiply(sign + number, factor), currency: currency.code };
}

const notOne = (shown: string, text: string): string =>
  /(?:^|[^\p{L}\d])[.,]\d|\d[.,](?!\d)/u.test(text)
    ? `has a number that begins or ends with a point, such as .5 or 5. (${shown}); write 0.5 or 5`
    : /\d.*\d/.test(text) && /[-–—~<>≈+]|\bto\b/.test(text)
      ? `must be one exact amount, not ${shown}`
      : `must be an amount of money, such as $1.2M, not ${shown}`;

/** Splits `M€` and `bn USD`. A point stays unless it ends an abbreviation, so that `.5` is never read as 5. */
const wordsOf = (text: string, mayEnd: (word: string) => boolean): string[] =>
  (text.match(WORDS) ?? []).flatMap((word) => {
    const bare = word.endsWith('.') && mayEnd(word) ? word.slice(0, -1) : word;
    const isOne = !/^\p{L}+\$$/u.test(bare) || currenciesOf(bare) !== undefined;
    return isOne ? [bare] : [bare.slice(0, -1), '$'];
  });

/** Determines the currency of an amount from its signs and the mapping. */
function currencyOf(
  signs: { of: string[]; usual?: string }[],
  stated: string | undefined,
  shown: string,
): { code: string } | { problem: string } {
  const [first] = signs;
  if (!first) {
    if (stated !== undefined) return { code: stated };
    return {
      problem: `has no currency (${shown}); add currency to the rule, or a rule for the currency field`,
    };
  }
  const common = first.of.filter((code) => signs.every(({ of }) => of.includes(code)));
  if (common.length === 0) return { problem: `has two currencies (${shown})` };
  if (stated !== undefined && common.includes(stated)) return { code: stated };
  // "$5 CAD": the code settles what the sign leaves open.
  const usual =
    common.length === 1
      ? common[0]
      : signs.map((sign) => sign.usual).find((code) => code && common.includes(code));
  if (usual !== undefined) return { code: usual };
  return { problem: `may be in ${common.join(' or ')} (${shown}); add currency to the rule` };
}

/** Reads the digits of an amount. Without a notation, it rejects digits with two possible meanings. */
function readDigits(
  digits: string,
  form: NumberForm | undefined,
): string | { problem: (shown: string) => string } {
  if (form !== undefined) {
    const indian = form === '1,234.56' && INDIAN.test(digits) ? digits.replaceAll(',', '') : digits;
    return (
      readNumber(indian, form) ?? {
        problem: (shown) => `must be an amount with a number such as ${form}, not ${shown}`,
      }
    );
  }
  const grouped = /^(\d{1,3}(?:([ '])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?$/.exec(digits);
  if (grouped) return joined(grouped[1]!, grouped[3]);
  const [, last] = /([.,])[^.,]*$/.exec(digits) ?? [];
  if (last === undefined) return /^\d+$/.test(digits) ? digits : { problem: badNumber };
  const other = last === '.' ? ',' : '.';
  const [whole, fraction, ...more] = digits.split(last);
  if (more.length > 0) return isGrouped(digits, last) ? joined(digits, undefined) : { problem: badNumber };
  if (whole!.includes(other))
    return isGrouped(whole!, other) ? joined(whole!, fraction) : { problem: badNumber };
  if (!/^\d+$/.test(whole! + fraction!)) return { problem: badNumber };
  if (fraction!.length === 3 && /^[1-9]\d{0,2}$/.test(whole!)) {
    const both = `${whole}${fraction} or ${whole}.${fraction}`;
    return {
      problem: (shown) => `may be ${both} (${shown}); add number: '1,234.56' or '1.234,56' to the rule`,
    };
  }
  return joined(whole!, fraction);
}

const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const badNumber = (shown: string) => `must be an amount of money, such as $1.2M, not ${shown}`;

const isGrouped = (digits: string, separator: string): boolean =>
  (separator === ',' && INDIAN.test(digits)) ||
  new RegExp(`^\\d{1,3}(?:[${separator}]\\d{3})+$`).test(digits);

const joined = (whole: string, fraction: string | undefined): string =>
  whole.replaceAll(/\D/g, '') + (fraction ? `.${fraction}` : '');
