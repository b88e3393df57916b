import { isDate, isWebAddress, parseTime } from '@dossier/shared';
import { z } from 'zod';

/** The titles are what `docs/reference/records.md` calls these. */

/** What a terminal obeys, and nobody sees. */
const CONTROL = /(?![\t\n\v\f\r\u0085])\p{Cc}/u;

/** Text of any number of lines with something to see in it; blanks around it are dropped. */
export const prose = z
  .string()
  .trim()
  .refine((value) => /[^\s\p{Cc}\p{Cf}]/u.test(value), 'must not be blank')
  .refine((value) => !CONTROL.test(value), 'must not have control characters');

/** One line of text, as names and headlines are. A line end in it says that two rows were taken for one. */
export const text = prose.refine(
  (value) => !/[\n\v\f\r\u0085\u2028\u2029]/.test(value),
  'must be one line: in a table, a quote may be missing',
);

/** Beyond this a JSON number is no longer exact. */
export const exactNumber = z.number().refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, {
  error: `is too large to be exact; the largest is ${Number.MAX_SAFE_INTEGER}`,
});

/** An absolute web address. */
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

/** An ISO date or date-time, as fixed-width UTC text; a date is the start of that UTC day. */
export const time = z.string().transform(readTime).meta({ title: 'a date or time' });

/** A date as it is, or a date-time as fixed-width UTC text: as precise as the source. */
export const dateOrTime = z
  .string()
  .trim()
  .transform((value, context) => (isDate(value) ? value : readTime(value, context)))
  .meta({ title: 'a date or time' });

/** The SEC's number of a filer, ten digits; leading zeros may be left out. */
export const cik = z
  .union([z.string(), z.int()], 'must be a CIK of up to ten digits')
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,10}$/, 'must be a CIK of up to ten digits'))
  .transform((digits) => digits.padStart(10, '0'))
  .meta({ title: 'a CIK of up to ten digits' });

/** A calendar date. */
export const date = z
  .string()
  .trim()
  .refine(isDate, {
    error: ({ input }) =>
      /^\d{4}-\d{2}-\d{2}$/.test(String(input))
        ? `must be a date: there is no ${String(input)}`
        : `must be a date, YYYY-MM-DD, not ${JSON.stringify(input)}`,
  })
  .meta({ title: 'a date' });

/** An ISO 4217 code. */
export const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'must be a currency code of three letters');

/** A value such as trailing_revenue: those that the specification names, and others as data bring them. */
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
