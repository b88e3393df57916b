import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { nothing, type CSSResult } from 'lit';
import { LEAST_HEIGHT, LOW_FRAME, LOWEST } from './chart/labels.ts';
import { palette } from './chart/palette.ts';
import { csvText } from './csv.ts';
import { lookCss, themeOf } from './look.ts';
import type { Look } from './options.ts';
import { attributeJson } from './pack.ts';
import { frameAncestors, hashSource } from './policy.ts';
import { escapeMarkup } from './text.ts';
import { definitionOf, tagOf, titleOfWidget, type Kind, type Widget } from './widgets/index.ts';

/** The height that a low frame leaves to the plot. */
const ROOM = `100vh - ${LOW_FRAME - LEAST_HEIGHT}px`;

const pageCss = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:${palette.paper[0]};background:light-dark(${palette.paper.join()})}
main{box-sizing:border-box;display:flex;min-height:100vh;padding:12px 16px;max-width:1600px;margin:0 auto}
main>*{flex:1;min-width:0}
@media screen{:root:not([data-fit]) main>*{--room:calc(${ROOM});--least:clamp(${LOWEST}px,${ROOM},${LEAST_HEIGHT}px)}}
@media (max-width:420px){main{padding:12px}}
:root[data-fit] main{min-height:0}
@page{margin:14mm}
@media print{:root{color-scheme:light!important}main{min-height:0;padding:0}body{background:none}}
@media (forced-colors:active){body{background:Canvas}}`;

/** What a page is made of besides its widget. */
export type PageOptions = {
  look?: Look;
  /** The address of the built script on this service. Without it the page has no script. */
  clientUrl?: string;
  /** The page's own address, under which its data are offered. */
  address?: string;
  /** The address that returns the page's paste code. */
  oembedUrl?: string;
};

/** Renders the widget's element. The server's registry of elements is filled on first use. */
function renderElement({ kind, data }: Widget, { address, look = {} }: PageOptions): string {
  const widget = definitionOf(kind);
  if (!customElements.get(tagOf(kind))) customElements.define(tagOf(kind), widget.element);
  const markup = collectResultSync(render(widget.view(data, address ?? nothing, look)));
  // Lit's markers are for hydration, which our pages do without. Data cannot look like them, since they are escaped.
  return markup.replaceAll(/<!--.*?-->|<\?>/gs, '');
}

/** Returns the attribute with the data of the page's script. */
function scriptData({ kind, data }: Widget, { look = {}, clientUrl }: PageOptions): string {
  const packed = clientUrl ? definitionOf(kind).script?.(data, look) : undefined;
  return packed ? ` data-chart='${attributeJson(packed)}'` : '';
}

/** Returns the widget's values as CSV with their sources, or undefined for a widget that is not a series. */
export function widgetCsv({ kind, data }: Widget): string | undefined {
  const rows = definitionOf(kind).csv?.(data);
  return rows && csvText(rows);
}

/** Returns the links by which oEmbed consumers discover the paste code (oEmbed 1.0, section 4). */
function discoveryLinks(title: string, { address, oembedUrl }: PageOptions): string {
  if (!address || !oembedUrl) return '';
  return (['json', 'xml'] as const)
    .map((format) => {
      const href = `${oembedUrl}?${new URLSearchParams({ url: address, format }).toString()}`;
      const type = format === 'json' ? 'application/json+oembed' : 'text/xml+oembed';
      return `<link rel="alternate" type="${type}" href="${escapeMarkup(href)}" title="${escapeMarkup(title)}">\n`;
    })
    .join('');
}

/** Renders the page of an embed, complete without script: the element has a declarative shadow root. */
export function renderPage(widget: Widget, options: PageOptions = {}): string {
  const { look = {}, clientUrl } = options;
  const title = titleOfWidget(widget);
  const script = clientUrl ? `<script type="module" src="${escapeMarkup(clientUrl)}"></script>\n` : '';
  return `<!doctype html>
<html lang="en" data-theme="${themeOf(look)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
${discoveryLinks(title, options)}<style>${pageCss}${lookCss(look)}</style>
${script}</head>
<body><main${scriptData(widget, options)}>${renderElement(widget, options)}</main></body>
</html>
`;
}

/**
 * Returns the Content-Security-Policy of a page. It allows the page's own style sheets (by their hashes), and
 * pictures and scripts of this service.
 */
export function pagePolicy(kind: Kind, { look = {}, origins }: PagePolicyOptions = {}): string {
  const sheets = definitionOf(kind).element.styles as CSSResult[];
  const styles = [pageCss + lookCss(look), sheets.map(({ cssText }) => cssText).join('')].map(hashSource);
  return [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    "img-src 'self'",
    "script-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...frameAncestors(origins),
  ].join('; ');
}
type PagePolicyOptions = { look?: Look; origins?: readonly string[] };
