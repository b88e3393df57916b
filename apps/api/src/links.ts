import { signAddress, type SigningKey } from '@dossier/embeds';
import { pictureId } from '@dossier/shared';

/** The addresses of this service that answers name, each said once. `base` is PUBLIC_URL. */

export const documentLink = (base: string, slug: string) =>
  `${base}/api/v1/documents/${encodeURIComponent(slug)}/`;

/** The page for people; partners show it under their own host, as search results do. */
export const documentWebUrl = (base: string, slug: string) => `${base}/research/${encodeURIComponent(slug)}`;

/** A picture's own address; one that is of this service is stored without its host. */
export const pictureUrl = (base: string, url: string) =>
  pictureId(url) === undefined ? url : `${base}${url}`;

/** The PDF that is made of a document. Its address is signed: people open it without a key. */
export function documentPdfUrl(base: string, slug: string, key: SigningKey | undefined): string {
  if (!key) throw new Error('There is no key to sign addresses with.');
  return `${base}${signAddress({ kind: 'document-pdf', subject: slug, options: {} }, key)}.pdf`;
}

/** Stable, while the source's own address may move: it redirects there. */
export const filingUrl = (base: string, id: string) => `${base}/filings/${id}/file`;

/** The event feed, filtered by what the query says. */
export const eventsUrl = (base: string, query: Record<string, string>) =>
  `${base}/api/v1/events/?${new URLSearchParams(query).toString()}`;
