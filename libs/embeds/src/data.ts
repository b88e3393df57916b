export const themes = ['auto', 'light', 'dark'] as const;
/** `auto` follows the reader's setting, or the page around the frame. */
export type Theme = (typeof themes)[number];

export const fonts = ['system', 'sans', 'serif', 'slab', 'humanist', 'mono'] as const;
/** Font families that readers' machines have. No font is ever loaded. */
export type Font = (typeof fonts)[number];

/** The languages of the widgets' own words, numbers and dates, as BCP 47 tags. */
export const locales = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Locale = (typeof locales)[number];

/** `logoUrl` is shown only when it is a path of this service: an embed requests nothing from third parties. */
export type Company = { name: string; slug: string; domain: string; logoUrl: string | null };
/** `title` is the name of its site. The others are of the citation that the service has of it. */
export type Source = {
  url: string;
  title: string;
  headline?: string;
  publication?: string;
  quote?: string;
};

/** `date` is `YYYY-MM-DD`; `value` is in plain units (dollars, not millions). */
export type Point = { date: string; value: number; estimate: boolean; source: Source | null };

/** A point whose day may be unknown. */
export type Figure = Omit<Point, 'date'> & { date: string | null };

/** What every widget's data contain: the last day they cover, and the day they are pinned to, if any. */
export type Dated = { asOf: string | null; until?: string | null };
