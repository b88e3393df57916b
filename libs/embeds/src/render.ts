import './define.ts';
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html, nothing, type CSSResult, type TemplateResult } from 'lit';
import { LEAST_HEIGHT, LOW_FRAME, LOWEST } from './chart/labels.ts';
import type { Kind, Widget } from './data.ts';
import { CompanySummary } from './elements/company-summary.ts';
import { DatasetChart } from './elements/dataset-chart.ts';
import { palette } from './elements/palette.ts';
import { ValuationChart } from './elements/valuation-chart.ts';
import { ValuationTable } from './elements/valuation-table.ts';
import { titleOf } from './elements/valuation.ts';
import { lookCss, papersOf, themeOf } from './look.ts';
import type { Look } from './options.ts';
import { frameAncestors, hashSource } from './policy.ts';
import { escapeMarkup, plainText } from './text.ts';

/** What a low frame leaves to the plot besides the words. */
const ROOM = `100vh - ${LOW_FRAME - LEAST_HEIGHT}px`;

const pageCss = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:${palette.paper[0]};background:light-dark(${palette.paper.join()})}
main{box-sizing:border-box;display:flex;min-height:100vh;padding:16px;max-width:1600px;margin:0 auto}
main>*{flex:1;min-width:0}
@media screen{:root:not([data-fit]) main>*{--room:calc(${ROOM});--least:clamp(${LOWEST}px,${ROOM},${LEAST_HEIGHT}px)}}
@media (max-width:420px){main{padding:12px}}
:root[data-fit] main{min-height:0}
@page{margin:14mm}
@media print{:root{color-scheme:light!important}main{min-height:0;padding:0}body{background:none}}
@media (forced-colors:active){body{background:Canvas}}`;

/** What a page is made with besides its widget. */
export type PageOptions = {
  look?: Look;
  /** The address of the built script on this service. Without it the page has no script. */
  clientUrl?: string;
  /** The page's own address, under which its data can be had; and where its paste code can be asked for. */
  address?: string;
  oembedUrl?: string;
};

/** What the server needs of a widget: its element with the data, and the page's title. */
function drawn(
  widget: Widget,
  { address, look = {} }: PageOptions,
): { element: TemplateResult; title: string } {
  const data = JSON.stringify(widget.data);
  const own = address ?? nothing;
  switch (widget.kind) {
    case 'valuation-chart':
      return {
        element: html`<dossier-valuation-chart data=${data} address=${own}></dossier-valuation-chart>`,
        title: titleOf(widget.data),
      };
    case 'valuation-table':
      return {
        element: html`<dossier-valuation-table data=${data} address=${own}></dossier-valuation-table>`,
        title: `${titleOf(widget.data)} table`,
      };
    case 'company-summary':
      return {
        element: html`<dossier-company-summary data=${data} address=${own}></dossier-company-summary>`,
        title: plainText(widget.data.company.name, 80),
      };
    case 'dataset-chart': {
      const papers = papersOf(look);
      return {
        element: html`<dossier-dataset-chart
          data=${data}
          address=${own}
          papers=${papers ? JSON.stringify(papers) : nothing}
        ></dossier-dataset-chart>`,
        title: plainText(widget.data.name, 120),
      };
    }
  }
}

/** What a widget is called, as its page is. */
export const titleOfWidget = (widget: Widget) => drawn(widget, {}).title;

const sheets: Record<Kind, readonly CSSResult[]> = {
  'valuation-chart': ValuationChart.styles,
  'valuation-table': ValuationTable.styles,
  'company-summary': CompanySummary.styles,
  'dataset-chart': DatasetChart.styles,
};

/** oEmbed 1.0, section 4: how the page says where its paste code can be asked for. */
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

/** The page of an embed: complete without script, the element drawn into a declarative shadow root. */
export function renderPage(widget: Widget, options: PageOptions = {}): string {
  const { look = {}, clientUrl } = options;
  const { element, title } = drawn(widget, options);
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
<body><main>${collectResultSync(render(element))}</main></body>
</html>
`;
}

/**
 * The Content-Security-Policy of a page: nothing but its own style sheets (by their hashes), pictures and script
 * of the service itself.
 */
export function pagePolicy(kind: Kind, { look = {}, origins }: PagePolicyOptions = {}): string {
  const styles = [pageCss + lookCss(look), sheets[kind].map((sheet) => sheet.cssText).join('')].map(
    hashSource,
  );
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
