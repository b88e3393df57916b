import * as z from 'zod/mini';
import { fonts, locales, numberForms, themes } from './choices.ts';

// The shapes that the data of several widgets share. The elements check data with them; the pages of embeds, whose data
// come from the database, use their types only.

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** A day as `YYYY-MM-DD`. */
export const day = z.string().check(z.refine(isDay));

/** `logoUrl` is shown only when it is a path of this service: an embed requests nothing from third parties. */
export const company = z.object({
  name: z.string(),
  slug: z.string(),
  domain: z.string(),
  logoUrl: z.nullable(z.string()),
});

/** `title` is the name of its site. The others are of the citation that the service has of it. */
export const source = z.object({
  url: z.string(),
  title: z.string(),
  headline: z.optional(z.string()),
  publication: z.optional(z.string()),
  quote: z.optional(z.string()),
});

/** `date` is `YYYY-MM-DD`; `value` is in plain units (dollars, not millions). */
export const point = z.object({
  date: day,
  value: z.number(),
  estimate: z.boolean(),
  source: z.nullable(source),
});

/** A point whose day may be unknown. */
export const figure = z.object({ ...point.shape, date: z.nullable(day) });

/** The texts of a publisher: headline, subtitle, note, author and source. */
export const editorial = z.object({
  title: z.optional(z.string()),
  subtitle: z.optional(z.string()),
  note: z.optional(z.string()),
  byline: z.optional(z.string()),
  source: z.optional(z.string()),
});

/**
 * The fields of every widget's data: the last day that they cover, the day that they are pinned to, if any, and the day
 * before which they leave out values, if any, and the texts of the publisher.
 */
export const dated = {
  asOf: z.nullable(day),
  until: z.optional(z.nullable(day)),
  from: z.optional(z.nullable(day)),
  editorial: z.optional(editorial),
};

const colour = z.string().check(z.regex(/^[0-9a-f]{6}$/));

/** How a widget looks. Colours are six lower-case hex digits; unreadable ones are corrected. */
export const look = z.object({
  theme: z.optional(z.enum(themes)),
  accent: z.optional(colour),
  background: z.optional(colour),
  text: z.optional(colour),
  font: z.optional(z.enum(fonts)),
  locale: z.optional(z.enum(locales)),
  numbers: z.optional(z.enum(numberForms)),
});

/** The operator, named below the widget. */
export const brand = z.object({ name: z.string(), url: z.optional(z.string()) });
