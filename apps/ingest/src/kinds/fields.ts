import { isDate, isWebAddress, parseTime } from '@dossier/shared';
import { z } from 'zod';

/** The titles are what `docs/records.md` calls these. */

/** Text with letters in it; blanks around it are dropped. */
export const text = z.string().trim().min(1, 'must not be blank');

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
export const date = z.string().trim().refine(isDate, 'must be a date, YYYY-MM-DD').meta({ title: 'a date' });

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
