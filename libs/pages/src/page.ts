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
  /** The path that the search box sends `q` to; no box without it. */
  search?: string;
  /** What the search box searches: its label; "Search" by default. */
  searchLabel?: string;
  /** The navigation. */
  links: Link[];
  footer?: Markup;
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
  /** The entry of the navigation that the page belongs to, by its `href`. */
  current?: string;
  /** The text in the search box. */
  query?: string;
  /** A navigation beside the body, such as the contents of a guide. Its first element is a `<nav>` with a label. */
  aside?: Markup;
  /** CSS after that of every page. It may use the custom properties of `tokens.ts`. */
  styles?: string;
  /** The path of a module script of this service, which may request this service. */
  script?: string | undefined;
}

/**
 * Returns a whole page: head, header with search box and navigation, the body in `<main>`, and footer, with the style
 * sheet of every page. Send `policy` as the Content-Security-Policy. The body begins with its `<h1>`.
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
  current,
  query = '',
  aside,
  styles = '',
  head,
  body,
  script,
  allow = [],
  ...rest
}: PageParts): Rendered {
  const main = html`<main id="content" tabindex="-1">${body}</main>`;
  return barePage({
    ...rest,
    title,
    styles: base + styles,
    forms: true,
    allow: [...(script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]), ...allow],
    head: html`${
      canonical === undefined
        ? html`<meta name="robots" content="noindex" />`
        : html`<link rel="canonical" href="${canonical}" />`
    }
    ${description !== undefined && html`<meta name="description" content="${description}" />`}
    ${script !== undefined && html`<script type="module" src="${script}"></script>`} ${head}`,
    body: html`<a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="home" href="${frame.home}">${frame.name}</a>
        ${frame.search !== undefined && viewSearch(frame.search, query, frame.searchLabel)}
        ${frame.links.length > 0 && viewLinks(frame.links, current)}
      </header>
      ${aside ? html`<div class="aside">${aside} ${main}</div>` : main}
      ${frame.footer && html`<footer class="foot">${frame.footer}</footer>`}`,
  });
}

const viewSearch = (action: string, query: string, label = 'Search'): Markup =>
  html`<form role="search" action="${action}">
    <label class="unseen" for="site-search">${label}</label>
    <input id="site-search" type="search" name="q" value="${query}" maxlength="200" placeholder="${label}" />
    <button>Search</button>
  </form>`;

const viewLinks = (links: Link[], current: string | undefined): Markup =>
  html`<nav class="links" aria-label="Site">
    <ul>
      ${links.map(
        ({ href, text }) =>
          html`<li>
            <a href="${href}" ${href === current && html`aria-current="page"`}>${text}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
