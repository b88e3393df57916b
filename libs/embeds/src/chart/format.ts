import type { Numbers } from '../choices.ts';
import { currentNumbers, perLocale, say } from '../words/say.ts';

/** Returns the tag to format with: servers and browsers differ in the digits of Arabic. */
const tagOf = (locale: string) => (locale === 'ar' ? 'ar-u-nu-latn' : locale);

const isCurrency = (unit: string) => /^[A-Z]{3}$/.test(unit);

const styleOf = (unit: string): Intl.NumberFormatOptions =>
  unit === 'percent'
    ? { style: 'unit', unit }
    : isCurrency(unit)
      ? { style: 'currency', currency: unit }
      : {};

const formatsOf = (digits: (numbers: Numbers) => Intl.NumberFormatOptions) =>
  perLocale(
    (locale, unit: string, numbers) =>
      new Intl.NumberFormat(tagOf(locale), { ...digits(numbers), ...styleOf(unit) }),
  );
type Formats = ReturnType<typeof formatsOf>;

/** Returns the most decimals of a form, or undefined if its digits are counted instead. */
const decimalsOf = (numbers: Numbers) =>
  numbers === 'compact' ? undefined : numbers === 'full' ? 2 : Number(numbers);
const notationOf = (numbers: Numbers) => (numbers === 'full' ? 'standard' : 'compact');

const threeDigits = { maximumSignificantDigits: 3 };
const rounded = formatsOf(() => ({ notation: 'compact', ...threeDigits }));
const roundedScientific = formatsOf(() => ({ notation: 'scientific', ...threeDigits }));
const exactScientific = formatsOf(() => ({ notation: 'scientific', maximumSignificantDigits: 15 }));
const exactFormat = formatsOf((numbers) => ({
  notation: notationOf(numbers),
  maximumSignificantDigits: 15,
}));
const chosen = formatsOf((numbers) => ({
  notation: notationOf(numbers),
  minimumFractionDigits: numbers === 'full' ? 0 : decimalsOf(numbers),
  maximumFractionDigits: decimalsOf(numbers),
}));
/** The labels of an axis have the decimals that tell them apart. */
const ofTick = formatsOf((numbers) => ({
  notation: 'compact',
  minimumFractionDigits: numbers === 'full' ? 0 : decimalsOf(numbers),
  maximumFractionDigits: 3,
}));

function number(value: number, unit: string, format: Formats, scientific: Formats): string {
  const size = Math.abs(value);
  const isFar = size !== 0 && (size >= 1e15 || size < 1e-6);
  return (isFar ? scientific : format)(unit)
    .format(value === 0 ? 0 : value)
    .replace('-', '\u2212');
}

/** Returns whether the chosen decimals can show a value: one that is not zero must not be rounded to zero. */
function hasDecimals(value: number): boolean {
  const decimals = decimalsOf(currentNumbers());
  return decimals !== undefined && (value === 0 || Number(value.toFixed(decimals)) !== 0);
}

/**
 * Formats a value in the current form of numbers: `$1.2B`, `CHF 3.4M`, `12%` with three digits by default. Units other
 * than currencies and percent are omitted.
 */
export const short = (value: number, unit: string) =>
  number(value, unit, hasDecimals(value) ? chosen : rounded, roundedScientific);

/** Formats a value with up to 15 digits: `$1.23456B`. */
export const exact = (value: number, unit: string) => number(value, unit, exactFormat, exactScientific);

/** Formats a value, and says whether it is an estimate: `$40M (est.)`, or `$40M (estimate)` in descriptions. */
export const valueText = (
  { value, estimate }: { value: number; estimate: boolean },
  unit: string,
  word: 'est.' | 'estimate' = 'est.',
) => short(value, unit) + (estimate ? ` (${say(word)})` : '');

/** The most characters of whole numbers at an axis. Longer ones would take the room of the plot on a phone. */
const MOST_TICK = 12;

/**
 * Formats the values of an axis without the currency code, which the subtitle names: `$40B`, but `40B` for Swiss francs.
 * Whole numbers that are too long for an axis are short.
 */
export function tickTexts(ticks: readonly number[], unit: string): string[] {
  const numbers = currentNumbers();
  const written = (format: (tick: number) => string) =>
    ticks.map((tick) => format(tick).replace(/[A-Z]{3}\s|\s[A-Z]{3}$/, ''));
  if (numbers === 'compact') return written((tick) => short(tick, unit));
  const whole = numbers === 'full' ? written((tick) => short(tick, unit)) : [];
  if (whole.length > 0 && whole.every((text) => text.length <= MOST_TICK)) return whole;
  return written((tick) =>
    hasDecimals(tick) ? number(tick, unit, ofTick, roundedScientific) : short(tick, unit),
  );
}

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
