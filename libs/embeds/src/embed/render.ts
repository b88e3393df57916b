import { MIN_HEIGHT, LOW_FRAME, MIN_HEIGHT_LOW_FRAME } from '../chart/labels.ts';
import { palette } from '../chart/palette.ts';
import { csvText } from '../inputs/csv.ts';
import type { Locale } from '../inputs/choices.ts';
import type { Brand } from '../inputs/data.ts';
import { lookCss, papersOf, themeOf } from '../chart/look.ts';
import type { Look } from '../inputs/options.ts';
import { attributeJson } from '../chart/pack.ts';
import { frameAncestors, hashSource } from './policy.ts';
import { describeWidget } from './picture.ts';
import { escapeMarkup, linkAddress, plainText } from '../text/text.ts';
import { directionOf, translated, wordsOf } from '../words/index.ts';
import { say } from '../words/say.ts';
import { definitionOf, tagOf, titleOfWidget, type Kind, type Widget } from '../widgets/index.ts';
import type { Size } from '../widgets/widget.ts';

/** The height that a low frame leaves to the plot. */
const ROOM = `100vh - ${LOW_FRAME - MIN_HEIGHT}px`;

// A busy browser would paint a part of the widget, and move it later: it is hidden until what follows is parsed.
const pageCss = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:${palette.paper[0]};background:light-dark(${palette.paper.join()})}
main{box-sizing:border-box;display:flex;flex-direction:column;min-height:100vh;padding:12px 16px;max-width:1600px;margin:0 auto}
main:not(:has(+i)){visibility:hidden}
main>*{flex:1;min-width:0}
main>.brand{flex:none;margin:6px 0 0;font:13px/1.45 system-ui,sans-serif;color:${palette.muted[0]};color:light-dark(${palette.muted.join()})}
.brand a{color:inherit}
@media screen{:root:not([data-fit]) main>*{--room:calc(${ROOM});--least:clamp(${MIN_HEIGHT_LOW_FRAME}px,${ROOM},${MIN_HEIGHT}px)}}
@media (max-width:420px){main{padding:12px}}
@media (max-height:${LOW_FRAME - 1}px){:root:not([data-fit]) main{padding-block:6px}:root:not([data-fit]) main>*{--eyebrow:none;--head:4px;--above:22px;--below:0;--title:1.1875rem;--sub:.8125rem}:root:not([data-fit]) main>.brand{margin:1px 0 0;font-size:11px;line-height:1.2}}
:root[data-fit] main,:root[data-inline] main{min-height:0}
:root[data-inline] main{padding:0;line-height:28px}
:root[data-inline] h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
@page{margin:14mm}
@media print and (max-height:${LOW_FRAME - 1}px){main>*{--room:200px}}
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
  /** The picture for previews of links, in pixels. */
  preview?: Preview;
  /** The address of the page's icon. */
  iconUrl?: string;
  /** The operator, named below the widget. */
  brand?: Brand;
};
/** A picture of the page, in pixels. */
export type Preview = Size & { url: string };

/** Renders the widget as its element with a declarative shadow root. */
export function renderElement({ kind, data }: Widget, { address, look = {} }: PageOptions): string {
  const tag = tagOf(kind);
  const { text } = definitionOf(kind).face.view(data, { address: address ?? null, papers: papersOf(look) });
  return `<${tag}><template shadowrootmode="open"><style>${stylesOf(kind)}</style>${text}</template></${tag}>`;
}

const stylesOf = (kind: Kind) =>
  definitionOf(kind)
    .face.styles.map(({ cssText }) => cssText)
    .join('');

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

/** A description has its own "and 4 more". Its values, each with its kind and day, are not cut. */
const MAX_DESCRIPTION = 8000;

/** Returns the tags by which other programs describe a link to the page: Open Graph, Twitter, canonical and icon. */
function aboutTags(widget: Widget, { look, address, preview, iconUrl, brand }: PageOptions): string {
  const title = titleOfWidget(widget, look?.locale);
  const description = plainText(describeWidget(widget) ?? title, MAX_DESCRIPTION);
  const meta = (key: 'name' | 'property', name: string, content: string | number | undefined) =>
    content === undefined ? [] : [`<meta ${key}="${name}" content="${escapeMarkup(String(content))}">`];
  const link = (rel: string, href: string | undefined) =>
    href === undefined ? [] : [`<link rel="${rel}" href="${escapeMarkup(href)}">`];
  return [
    ...meta('name', 'description', description),
    ...link('canonical', address),
    ...link('icon', iconUrl),
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:url', address),
    ...meta('property', 'og:site_name', brand?.name),
    ...meta('property', 'og:image', preview?.url),
    ...meta('property', 'og:image:type', preview && 'image/png'),
    ...meta('property', 'og:image:width', preview?.width),
    ...meta('property', 'og:image:height', preview?.height),
    ...meta('property', 'og:image:alt', preview && description),
    ...meta('name', 'twitter:card', preview ? 'summary_large_image' : 'summary'),
  ]
    .map((tag) => `${tag}\n`)
    .join('');
}

/** Names the operator below the widget, with a link if it is safe. */
function brandLine({ brand }: PageOptions): string {
  if (!brand) return '';
  const name = escapeMarkup(plainText(brand.name));
  const href = brand.url === undefined ? undefined : linkAddress(brand.url);
  const words = href
    ? `<a href="${escapeMarkup(href)}" target="_blank" rel="noopener noreferrer">${name}</a>`
    : name;
  return `<p class="brand">${say('By {name}', { name: words })}</p>`;
}

/** Returns the words that the page's script needs, as data: they are no script, so no policy has to allow them. */
function wordsView(locale: Locale): string {
  const words = wordsOf(locale);
  if (!words) return '';
  const json = JSON.stringify(words).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="words">${json}</script>\n`;
}

/** Renders the page of an embed, complete without script: the element has a declarative shadow root. */
export const renderPage = (widget: Widget, options: PageOptions = {}): string =>
  translated(options.look ?? {}, () => pageOf(widget, options));

function pageOf(widget: Widget, options: PageOptions): string {
  const { look = {}, clientUrl } = options;
  const { locale = 'en' } = look;
  const { inline = false } = definitionOf(widget.kind);
  const title = titleOfWidget(widget, locale);
  const script = clientUrl ? `<script type="module" src="${escapeMarkup(clientUrl)}"></script>\n` : '';
  return `<!doctype html>
<html lang="${locale}"${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''} data-theme="${themeOf(look)}"${look.numbers === undefined ? '' : ` data-numbers="${look.numbers}"`}${inline ? ' data-inline' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<base target="_blank">
<title>${escapeMarkup(title)}</title>
${aboutTags(widget, options)}${discoveryLinks(title, options)}<style>${pageCss}${lookCss(look)}</style>
${clientUrl && definitionOf(widget.kind).script ? wordsView(locale) : ''}${script}</head>
<body><main${scriptData(widget, options)}>${renderElement(widget, options)}${inline ? `<h1>${escapeMarkup(title)}</h1>` : brandLine(options)}</main><i hidden></i></body>
</html>
`;
}

/**
 * Returns the Content-Security-Policy of a page. It allows the page's own style sheets (by their hashes), and
 * pictures and scripts of this service.
 */
export function pagePolicy(kind: Kind, { look = {}, origins }: PagePolicyOptions = {}): string {
  const styles = [hashSource(pageCss + lookCss(look)), elementStyle(kind)];
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
/** Returns the source of an element's style sheet for a Content-Security-Policy. */
export const elementStyle = (kind: Kind) => hashSource(stylesOf(kind));

type PagePolicyOptions = { look?: Look; origins?: readonly string[] };
