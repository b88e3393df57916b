import { barePage, type BarePage, type Rendered } from './bare.ts';
import { html, type Markup } from './html.ts';
import { base } from './tokens.ts';

export interface Link {
  href: string;
  text: string;
}

/** What the pages of a service share. Addresses are paths, because a browser may use another host name. */
export interface Frame {
  /** The name of the service, which links to `home`. */
  name: string;
  home: string;
  /** The navigation. */
  links: Link[];
}

/** A page inside of the frame. */
export interface PageParts extends Pick<
  BarePage,
  'title' | 'language' | 'head' | 'body' | 'sheets' | 'allow'
> {
  frame: Frame;
  /** The text of previews and search engines. */
  description?: string | undefined;
  /** The address that search engines keep. A page without one tells them to keep none. */
  canonical?: string | undefined;
  /** CSS after that of every page. It may use the custom properties of `tokens.ts`. */
  styles?: string;
}

/**
 * Returns a whole page: head, header with navigation, and the body in `<main>`, with the style sheet of every page. Send
 * `policy` as the Content-Security-Policy. The body begins with its `<h1>`.
 *
 * ```ts
 * const { page: text, policy } = page({ title: 'News', frame, canonical, body: html`<h1>News</h1>` });
 * return new Answer(text, { headers: { 'Content-Security-Policy': policy } });
 * ```
 */
export function page({
  frame,
  title,
  description,
  canonical,
  styles = '',
  head,
  body,
  ...rest
}: PageParts): Rendered {
  return barePage({
    ...rest,
    title,
    styles: base + styles,
    head: html`${
      canonical === undefined
        ? html`<meta name="robots" content="noindex" />`
        : html`<link rel="canonical" href="${canonical}" />`
    }
    ${description !== undefined && html`<meta name="description" content="${description}" />`} ${head}`,
    body: html`<a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="home" href="${frame.home}">${frame.name}</a>
        ${frame.links.length > 0 && viewLinks(frame.links)}
      </header>
      <main id="content" tabindex="-1">${body}</main>`,
  });
}

const viewLinks = (links: Link[]): Markup =>
  html`<nav class="links" aria-label="Site">
    <ul>
      ${links.map(
        ({ href, text }) =>
          html`<li>
            <a href="${href}">${text}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
