export const themes = ['auto', 'light', 'dark'] as const;
/** `auto` follows the reader's setting, or the page around the frame. */
export type Theme = (typeof themes)[number];

export const fonts = ['system', 'sans', 'serif', 'slab', 'humanist', 'mono'] as const;
/** Font families that readers' machines have. No font is ever loaded. */
export type Font = (typeof fonts)[number];

/** The languages of the widgets' own words, numbers and dates, as BCP 47 tags. */
export const locales = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Locale = (typeof locales)[number];

/** How values are written: short with about three digits, in full with at most two decimals (below 1: three digits), or short with 0 to 3 decimals. */
export const numberForms = ['compact', 'full', '0', '1', '2', '3'] as const;
export type Numbers = (typeof numberForms)[number];

/** How datasets are drawn: `stacked` are columns on top of each other, and each value of a `step` holds until the next. */
export const drawings = ['line', 'step', 'column', 'stacked', 'area'] as const;
export type Drawing = (typeof drawings)[number];

/** What a scatter plot of companies can show on an axis. */
export const measures = ['valuation', 'funding', 'revenue'] as const;
export type Measure = (typeof measures)[number];

/** The most characters of each text of a publisher: headline, subtitle, note, author and source. */
export const longest = { title: 120, subtitle: 300, note: 500, byline: 100, source: 160 } as const;

/** Returns the texts of a publisher among other fields. */
export const editorialOf = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, text]) => name in longest && text !== undefined),
  ) as { [Name in keyof typeof longest]?: string };
