import { perLocale, say } from '../words/say.ts';

/** Returns the tag to format with: servers and browsers differ in the digits of Arabic. */
const tagOf = (locale: string) => (locale === 'ar' ? 'ar-u-nu-latn' : locale);

const isCurrency = (unit: string) => /^[A-Z]{3}$/.test(unit);

const styleOf = (unit: string): Intl.NumberFormatOptions =>
  unit === 'percent'
    ? { style: 'unit', unit }
    : isCurrency(unit)
      ? { style: 'currency', currency: unit }
      : {};

const formatsOf = (maximumSignificantDigits: number) =>
  (['compact', 'scientific'] as const).map((notation) =>
    perLocale(
      (locale, unit: string) =>
        new Intl.NumberFormat(tagOf(locale), { notation, maximumSignificantDigits, ...styleOf(unit) }),
    ),
  );
const shortFormats = formatsOf(3);
const exactFormats = formatsOf(15);

function number(value: number, unit: string, formats: typeof shortFormats): string {
  const size = Math.abs(value);
  const notation = size !== 0 && (size >= 1e15 || size < 1e-6) ? 1 : 0;
  return formats[notation]!(unit)
    .format(value === 0 ? 0 : value)
    .replace('-', '\u2212');
}

/** Formats a value with three digits: `$1.2B`, `CHF 3.4M`, `12%`. Units other than currencies and percent are omitted. */
export const short = (value: number, unit: string) => number(value, unit, shortFormats);

/** Formats a value with up to 15 digits: `$1.23456B`. */
export const exact = (value: number, unit: string) => number(value, unit, exactFormats);

/** Formats a value, and says whether it is an estimate: `$40M (est.)`, or `$40M (estimate)` in descriptions. */
export const valueText = (
  { value, estimate }: { value: number; estimate: boolean },
  unit: string,
  word: 'est.' | 'estimate' = 'est.',
) => short(value, unit) + (estimate ? ` (${say(word)})` : '');

/** Formats a value without the currency code, which the subtitle names: `$40B`, but `40B` for Swiss francs. */
export const tickText = (value: number, unit: string) =>
  short(value, unit).replace(/[A-Z]{3}\s|\s[A-Z]{3}$/, '');

const currencyNames = perLocale(
  (locale, currency: string) =>
    new Intl.NumberFormat(tagOf(locale), { style: 'currency', currency, currencyDisplay: 'name' }),
);

/** Returns the unit's name for a subtitle: `US dollars`, `percent`, or the unit unchanged. */
export function unitName(unit: string): string {
  if (unit === 'percent') return say('percent');
  if (!isCurrency(unit)) return unit;
  const parts = currencyNames(unit).formatToParts(2);
  return parts.find((part) => part.type === 'currency')?.value ?? unit;
}

/** Returns the milliseconds of a `YYYY-MM-DD` at 0:00 UTC, or NaN for other text. */
export const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

const dateParts = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'short' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateUnit = keyof typeof dateParts;
const dateFormats = perLocale(
  (locale, unit: DateUnit) => new Intl.DateTimeFormat(tagOf(locale), { ...dateParts[unit], timeZone: 'UTC' }),
);

/** Formats a time in UTC as `2024`, `Jun 2024` or `Jun 30, 2024`. */
export const dateText = (time: number, unit: DateUnit) => dateFormats(unit).format(time);

/** Formats a `YYYY-MM-DD` as `Jun 30, 2024`. Returns other text unchanged. */
export function dayText(date: string): string {
  const time = timeOf(date);
  return Number.isNaN(time) ? date : dateText(time, 'day');
}
