import { createHash } from 'node:crypto';
import { html, Markup } from './html.ts';

/** A page with its own styles only: without the header, the navigation and the tokens of `page`. */
export interface BarePage {
  title: string;
  /** The language of the page; English by default. */
  language?: { lang: string; dir: 'ltr' | 'rtl' };
  /** The only CSS that the page may use. */
  styles: string;
  head?: Markup;
  body: Markup;
  theme?: 'light' | 'dark' | 'auto';
  /** The policy sources of the style sheets in shadow roots of the body. */
  sheets?: string[];
  /** Additions to the policy, such as `object-src https://a.example`. */
  allow?: string[];
  /** Whether other sites may frame the page. */
  framed?: boolean;
  /** Whether the page has forms, which send to this service. */
  forms?: boolean;
}

/** A page, and the Content-Security-Policy that it needs. */
export interface Rendered {
  page: string;
  policy: string;
}

/** The hashes of the style sheets that pages had last: most pages have one of a few. */
const hashes = new Map<string, string>();
const MAX_HASHES = 50;

function hashOf(css: string): string {
  let hash = hashes.get(css);
  if (hash === undefined) {
    if (hashes.size === MAX_HASHES) hashes.clear();
    hashes.set(css, (hash = createHash('sha256').update(css).digest('base64')));
  }
  return hash;
}

/** Returns the markup and the Content-Security-Policy: no script and no other origins, except as allowed. */
export function barePage({
  title,
  language: { lang, dir } = { lang: 'en', dir: 'ltr' },
  styles,
  head = html``,
  body,
  theme = 'auto',
  sheets = [],
  allow = [],
  framed = false,
  forms = false,
}: BarePage): Rendered {
  const scheme = theme === 'auto' ? 'light dark' : theme;
  const css = `:root{color-scheme:${scheme}}${styles}`;
  // Not in the template, because the policy contains the hash of exactly this text.
  const style = new Markup(`<style>${css}</style>`);
  const page = html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head} ${style}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  const policy = [
    "default-src 'none'",
    `style-src ${[`'sha256-${hashOf(css)}'`, ...new Set(sheets)].join(' ')}`,
    ...allow,
    "base-uri 'none'",
    `form-action ${forms ? "'self'" : "'none'"}`,
    // No `frame-ancestors *`: it excludes pages without a host, such as files and web views.
    ...(framed ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
  return { page: page.text, policy };
}
