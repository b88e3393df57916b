import { isDate } from '@dossier/shared';

/** Notations of numbers, by example. */
export const numberForms = ['1234.56', '1,234.56', '1.234,56', '1 234,56'] as const;

/**
 * Converts a number from its notation to plain digits (`-1234.5`), or returns undefined. Groups have three digits, so
 * `1234.56` is not a number in the notation `1.234,56`, in which it would be a hundred times as much.
 */
export function readNumber(text: string, form: (typeof numberForms)[number]): string | undefined {
  const [, group, decimal] = /^1(\D?)234(\D)56$/.exec(form)!;
  const bare = text.replace(/^([+-]?)\s*[$€£¥]\s*/, '$1').replaceAll(/[\u00a0\u202f]/g, ' ');
  const whole = group ? `\\d{1,3}(?:[${group}]\\d{3})+|\\d+` : '\\d+';
  if (!new RegExp(`^[+-]?(?:${whole})(?:[${decimal}]\\d+)?$`).test(bare)) return undefined;
  return bare.replaceAll(group!, '').replace(decimal!, '.').replace(/^\+/, '');
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const PARTS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  MMMM: '(?<month>[A-Za-z]{3,9})',
  MMM: '(?<month>[A-Za-z]{3})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
};

/** @throws SyntaxError when the form has a part twice */
export function datePattern(form: string): RegExp {
  const pattern = form
    .split(/(YYYY|MMMM|MMM|MM|M|DD|D)/)
    .map((part) => PARTS[part] ?? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('')}$`);
}

/** Converts a date from its form to `YYYY-MM-DD`; returns undefined if it does not fit or is not in the calendar. */
export function readDate(text: string, form: string): string | undefined {
  const found = datePattern(form).exec(text)?.groups;
  if (!found) return undefined;
  const { year, month = '1', day = '1' } = found;
  const number = /\d/.test(month) ? Number(month) : monthOf(month.toLowerCase(), form.includes('MMMM'));
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

/** Returns 1 to 12, or 0 for an unknown month. */
const monthOf = (name: string, isWhole: boolean): number =>
  MONTHS.findIndex((month) => (isWhole ? month === name : month.slice(0, 3) === name)) + 1;
