import type { Frame } from '@dossier/pages';
import type { Services } from '../services.ts';

/** Returns the path of PUBLIC_URL, with which the addresses of pages begin: a browser may use another host name. */
export const basePath = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');

/** Returns what all pages of this service share. */
export function frameOf({ publicUrl, brand }: Pick<Services, 'publicUrl' | 'brand'>): Frame {
  const base = basePath(publicUrl);
  return {
    name: brand?.name ?? 'Dossier',
    home: `${base}/`,
    links: [{ href: `${base}/docs`, text: 'API' }],
  };
}
