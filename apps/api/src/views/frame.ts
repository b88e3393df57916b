import type { Frame } from '@dossier/pages';
import type { Services } from '../services.ts';

/** Returns the path of PUBLIC_URL, with which the addresses of pages begin: a browser may use another host name. */
export const basePath = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');

/** The pages of the site in the navigation. Each has its title as its path. */
const PAGES = ['Companies', 'Compare', 'Categories', 'News', 'Events', 'Filings', 'Research', 'Changes'];

/** Returns what all pages of this service share. Without the site, they link to the documentation only. */
export function frameOf({
  publicUrl,
  brand,
  publicSite,
}: Pick<Services, 'publicUrl' | 'brand' | 'publicSite'>): Frame {
  const base = basePath(publicUrl);
  return {
    name: brand?.name ?? 'Dossier',
    home: `${base}/`,
    ...(publicSite && { search: `${base}/search` }),
    links: [
      ...(publicSite ? PAGES.map((text) => ({ href: `${base}/${text.toLowerCase()}`, text })) : []),
      { href: `${base}/docs`, text: 'API' },
    ],
  };
}
