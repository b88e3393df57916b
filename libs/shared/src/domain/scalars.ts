import { z } from 'zod';
import { isDate, parseTime } from '../time.ts';

// What the API gives out.

/** UTC, fixed width, milliseconds. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ id: 'Timestamp', description: 'UTC, milliseconds', example: '2026-01-13T21:01:20.492Z' });
/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate = z
  .string()
  .refine(isDate, 'must be a date, YYYY-MM-DD')
  .meta({ id: 'Date', type: 'string', format: 'date', example: '2026-01-13' });
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ id: 'Uuid', format: 'uuid', example: '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11' });
export const integerId = z.int().min(1).meta({ id: 'IntegerId', example: 12 });
export const absoluteUrl = z
  .string()
  .regex(/^https?:\/\//)
  .meta({ id: 'Url', format: 'uri' });

// What callers may send. A value arrives as JSON or as the text of a query string.

const MAX_ID = 2_147_483_647;

/** An integer, or its decimal text, within bounds. */
export const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  const digits = z
    .string()
    .trim()
    .regex(/^-?\d{1,15}$/, message);
  return z
    .union([z.int(), digits], message)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
};

export const idInput = wholeNumber(1, MAX_ID);

/** true, false, 1 or 0, any case. */
export const booleanInput = z
  .union(
    [
      z.boolean(),
      z.literal(1),
      z.literal(0),
      z.string().regex(/^(true|false|1|0)$/i, 'must be true, false, 1 or 0'),
    ],
    'must be true, false, 1 or 0',
  )
  .transform(
    (value) => value === true || value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value)),
  );

const timeInput = (bound: 'lower' | 'upper') =>
  z
    .string('must be an ISO 8601 date or date-time, such as 2026-01-13 or 2026-01-13T21:01:20Z')
    .transform((text, context) => {
      const time = parseTime(text, bound);
      if (time !== undefined) return time;
      context.addIssue({
        code: 'custom',
        message: 'must be an ISO 8601 date or date-time, such as 2026-01-13 or 2026-01-13T21:01:20Z',
      });
      return z.NEVER;
    });
/** "On or after": a date is the start of that UTC day. */
export const onOrAfter = timeInput('lower');
/** "On or before": a date is the last instant of that UTC day. */
export const onOrBefore = timeInput('upper');

/** Folds a domain as written: case, a trailing dot and international letters (to their ASCII form). */
export function foldDomain(text: string): string | undefined {
  const bare = text.trim().toLowerCase().replace(/\.$/, '');
  const ascii = /^[\x21-\x7e]*$/.test(bare) ? bare : toAsciiDomain(bare);
  return ascii !== undefined && isBareDomain(ascii) ? ascii : undefined;
}

const isBareDomain = (text: string) =>
  text.length <= 253 && /^(?=.*[a-z])([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/.test(text);

function toAsciiDomain(text: string): string | undefined {
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return undefined;
  }
}

/** The bare domain inside an address, or undefined: `https://www.stripe.com/jobs` has `www.stripe.com`. */
export function domainOfUrl(text: string): string | undefined {
  try {
    return foldDomain(new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`).hostname);
  } catch {
    return undefined;
  }
}

/** A bare domain; one with a protocol, path, port or blanks is refused with the bare form shown. */
export const domainInput = z
  .string('must be a bare domain, such as stripe.com')
  .transform((text, context) => {
    const folded = foldDomain(text);
    if (folded !== undefined) return folded;
    const bare = domainOfUrl(text.trim().replaceAll(/\s+/g, ''));
    context.addIssue({
      code: 'custom',
      message: `must be a bare domain without protocol, port, path or blanks${bare ? `: ${bare}` : ', such as stripe.com'}`,
    });
    return z.NEVER;
  });

/** Lowercase letters, digits and hyphens. */
export const slugInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u, 'must be lowercase words joined by hyphens')
  .max(200, 'must be at most 200 characters');

/**
 * Several values: an array, or a text that joins them with commas. Blanks are trimmed, empties and repeats dropped;
 * a list that then holds nothing is refused, since leaving the filter out would widen the answer.
 */
export const listInput = <Value extends string | number>(item: z.ZodType<Value>, max: number) =>
  z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))], 'must be a list of values')
    .transform((given): unknown[] => {
      const values = Array.isArray(given) ? given : String(given).split(',');
      return values
        .map((value) => (typeof value === 'string' ? value.trim() : value))
        .filter((value) => value !== '');
    })
    .pipe(z.array(item))
    .transform((values) => [...new Set(values)])
    .refine((values) => values.length > 0, 'must name at least one value')
    .refine((values) => values.length <= max, `must name at most ${max} values`);
