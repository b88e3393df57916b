import { isDate } from '@dossier/shared';
import type { OwnColumnRow } from '@dossier/store';

/** A day that a text may mean, and the span that it ends. */
export type Day = { day: string; ends: OwnColumnRow['frequency'] };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const NAME =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';

const dayOf = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
const lastDay = (year: number, month: number) =>
  dayOf(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate());

const YEAR_AND_TWO = /^(\d{4})-(\d{2})$/;
const spellings: [form: RegExp, read: (parts: string[]) => Day][] = [
  [/^(\d{4})$/, ([y]) => ({ day: `${y}-12-31`, ends: 'annual' })],
  [/^q([1-4])[ /-]?(\d{4})$/i, ([q, y]) => ({ day: lastDay(+y!, +q! * 3), ends: 'quarterly' })],
  [/^(\d{4})[ /-]?q([1-4])$/i, ([y, q]) => ({ day: lastDay(+y!, +q! * 3), ends: 'quarterly' })],
  [YEAR_AND_TWO, ([y, m]) => ({ day: lastDay(+y!, +m!), ends: 'monthly' })],
  [new RegExp(`^${NAME} (\\d{4})$`, 'i'), ([m, y]) => ({ day: lastDay(+y!, monthOf(m!)), ends: 'monthly' })],
  [/^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/, ([day]) => ({ day: day!, ends: null })],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, ([d, m, y]) => ({ day: dayOf(+y!, +m!, +d!), ends: null })],
  [
    new RegExp(`^${NAME} (\\d{1,2}),? (\\d{4})$`, 'i'),
    ([m, d, y]) => ({ day: dayOf(+y!, monthOf(m!), +d!), ends: null }),
  ],
  [
    new RegExp(`^(\\d{1,2}) ${NAME} (\\d{4})$`, 'i'),
    ([d, m, y]) => ({ day: dayOf(+y!, monthOf(m!), +d!), ends: null }),
  ],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, ([d, m, y]) => ({ day: dayOf(+y!, +m!, +d!), ends: null })],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, ([m, d, y]) => ({ day: dayOf(+y!, +m!, +d!), ends: null })],
];

/** Reads `2009-10` as the season that ends in 2010. */
function seasonIn(text: string): Day | undefined {
  const [, year, next] = YEAR_AND_TWO.exec(text) ?? [];
  return year !== undefined && +next! === (+year + 1) % 100
    ? { day: `${+year + 1}-12-31`, ends: 'annual' }
    : undefined;
}

/**
 * Returns the days that each text of a column may mean, by spelling: two for `03/04/2024`, and none for a text that is no
 * day. `2009-10` may be a season too, unless another text of its form can only be a month.
 */
export function daysIn(texts: readonly string[]): (Day | undefined)[][] {
  const maySeasons = texts.every((text) => !YEAR_AND_TWO.test(text) || seasonIn(text));
  return texts.map((text) => {
    const days = spellings.map(([form, read]) => {
      const found = form.exec(text);
      const day = found && read(found.slice(1));
      return day && isDate(day.day) ? day : undefined;
    });
    // What is no month, such as `2012-13`, is no day either.
    return [...days, maySeasons && days.some(Boolean) ? seasonIn(text) : undefined];
  });
}
