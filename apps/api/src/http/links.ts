/** The addresses of this service that answers name, each said once. `base` is PUBLIC_URL. */

export const documentLink = (base: string, slug: string) =>
  `${base}/api/v1/documents/${encodeURIComponent(slug)}/`;

/** The page for people; partners show it under their own host, as search results do. */
export const documentWebUrl = (base: string, slug: string) => `${base}/research/${encodeURIComponent(slug)}`;

/** Stable, while the source's own address may move: it redirects there. */
export const filingUrl = (base: string, id: string) => `${base}/filings/${id}/file`;

/** The event feed, filtered by what the query says. */
export const eventsUrl = (base: string, query: Record<string, string>) =>
  `${base}/api/v1/events/?${new URLSearchParams(query).toString()}`;
