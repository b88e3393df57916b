import { z } from 'zod';
import { isDate, parseTime } from '../time.ts';

// Values in responses.

/** A UTC timestamp of fixed width, with milliseconds. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ id: 'Timestamp', description: 'UTC, with milliseconds', examples: ['2026-01-13T21:01:20.492Z'] });
/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate = z
  .string()
  .refine(isDate, 'must be a date, YYYY-MM-DD')
  .meta({ id: 'Date', type: 'string', format: 'date', examples: ['2026-01-13'] });
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be a UUID in lowercase')
  .meta({ id: 'Uuid', format: 'uuid', examples: ['6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11'] });
export const integerId = z
  .int()
  .min(1)
  .meta({ id: 'IntegerId', examples: [12] });
export const absoluteUrl = z
  .string()
  .regex(/^https?:\/\//)
  .meta({ id: 'Url', format: 'uri', examples: ['https://stripe.com/newsroom'] });
/** Returns the schema of a text, with an example for the documentation. */
export const textLike = (example: string) => z.string().meta({ examples: [example] });

// Values in requests, as JSON or as the text of a query string. When a schema transforms its input, its `meta` describes
// the accepted input as JSON Schema: the value itself first, then its other spellings.

const MAX_ID = 2_147_483_647;

/**
 * Returns the schema of an integer, or its decimal text, within bounds.
 * @param least accepts values from here on, for callers that reject values below `min` themselves
 */
export const wholeNumber = (min: number, max: number, least = min) => {
  const message = `must be a whole number from ${min} to ${max}`;
  const digits = z
    .string()
    .trim()
    // A negative number of any length is below the minimum.
    .regex(/^(-\d+|\d{1,15})$/, message);
  return z
    .union([z.int(), digits], message)
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .meta({
      anyOf: [
        { type: 'integer', minimum: min, maximum: max },
        { type: 'string', pattern: '^\\d{1,15}$' },
      ],
    });
};

export const idInput = wholeNumber(1, MAX_ID).meta({ examples: [12] });

/** A boolean: true, false, 1 or 0, in any case. */
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
  )
  .meta({
    anyOf: [
      { type: 'boolean' },
      { type: 'string', pattern: '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0)$' },
      { enum: [1, 0] },
    ],
    examples: [true],
  });

const TIME_PATTERN = (() => {
  const day = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
  const time = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?`;
  const zone = String.raw`(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)`;
  return `^${day}([T ]${time}${zone}?)?$`;
})();

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
    })
    .meta({
      pattern: TIME_PATTERN,
      description:
        bound === 'lower'
          ? 'On or after: an ISO 8601 date (the start of that UTC day) or date-time'
          : 'On or before: an ISO 8601 date (the last instant of that UTC day) or date-time',
      examples: [bound === 'lower' ? '2026-01-13' : '2026-01-26T23:59:59Z'],
    });
/** "On or after": a date is the start of that UTC day. */
export const onOrAfter = timeInput('lower');
/** "On or before": a date is the last instant of that UTC day. */
export const onOrBefore = timeInput('upper');

/** Returns a domain in lowercase ASCII (Punycode) without a trailing dot, or undefined if the text is not a domain. */
export function foldDomain(text: string): string | undefined {
  const bare = text.trim().toLowerCase().replace(/\.$/, '');
  const ascii = /^[\x21-\x7e]*$/.test(bare) ? bare : toAsciiDomain(bare);
  return ascii !== undefined && isBareDomain(ascii) ? ascii : undefined;
}

const isBareDomain = (text: string) =>
  text.length <= 253 && /^(?=.*[a-z])([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/.test(text);

function toAsciiDomain(text: string): string | undefined {
  // A URL drops these characters and what they separate.
  if (/[/\\?#@:\s]/.test(text)) return undefined;
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return undefined;
  }
}

/** Returns the bare domain of a URL: `www.stripe.com` for `https://www.stripe.com/jobs`. Returns undefined without one. */
export function domainOfUrl(text: string): string | undefined {
  try {
    return foldDomain(new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`).hostname);
  } catch {
    return undefined;
  }
}

/** A bare domain. The error for a domain with a protocol, path, port or blanks suggests the bare form. */
export const domainInput = z
  .string('must be a bare domain, such as stripe.com')
  .transform((text, context) => {
    const folded = foldDomain(text);
    if (folded !== undefined) return folded;
    const bare = domainOfUrl(text.trim().replaceAll(/\s+/g, ''))?.replace(/^www\.(?=.*\.)/, '');
    const message = /^[\p{L}\p{N}_-]+$/u.test(text.trim())
      ? 'must be a whole domain, such as stripe.com: its ending is missing'
      : `must be a bare domain without protocol, port, path or blanks${bare ? `: ${bare}` : ', such as stripe.com'}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({ format: 'idn-hostname', examples: ['stripe.com'] });

/** Lowercase letters, digits and hyphens. */
export const slugInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u, 'must be lowercase words joined by hyphens')
  .max(200, 'must be at most 200 characters')
  .meta({ examples: ['stripe'] });

/** A slug to look up. A malformed slug passes and is then not found, like any unknown slug. */
export const slugLookup = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'must not be blank')
  .max(200, 'must be at most 200 characters')
  .meta({ examples: ['stripe'] });

/**
 * Returns the schema of several values: an array, or text with commas. It trims blanks and drops empty values and
 * duplicates. It rejects an empty list, because ignoring the filter would widen the result.
 */
export const listInput = <Value extends string | number>(item: z.ZodType<Value>, max: number) => {
  const { $schema: _, ...items } = z.toJSONSchema(item, { io: 'input' });
  // Those of a transformed item are missing in its schema.
  const examples = z.globalRegistry.get(item)?.examples ?? items.examples;
  return (
    z
      .union([z.string(), z.number(), z.array(z.unknown())], 'must be a list of values')
      .transform((given): unknown[] => {
        const values: unknown[] = Array.isArray(given) ? given : String(given).split(',');
        const trimmed = values.map((value) => (typeof value === 'string' ? value.trim() : value));
        return [...new Set(trimmed)].filter((value) => value !== '');
      })
      // Checked before the items: a body can contain hundreds of thousands.
      .refine((values) => values.length > 0, 'must name at least one value')
      .refine((values) => values.length <= max, `must name at most ${max} values`)
      .pipe(z.array(item))
      .transform((values) => [...new Set(values)])
      .meta({
        anyOf: [
          { type: 'array', items, minItems: 1, maxItems: max },
          { type: ['string', 'number'], description: 'Separate several values with commas' },
        ],
        ...(Array.isArray(examples) && { examples: [examples.slice(0, 1)] }),
      })
  );
};
