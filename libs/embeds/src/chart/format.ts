const isCurrency = (unit: string) => /^[A-Z]{3}$/.test(unit);

function number(value: number, unit: string, digits: number): string {
  const size = Math.abs(value);
  const plain = size !== 0 && (size >= 1e15 || size < 1e-6) ? 'scientific' : 'compact';
  const options: Intl.NumberFormatOptions = { notation: plain, maximumSignificantDigits: digits };
  if (isCurrency(unit)) Object.assign(options, { style: 'currency', currency: unit });
  const text = new Intl.NumberFormat('en-US', options).format(value === 0 ? 0 : value);
  return text.replace('-', '\u2212') + (unit === 'percent' ? '%' : '');
}

/** The field's short form, three digits: `$1.2B`, `$950M`, `CHF 3.4M`; a percent as `12%`, other units bare. */
export const short = (value: number, unit: string) => number(value, unit, 3);

/** The short form with all the digits the value has: `$1.23456B`. */
export const exact = (value: number, unit: string) => number(value, unit, 15);

/** The short form without a currency's code, which the subtitle tells: `$40B`, but `40B` for francs. */
export const tickText = (value: number, unit: string) => short(value, unit).replace(/[A-Z]{3}\s/, '');

/** What the numbers are in, for a subtitle: `US dollars`, `percent`, or the unit as it is written. */
export function unitName(unit: string): string {
  if (!isCurrency(unit)) return unit;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: unit,
    currencyDisplay: 'name',
  });
  return format.formatToParts(2).find((part) => part.type === 'currency')?.value ?? unit;
}

/** Milliseconds of a `YYYY-MM-DD` at 0:00 UTC; NaN when it is no date. */
export const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

const dates = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' });
// Made once: making one takes far longer than using it.
const formats = {
  year: dates({ year: 'numeric' }),
  month: dates({ year: 'numeric', month: 'short' }),
  day: dates({ year: 'numeric', month: 'short', day: 'numeric' }),
};
export type DateUnit = keyof typeof formats;

/** `2024`, `Jun 2024` or `Jun 30, 2024`, in UTC. */
export const dateText = (time: number, unit: DateUnit) => formats[unit].format(time);

/** `Jun 30, 2024` of a `YYYY-MM-DD`; the text itself when it is no date. */
export function dayText(date: string): string {
  const time = timeOf(date);
  return Number.isNaN(time) ? date : dateText(time, 'day');
}
