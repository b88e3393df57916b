import slugify from '@sindresorhus/slugify';

/**
 * Path segments that the slug of a company must not shadow, at `/<slug>` and `/api/v1/companies/<slug>/`. A test in
 * `tools` checks that every route of the API is covered; the second group is kept free for later.
 */
const reserved = new Set([
  ...[
    'api',
    'assets',
    'docs',
    'embeds',
    'filings',
    'health',
    'lists',
    'mcp',
    'oembed',
    'openapi',
    'rankings',
    'research',
  ],
  ...['admin', 'categories', 'charts', 'companies', 'documents', 'embed', 'events', 'funding-rounds'],
  ...['changes', 'compare', 'console', 'investors', 'people'],
  ...['healthz', 'live', 'metrics', 'news', 'ready', 'search', 'static', 'sync'],
]);

const MAX_LENGTH = 150;

/** Returns whether a company cannot have the slug because a path of the API uses it. */
export const isReservedSlug = (slug: string): boolean => reserved.has(slug);

/** Text without letters to transliterate, as in most names. Skipping the library is a hundred times faster. */
const PLAIN = /^[A-Za-z0-9 .,()/:;!?+*#@%"_-]*$/;

/** Returns lowercase words joined by hyphens, transliterated to Latin where possible. May be empty. */
export function toSlug(text: string): string {
  const latin = PLAIN.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    : slugify(text, { decamelize: false });
  const slug = latin || text.toLowerCase().replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-');
  return slug.slice(0, MAX_LENGTH).replace(/^-+|-+$/g, '');
}

/** Returns the slugs that a new company may get, best first: its name, then with its domain, then numbered. */
export function slugCandidates(name: string, domain: string): string[] {
  const fromDomain = toSlug(domain.replaceAll('.', '-'));
  const base = toSlug(name) || fromDomain;
  const longer = fromDomain.startsWith(base) ? fromDomain : `${base}-${fromDomain}`;
  const numbered = [2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${base}-${n}`);
  return [base, longer, ...numbered].filter((slug) => !isReservedSlug(slug));
}
