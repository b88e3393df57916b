import './define.ts';
import { createHash } from 'node:crypto';
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html, type CSSResult, type TemplateResult } from 'lit';
import type { Theme, Widget } from './data.ts';
import { CompanySummary } from './elements/company-summary.ts';
import { DatasetChart } from './elements/dataset-chart.ts';
import { palette } from './elements/palette.ts';
import { ValuationChart } from './elements/valuation-chart.ts';
import { ValuationTable } from './elements/valuation-table.ts';
import { titleOf } from './elements/valuation.ts';
import { escapeMarkup, plainText } from './text.ts';

const pageCss = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:${palette.paper[0]};background:light-dark(${palette.paper.join()})}
main{box-sizing:border-box;display:flex;min-height:100vh;padding:16px;max-width:1600px;margin:0 auto}
main>*{flex:1;min-width:0}
@media print{:root{color-scheme:light!important}main{min-height:0;padding:0}body{background:none}}
@media (forced-colors:active){body{background:Canvas}}`;

/** What the server needs of a widget: its element with the data, its style sheets, the page's title. */
function drawn(widget: Widget): { element: TemplateResult; title: string } {
  const data = JSON.stringify(widget.data);
  switch (widget.kind) {
    case 'valuation-chart':
      return {
        element: html`<dossier-valuation-chart data=${data}></dossier-valuation-chart>`,
        title: titleOf(widget.data),
      };
    case 'valuation-table':
      return {
        element: html`<dossier-valuation-table data=${data}></dossier-valuation-table>`,
        title: titleOf(widget.data),
      };
    case 'company-summary':
      return {
        element: html`<dossier-company-summary data=${data}></dossier-company-summary>`,
        title: plainText(widget.data.company.name, 80),
      };
    case 'dataset-chart':
      return {
        element: html`<dossier-dataset-chart data=${data}></dossier-dataset-chart>`,
        title: plainText(widget.data.name, 120),
      };
  }
}

const sheets: Record<Widget['kind'], readonly CSSResult[]> = {
  'valuation-chart': ValuationChart.styles,
  'valuation-table': ValuationTable.styles,
  'company-summary': CompanySummary.styles,
  'dataset-chart': DatasetChart.styles,
};

export type PageOptions = {
  theme?: Theme;
  /** The path of the built client on this service. Without it the page has no script. */
  clientUrl?: string;
};

/** The page of an embed: complete without script, the element drawn into a declarative shadow root. */
export function renderPage(widget: Widget, { theme = 'auto', clientUrl }: PageOptions = {}): string {
  const { element, title } = drawn(widget);
  const script = clientUrl ? `<script type="module" src="${escapeMarkup(clientUrl)}"></script>\n` : '';
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
<style>${pageCss}</style>
${script}</head>
<body><main>${collectResultSync(render(element))}</main></body>
</html>
`;
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The Content-Security-Policy of a page: nothing but its own style sheets (by their hashes), pictures and script
 * of the service itself. It may be framed by anybody.
 */
export function pagePolicy(kind: Widget['kind']): string {
  const styles = [pageCss, sheets[kind].map((sheet) => sheet.cssText).join('')].map(hash);
  return [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    "img-src 'self'",
    "script-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}
