import { plainText } from '@dossier/embeds';
import { html, type Markup } from '@dossier/pages';

/** An entry of a feed. */
export interface Entry {
  /** What was published, and once more for each change that readers should see: `news/6f1b…`. */
  id: string;
  title: string;
  /** A path of this service. */
  href: string;
  updated: string;
}

/** The year in which this service began to name entries, which is a part of each name. */
const NAMED_SINCE = 2026;

/**
 * Returns an Atom feed. The id of an entry comes from its record, so that readers see each once, whatever the address of
 * the service and of the page is.
 */
export function viewFeed(
  entries: Entry[],
  {
    title,
    publicUrl,
    self,
    id = self,
    page,
  }: {
    title: string;
    publicUrl: string;
    self: string;
    /** The name of the feed, if its address contains a secret. */
    id?: string;
    page: string;
  },
): string {
  const { hostname, origin } = new URL(publicUrl);
  const named = (id: string) => `tag:${hostname},${NAMED_SINCE}:${id}`;
  const newest =
    entries
      .map(({ updated }) => updated)
      .toSorted()
      .at(-1) ?? '1970-01-01T00:00:00.000Z';
  const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
  const feed: Markup = html`<feed xmlns="http://www.w3.org/2005/Atom">
    <id>${named(id)}</id>
    <title>${plainText(title)}</title>
    <updated>${newest}</updated>
    <author><name>${plainText(title)}</name></author>
    <link rel="self" href="${publicUrl}${self}" />
    <link rel="alternate" type="text/html" href="${publicUrl}${page}" />
    ${entries.map(
      (entry) =>
        html`<entry>
          <id>${named(entry.id)}</id>
          <title>${plainText(entry.title)}</title>
          <updated>${entry.updated}</updated>
          <link href="${origin}${entry.href}" />
        </entry>`,
    )}
  </feed> `;
  return declaration + feed.text;
}
