import { isDate } from '@dossier/shared';
import { plainDigits } from './decimal.ts';

/** Notations of numbers, by example. */
export const numberForms = ['1234.56', '1,234.56', '1.234,56', '1 234,56'] as const;
export type NumberForm = (typeof numberForms)[number];

/**
 * Converts a number from its notation to plain digits (`-1234.5`), or returns undefined. Groups have three digits, so
 * `1234.56` is not a number in the notation `1.234,56`. Otherwise it would be read as 123456. A spreadsheet writes large
 * numbers with an exponent, `3.94E+11`.
 */
export function readNumber(text: string, form: NumberForm): string | undefined {
  const [, group, decimal] = /^1(\D?)234(\D)56$/.exec(form)!;
  const [, mantissa, power] = /^([+-]?\d(?:[.,]\d+)?)e([+-]?\d{1,2})$/i.exec(text) ?? [];
  if (power !== undefined) {
    if (/[.,]/.test(mantissa!.replace(decimal!, ''))) return undefined;
    const plain = readNumber(mantissa!, form);
    return plain && plainDigits(Number(`${plain}e${power}`));
  }
  const bare = text.replaceAll(/[\u00a0\u202f]/g, ' ');
  const whole = group ? `\\d{1,3}(?:[${group}]\\d{3})+|\\d+` : '\\d+';
  if (!new RegExp(`^[+-]?(?:${whole})(?:[${decimal}]\\d+)?$`).test(bare)) return undefined;
  return bare.replaceAll(group!, '').replace(decimal!, '.').replace(/^\+/, '');
}

/** The names of months, in lower case, by language. */
const MONTHS = ['en', 'de', 'fr', 'es'].flatMap((language) =>
  (['long', 'short'] as const).map((month) => {
    const names = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, i) => plainMonth(names.format(Date.UTC(2000, i))));
  }),
);
const PARTS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMMM: '(?<month>\\p{L}{3,10}\\.?)',
  MMM: '(?<month>\\p{L}{3,5}\\.?)',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
};
/** Years of two digits are from 1970 to 2069. */
const PIVOT = 70;

/** Returns the pattern of a form of dates. @throws SyntaxError when the form has a part twice */
function datePattern(form: string): RegExp {
  const pattern = form
    .split(/(YYYY|YY|MMMM|MMM|MM|M|DD|D)/)
    .map((part) => PARTS[part] ?? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('')}$`, 'u');
}

/** The forms of a time in seconds or milliseconds since 1970. */
export const UNIX_FORMS = ['unix', 'unix_ms'];

/** Returns whether a text is the form of a date. */
export function isDateForm(form: string): boolean {
  try {
    return UNIX_FORMS.includes(form) || (form.includes('YY') && datePattern(form) instanceof RegExp);
  } catch {
    return false;
  }
}

/**
 * Reads a date in each form that fits the text; if none fits, as `YYYY-MM-DD`. Returns a problem if two forms read different
 * dates, as with `01/02/2024`.
 */
export function readDates(text: string, forms: string[]): { date: string } | { problem: string } {
  const read = forms.flatMap((form) => readDate(text, form) ?? []);
  const found = [...new Set(read.length > 0 ? read : [readDate(text, 'YYYY-MM-DD') ?? []].flat())];
  if (found.length === 1) return { date: found[0]! };
  if (found.length > 1)
    return { problem: `may be ${found.join(' or ')} (${JSON.stringify(text)}); keep one of the forms` };
  return { problem: `must be a date such as ${forms.join(' or ')}, not ${JSON.stringify(text)}` };
}

/**
 * Converts a date from its form to `YYYY-MM-DD`, and a Unix time to a date and time in UTC. Returns undefined if it does
 * not fit or is not in the calendar.
 */
export function readDate(text: string, form: string): string | undefined {
  if (UNIX_FORMS.includes(form)) return readUnix(text, form === 'unix' ? 1000 : 1);
  const found = datePattern(form).exec(text)?.groups;
  if (!found) return undefined;
  const { month = '1', day = '1' } = found;
  const year =
    found['year']!.length === 2
      ? (Number(found['year']) < PIVOT ? '20' : '19') + found['year']
      : found['year'];
  const number = /\d/.test(month) ? Number(month) : monthOf(month);
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

function readUnix(text: string, milliseconds: number): string | undefined {
  if (!/^-?\d{1,15}(\.\d+)?$/.test(text)) return undefined;
  const date = new Date(Number(text) * milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? date.toISOString() : undefined;
}

/** Returns 1 to 12, or 0 for an unknown month. */
function monthOf(name: string): number {
  const plain = plainMonth(name);
  const found = MONTHS.map((names) => names.indexOf(plain)).find((i) => i >= 0);
  // `Sept`
  return (found ?? (plain === 'sept' ? 8 : -1)) + 1;
}

function plainMonth(name: string): string {
  return name.toLowerCase().replace('.', '');
}
