import { pictureId } from '@dossier/shared';

/** The addresses of this service that answers name, each said once. `base` is PUBLIC_URL. */

export const documentLink = (base: string, slug: string) =>
  `${base}/api/v1/documents/${encodeURIComponent(slug)}/`;

/** The page for people; partners show it under their own host, as search results do. */
export const documentWebUrl = (base: string, slug: string) => `${base}/research/${encodeURIComponent(slug)}`;

/** A picture's own address; one that is of this service is stored without its host. */
export const pictureUrl = (base: string, url: string) =>
  pictureId(url) === undefined ? url : `${base}${url}`;

/** Stable, while the source's own address may move: it redirects there. */
export const filingUrl = (base: string, id: string) => `${base}/filings/${id}/file`;

/** The event feed, filtered by what the query says. */
export const eventsUrl = (base: string, query: Record<string, string>) =>
  `${base}/api/v1/events/?${new URLSearchParams(query).toString()}`;
