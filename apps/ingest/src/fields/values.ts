import { DAY_MS, isDate, isWebAddress, parseTime } from '@dossier/shared';
import { z } from 'zod';

/** The `title` of a type is its name in `docs/reference/records.md`. */

/** Control characters, which terminals obey, except tabs and line ends. */
const CONTROL = /(?![\t\n\v\f\r\u0085])\p{Cc}/u;
/** Runs the faster test first, because most texts have no control character. */
const hasControl = (value: string) => /\p{Cc}/u.test(value) && CONTROL.test(value);

/** Text of one or more lines, trimmed, with at least one visible character. */
export const prose = z
  .string()
  .trim()
  .refine((value) => /[^\s\p{Cc}\p{Cf}]/u.test(value), 'must not be blank')
  .refine((value) => !hasControl(value), 'must not have control characters');

/** Text of one line. A line break in a table cell usually means that two rows were read as one. */
export const text = prose.refine(
  (value) => !/[\n\v\f\r\u0085\u2028\u2029]/.test(value),
  'must be one line: in a table, a quote may be missing',
);

/** The number of a filing. The SEC's gets dashes: `0000320193-24-000123`. */
export const accessionNumber = text
  .max(64)
  .transform((value) => value.replace(/^(\d{10})(\d{2})(\d{6})$/, '$1-$2-$3'));

/** A JSON number that is exact. */
export const exactNumber = z.number().refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, {
  error: `is too large to be exact; the largest is ${Number.MAX_SAFE_INTEGER}`,
});

/** An absolute http or https address. */
export const webAddress = z
  .string()
  .trim()
  .refine(isWebAddress, 'must be an http(s) address')
  .refine((value) => value.length <= 2000, 'must be at most 2000 characters')
  .meta({ title: 'a web address' });

const readTime = (value: string, context: z.RefinementCtx): string => {
  const read = parseTime(value);
  if (read !== undefined) return read;
  context.addIssue({
    code: 'custom',
    message: `must be an ISO 8601 date or date-time, such as 2026-01-13, not ${JSON.stringify(value)}`,
  });
  return z.NEVER;
};

/** The bounds of every date. A year outside of them is a mistake, such as `31/12/0024`. */
const FIRST_DAY = '1500-01-01';
const LAST_DAY = '2199-12-31';
const isFrom = (first: string) => (value: string) => value >= first && value.slice(0, 10) <= LAST_DAY;
const boundsFrom = (first: string) => ({
  error: ({ input }: { input?: unknown }) =>
    `must be from ${first} to ${LAST_DAY}, not ${String(input).slice(0, 10)}`,
});
export const [isBounded, bounds] = [isFrom(FIRST_DAY), boundsFrom(FIRST_DAY)];
/** The bounds of the year in which a company was founded. */
export const [FIRST_YEAR, LAST_YEAR] = [500, 2199];
const FIRST_HISTORIC = `0${FIRST_YEAR}-01-01`;
const [isHistoric, historicBounds] = [isFrom(FIRST_HISTORIC), boundsFrom(FIRST_HISTORIC)];

/** How far ahead a publication may be dated: embargoed texts are. */
const DAYS_AHEAD = 366;

/** Returns whether a time is not so late that nothing can be published then. */
const isPublishable = (value: string): boolean => Date.parse(value) <= Date.now() + DAYS_AHEAD * DAY_MS;
const notPublishable = {
  error: ({ input }: { input?: unknown }) =>
    `must be at most a year after today, not ${String(input).slice(0, 10)}`,
};

/** An ISO 8601 date or date-time, as fixed-width UTC text. A date is the start of that day in UTC. */
export const time = z
  .string()
  .transform(readTime)
  .refine(isBounded, bounds)
  .meta({ title: 'a date or time' });

/** The time of a publication. */
export const publicationTime = time.refine(isPublishable, notPublishable).meta({ title: 'a date or time' });

/** The date of a publication as it is, or its date-time as fixed-width UTC text. */
export const publicationDate = z
  .string()
  .trim()
  .transform((value, context) => (isDate(value) ? value : readTime(value, context)))
  .refine(isBounded, bounds)
  .refine(isPublishable, notPublishable)
  .meta({ title: 'a date or time' });

/** The SEC's number of a filer as ten digits. Leading zeros may be missing. */
export const cik = z
  .union([z.string(), z.int()], 'must be a CIK of up to ten digits')
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,10}$/, 'must be a CIK of up to ten digits'))
  .transform((digits) => digits.padStart(10, '0'))
  .meta({ title: 'a CIK of up to ten digits' });

const calendarDate = z
  .string()
  .trim()
  .refine(isDate, {
    error: ({ input }) =>
      /^\d{4}-\d{2}-\d{2}$/.test(String(input))
        ? `must be a date: there is no ${String(input)}`
        : `must be a date, YYYY-MM-DD, not ${JSON.stringify(input)}`,
    abort: true,
  });

/** A calendar date. */
export const date = calendarDate.refine(isBounded, bounds).meta({ title: 'a date' });

/** A day of a company's history. There are companies from before the dates of everything else: Kongō Gumi of 578. */
export const historicDate = calendarDate.refine(isHistoric, historicBounds).meta({ title: 'a date' });

/** An ISO 4217 code. */
export const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'must be a currency code of three letters');

/** A code such as `trailing_revenue`: one that the specification names, or another. */
export const code = z
  .string()
  .trim()
  .toLowerCase()
  .transform((value) => value.replaceAll('-', '_'))
  .pipe(
    z
      .string()
      .max(100)
      .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'must be words joined by _'),
  )
  .meta({ title: 'words joined by `_`' });
