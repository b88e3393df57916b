import slugify from '@sindresorhus/slugify';

/** The first segments of paths that are taken, beside `/<company slug>` and `/api/v1/companies/<slug>/`. */
const reserved = new Set([
  'rankings',
  'sync',
  'admin',
  'api',
  'assets',
  'categories',
  'charts',
  'companies',
  'docs',
  'documents',
  'embed',
  'embeds',
  'events',
  'filings',
  'funding-rounds',
  'health',
  'healthz',
  'metrics',
  'news',
  'openapi',
  'ready',
  'research',
  'search',
  'static',
]);

const MAX_LENGTH = 150;

/** True for a slug that no company can have, since its path is taken. */
export const isReservedSlug = (slug: string): boolean => reserved.has(slug);

/** Text in which there is nothing to transliterate: most names. It takes a hundredth of the time. */
const PLAIN = /^[A-Za-z0-9 .,()/:;!?+*#@%"_-]*$/;

/** Lowercase words joined by hyphens, in Latin letters where the text can be written so; may be empty. */
export function toSlug(text: string): string {
  const latin = PLAIN.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    : slugify(text, { decamelize: false });
  const slug = latin || text.toLowerCase().replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-');
  return slug.slice(0, MAX_LENGTH).replace(/^-+|-+$/g, '');
}

/** The slugs that a new company may get, best first: its name, then with its domain, then numbered. */
export function slugCandidates(name: string, domain: string): string[] {
  const fromDomain = toSlug(domain.replaceAll('.', '-'));
  const base = toSlug(name) || fromDomain;
  const longer = fromDomain.startsWith(base) ? fromDomain : `${base}-${fromDomain}`;
  const numbered = [2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${base}-${n}`);
  return [base, longer, ...numbered].filter((slug) => !isReservedSlug(slug));
}
