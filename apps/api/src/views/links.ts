import { signAddress, type SigningKey } from '@dossier/embeds';
import { pictureId } from '@dossier/shared';
import { LRUCache } from 'lru-cache';

// The addresses of this service in responses. `base` is PUBLIC_URL.

/** Returns the address of a document's HTML page on this service, for documents without a `web_url`. */
export const documentWebUrl = (base: string, slug: string) => `${base}/research/${encodeURIComponent(slug)}`;

/** Returns the address of a company's HTML page on this service. */
export const companyWebUrl = (base: string, slug: string) => `${base}/companies/${encodeURIComponent(slug)}`;

/** Returns the address of a news item's HTML page on this service. */
export const newsWebUrl = (base: string, id: string) => `${base}/news/${id}`;

/** Returns the absolute address of a picture. Pictures of this service are stored without the host. */
export const pictureUrl = (base: string, url: string) =>
  pictureId(url) === undefined ? url : `${base}${url}`;

/** PUBLIC_URL, and the key that signs the addresses that readers open without an API key. */
interface Signer {
  publicUrl: string;
  key: SigningKey | undefined;
}

/** Returns the address of a document's PDF: its own one, or the signed address of the one that this service builds. */
export function documentPdfUrl(
  { slug, pdf_url }: { slug: string; pdf_url: string | null },
  { publicUrl: base, key }: Signer,
): string {
  if (pdf_url !== null) return pdf_url;
  if (!key) throw new Error('There is no key to sign addresses with.');
  return `${base}${pdfPath(slug, key)}.pdf`;
}

/** The most cached signatures. Signing takes longer than the rest of a document in a list. */
const MAX_SIGNED = 20_000;
const signed = new WeakMap<SigningKey, LRUCache<string, string>>();

function pdfPath(slug: string, key: SigningKey): string {
  const known = signed.get(key) ?? new LRUCache<string, string>({ max: MAX_SIGNED });
  signed.set(key, known);
  const found = known.get(slug);
  if (found !== undefined) return found;
  const path = signAddress({ kind: 'document-pdf', subject: slug, options: {} }, key);
  known.set(slug, path);
  return path;
}

/** Returns the stable address of a filing, which redirects to the current address of its source. */
export const filingUrl = (base: string, id: string) => `${base}/filings/${id}/file`;

/** Returns the address at which people read a filing: the page of its text, or else its source. */
export const filingPageUrl = (base: string, id: string) => `${base}/filings/${id}`;

/** Returns the address of the event list with this query string. */
export const eventsUrl = (base: string, query: Record<string, string>) =>
  `${base}/api/v1/events/?${new URLSearchParams(query).toString()}`;
