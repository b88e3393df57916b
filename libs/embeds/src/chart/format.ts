import type { Numbers } from '../inputs/choices.ts';
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

/** Returns the most decimals of a form of numbers: NaN if its digits are counted instead. */
const decimalsOf = (numbers: Numbers) => (numbers === 'full' ? 2 : Number(numbers));

const formats = perLocale((locale, key: string, numbers) => {
  const [unit, digits, notation] = key.split('|') as [string, string, 'scientific' | 'standard' | undefined];
  const most = decimalsOf(numbers);
  const isFull = numbers === 'full' && digits !== '3';
  return new Intl.NumberFormat(tagOf(locale), {
    notation: notation ?? (isFull ? 'standard' : 'compact'),
    ...(notation === 'standard' && { useGrouping: false }),
    // Where a language has no short form, such as German for thousands, zeros would look like digits.
    ...(+digits
      ? { maximumSignificantDigits: +digits, maximumFractionDigits: 0, roundingPriority: 'morePrecision' }
      : { minimumFractionDigits: isFull ? 0 : most, maximumFractionDigits: most }),
    ...styleOf(unit),
  });
});

/** Numbers without a unit below this, such as years, are written with all digits of their whole part. */
const MIN_SHORT = 10_000;

/** Returns whether numbers are written as years are: `1995`, not `2K`. */
const areLikeYears = (values: readonly number[], unit: string) =>
  unit === '' && currentNumbers() !== 'full' && values.every((value) => Math.abs(value) < MIN_SHORT);

/** @param digits the most digits; 0 for the decimals of the current form */
function number(
  value: number,
  unit: string,
  digits: number,
  isLikeYears = Number.isInteger(value) && areLikeYears([value], unit),
): string {
  const size = Math.abs(value);
  const isFar = size !== 0 && (size >= (currentNumbers() === 'full' ? 1e21 : 1e15) || size < 1e-6);
  const form = isFar
    ? `${digits || 3}|scientific`
    : isLikeYears
      ? `${digits && MAX_DIGITS}|standard`
      : digits;
  return formats(`${unit.replaceAll('|', '')}|${form}`)
    .format(value === 0 ? 0 : value)
    .replaceAll('-', '\u2212');
}

/**
 * Returns whether the current decimals can show a value: one that is not zero must not be rounded to zero. In full, all
 * values below 1 have three digits instead, because two decimals would change small ones.
 */
function hasDecimals(value: number): boolean {
  const numbers = currentNumbers();
  const most = decimalsOf(numbers);
  const isSmall = numbers === 'full' ? Math.abs(value) < 1 : Number(value.toFixed(most)) === 0;
  return most >= 0 && (value === 0 || !isSmall);
}

/** Returns the class of a table whose numbers may fill their columns. */
export const digitsClass = () => (currentNumbers() === 'compact' ? undefined : 'digits');

/** Returns whether two decimals show a tick exactly, but for errors of floating-point numbers. */
const isWhole = (tick: number) => Math.abs(Number(tick.toFixed(2)) - tick) <= Math.abs(tick) * 1e-9;

/**
 * Formats a value in the current form of numbers: `$1.2B`, `CHF 3.4M`, `12%` with three digits by default. Units other
 * than currencies and percent are omitted.
 */
export const short = (value: number, unit: string) => number(value, unit, hasDecimals(value) ? 0 : 3);

/** The most digits that numbers have exactly. */
const MAX_DIGITS = 15;

/** Formats a value with up to 15 digits: `$1.23456B`. */
export const exact = (value: number, unit: string) => number(value, unit, MAX_DIGITS);

/** Formats a value, and says whether it is an estimate: `$40M (est.)`, or `$40M (estimate)` in descriptions. */
export const valueText = (
  { value, estimate }: { value: number; estimate: boolean },
  unit: string,
  word: 'est.' | 'estimate' = 'est.',
) => short(value, unit) + (estimate ? ` (${say(word)})` : '');

/** Digits that show every tick exactly, but not the errors of floating-point numbers. */
const TICK_DIGITS = 12;

const ofTick = perLocale((locale, unit: string, numbers) => {
  const minimumFractionDigits = numbers === 'full' ? 0 : Number(numbers);
  return new Intl.NumberFormat(tagOf(locale), {
    ...{ notation: 'compact', minimumFractionDigits, maximumFractionDigits: TICK_DIGITS },
    ...styleOf(unit),
  });
});

/** The most characters of numbers in full at an axis. Longer ones would take the room of the plot on a phone. */
const MAX_TICK = 12;

/**
 * Formats the values of an axis without the currency code, which the subtitle names: `$40B`, but `40B` for Swiss francs.
 * A rounded one would be at the wrong height. Numbers in full that are too long for an axis are short, and so are those that
 * two decimals would change.
 * @param most the most digits of numbers that are short
 */
export function tickTexts(ticks: readonly number[], unit: string, most = TICK_DIGITS): string[] {
  const numbers = currentNumbers();
  const written = (format: (tick: number) => string) =>
    ticks.map((tick) => format(tick).replace(/[A-Z]{3}\s|\s[A-Z]{3}$/, ''));
  if (areLikeYears(ticks, unit)) return written((tick) => number(tick, unit, MAX_DIGITS, true));
  const whole = (tick: number) => number(tick, unit, most, false);
  if (numbers === 'compact') return written(whole);
  if (numbers === 'full' && ticks.every((tick) => !hasDecimals(tick) || isWhole(tick))) {
    const full = written(whole);
    if (full.every((text) => text.length <= MAX_TICK)) return full;
  }
  return written((tick) =>
    hasDecimals(tick) ? ofTick(unit).format(tick).replace('-', '\u2212') : whole(tick),
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
