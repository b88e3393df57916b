import { createHash } from 'node:crypto';
import { html, Markup } from './html.ts';

/** A small page for people. */
export interface Page {
  title: string;
  /** CSS; the page may use no other. */
  styles: string;
  head?: Markup;
  body: Markup;
  theme?: 'light' | 'dark' | 'auto';
  /** More of the policy, such as `object-src https://a.example`. */
  allow?: string[];
  /** Whether pages of others may show it in a frame. */
  framed?: boolean;
}

/** The page's markup and its Content-Security-Policy: no script, and nothing from elsewhere but what is allowed. */
export function viewPage({
  title,
  styles,
  head = html``,
  body,
  theme = 'auto',
  allow = [],
  framed = false,
}: Page): { page: string; policy: string } {
  const scheme = theme === 'auto' ? 'light dark' : theme;
  const css = `:root{color-scheme:${scheme}}${styles}`;
  // Put together here, as the policy names its very characters.
  const style = new Markup(`<style>${css}</style>`);
  const page = html`<!doctype html>
    <html lang="en">
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
  const hash = createHash('sha256').update(css).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    ...allow,
    "base-uri 'none'",
    "form-action 'none'",
    // To name everybody by `*` would leave out pages without a host, such as files and web views.
    ...(framed ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
  return { page: page.text, policy };
}
