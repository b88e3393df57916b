import { signAddress, type SigningKey } from '@dossier/embeds';
import { pictureId } from '@dossier/shared';

// The addresses of this service in responses. `base` is PUBLIC_URL.

export const documentLink = (base: string, slug: string) =>
  `${base}/api/v1/documents/${encodeURIComponent(slug)}/`;

/** Returns the address of a document's HTML page on this service, for documents without a `web_url`. */
export const documentWebUrl = (base: string, slug: string) => `${base}/research/${encodeURIComponent(slug)}`;

/** Returns the absolute address of a picture. Pictures of this service are stored without the host. */
export const pictureUrl = (base: string, url: string) =>
  pictureId(url) === undefined ? url : `${base}${url}`;

/** Returns the signed address of a document's PDF, which readers open without an API key. */
export function documentPdfUrl(base: string, slug: string, key: SigningKey | undefined): string {
  if (!key) throw new Error('There is no key to sign addresses with.');
  return `${base}${signAddress({ kind: 'document-pdf', subject: slug, options: {} }, key)}.pdf`;
}

/** Returns the stable address of a filing, which redirects to the current address of its source. */
export const filingUrl = (base: string, id: string) => `${base}/filings/${id}/file`;

/** Returns the address of the event list with this query string. */
export const eventsUrl = (base: string, query: Record<string, string>) =>
  `${base}/api/v1/events/?${new URLSearchParams(query).toString()}`;
