/**
 * Times are stored as fixed-width UTC text with milliseconds: `2026-01-13T21:01:20.492Z`. Sorted text is then sorted
 * time in both databases, and cursors are equal byte for byte.
 */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

export const DAY_MS = 86_400_000;

type Bound = 'lower' | 'upper';

/** Returns the fixed-width UTC text of an instant. */
export function toTimestamp(instant: Date | number): string {
  return new Date(instant).toISOString();
}

/** Returns whether a text is an existing calendar date, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && Number(match[1]) > 0;
}

/**
 * Parses an ISO 8601 date or date-time and returns fixed-width UTC text; undefined for any other text. A date is the
 * start of that UTC day, or its last instant as an upper bound. A date-time without an offset is UTC. A blank before an
 * offset is read as the `+` of a query string.
 */
export function parseTime(text: string, bound: Bound = 'lower'): string | undefined {
  if (isTimestamp(text)) return text;
  const trimmed = text.trim();
  if (DATE.test(trimmed)) {
    if (!isDate(trimmed)) return undefined;
    return `${trimmed}T${bound === 'lower' ? '00:00:00.000' : '23:59:59.999'}Z`;
  }
  const repaired = trimmed.replace(/ (\d{2}(?::?\d{2})?)$/, (tail, offset: string, at: number) =>
    at > 10 ? `+${offset}` : tail,
  );
  const match = DATE_TIME.exec(repaired);
  if (!match || !isDate(match[1]!)) return undefined;
  const [, date, hour, minute, second = '00', fraction = '', zone = 'Z'] = match;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const offset = /^z$/i.test(zone)
    ? 'Z'
    : zone.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, h: string, m = '00') => `${h}:${m}`);
  const instant = new Date(`${date}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  if (Number.isNaN(instant.getTime())) return undefined;
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant.toISOString() : undefined;
}

/** Returns whether a text has the form in which times are stored. */
function isTimestamp(text: string): boolean {
  if (text.length !== 24 || !text.endsWith('Z') || text.startsWith('0000')) return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const MONTHS = Array.from({ length: 12 }, (_, month) => MONTH.format(Date.UTC(2000, month)));

/** Returns the UTC day of a timestamp in words: `10 March 2026`. Pages have one in each row, and Intl takes far longer. */
export function dayInWords(timestamp: string): string {
  const date = new Date(timestamp);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Returns the first date that begins at or after an instant, for "on or after" on a date column. */
export function firstDayFrom(timestamp: string): string {
  const day = timestamp.slice(0, 10);
  // The last date with a four-digit year.
  if (timestamp.endsWith('T00:00:00.000Z') || day === '9999-12-31') return day;
  return toTimestamp(Date.parse(timestamp) + DAY_MS).slice(0, 10);
}

/** Returns the last date that begins at or before an instant, for "on or before" on a date column. */
export function lastDayUntil(timestamp: string): string {
  return timestamp.slice(0, 10);
}
