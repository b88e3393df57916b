// Creating a format takes far longer than using it.
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat('en-US', options);
  formats.set(key, format);
  return format;
}

const isCurrency = (unit: string) => /^[A-Z]{3}$/.test(unit);

function number(value: number, unit: string, digits: number): string {
  const size = Math.abs(value);
  const notation = size !== 0 && (size >= 1e15 || size < 1e-6) ? 'scientific' : 'compact';
  const options: Intl.NumberFormatOptions = { notation, maximumSignificantDigits: digits };
  if (isCurrency(unit)) Object.assign(options, { style: 'currency', currency: unit });
  const text = formatOf(options).format(value === 0 ? 0 : value);
  return text.replace('-', '\u2212') + (unit === 'percent' ? '%' : '');
}

/** Formats a value with three digits: `$1.2B`, `CHF 3.4M`, `12%`. Units other than currencies and percent are omitted. */
export const short = (value: number, unit: string) => number(value, unit, 3);

/** Formats a value with up to 15 digits: `$1.23456B`. */
export const exact = (value: number, unit: string) => number(value, unit, 15);

/** Formats a value without the currency code, which the subtitle names: `$40B`, but `40B` for Swiss francs. */
export const tickText = (value: number, unit: string) => short(value, unit).replace(/[A-Z]{3}\s/, '');

/** Returns the unit's name for a subtitle: `US dollars`, `percent`, or the unit unchanged. */
export function unitName(unit: string): string {
  if (!isCurrency(unit)) return unit;
  const format = formatOf({ style: 'currency', currency: unit, currencyDisplay: 'name' });
  return format.formatToParts(2).find((part) => part.type === 'currency')?.value ?? unit;
}

/** Returns the milliseconds of a `YYYY-MM-DD` at 0:00 UTC, or NaN for other text. */
export const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

const dates = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' });
const dateFormats = {
  year: dates({ year: 'numeric' }),
  month: dates({ year: 'numeric', month: 'short' }),
  day: dates({ year: 'numeric', month: 'short', day: 'numeric' }),
};
export type DateUnit = keyof typeof dateFormats;

/** Formats a time in UTC as `2024`, `Jun 2024` or `Jun 30, 2024`. */
export const dateText = (time: number, unit: DateUnit) => dateFormats[unit].format(time);

/** Formats a `YYYY-MM-DD` as `Jun 30, 2024`. Returns other text unchanged. */
export function dayText(date: string): string {
  const time = timeOf(date);
  return Number.isNaN(time) ? date : dateText(time, 'day');
}
