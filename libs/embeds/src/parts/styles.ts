import { css, unsafeCSS, type CSSResult } from 'lit';
import { paletteCss } from '../chart/palette.ts';
import { systemFont } from '../chart/look.ts';
import { tableStyles } from './table-styles.ts';

/** Joins style sheets and leaves out their comments and white space, which are a third of them. */
export const compact = (...sheets: readonly CSSResult[]) =>
  unsafeCSS(
    sheets
      .map(({ cssText }) => cssText)
      .join('')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([{};]) ?/g, '$1')
      .replaceAll(/([:,]) /g, '$1')
      .replaceAll(';}', '}'),
  );

/** The styles of the host of every element: its colours, its font and its box. */
export const hostStyles = css`
  ${unsafeCSS(paletteCss(':host'))}
  :host {
    --font: ${unsafeCSS(systemFont)};
    display: flex;
    flex-direction: column;
    /* A height set by the page is a minimum: an opened table must not overlap what follows. */
    min-height: fit-content;
    color: var(--ink);
  }
  :host([hidden]) {
    display: none;
  }
`;

/** The styles that all widgets share: typography, header, tables and notes. */
export const widgetStyles = css`
  ${hostStyles}
  :host {
    background: var(--paper);
    font: 0.9375rem/1.45 var(--font);
    text-align: start;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  * {
    box-sizing: border-box;
  }
  article {
    flex: 1 0 auto;
    display: flex;
    flex-direction: column;
    container: widget / inline-size;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  h1,
  p,
  figure,
  dl,
  dd {
    margin: 0;
  }
  .eyebrow {
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .eyebrow img {
    max-width: 96px;
    height: 20px;
    object-fit: contain;
  }
  h1 {
    font-size: 1.375rem;
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  .subtitle {
    margin-top: 3px;
    color: var(--muted);
  }
  .deck {
    margin-top: 4px;
  }
  footer .note {
    display: block;
    margin-bottom: 2px;
    color: var(--ink);
  }
  .subtitle + table {
    margin-top: 14px;
  }
  a {
    color: var(--line);
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }
  :focus-visible {
    outline: 2px solid var(--line);
    outline-offset: 2px;
  }
  footer {
    margin-top: 10px;
    padding-top: 8px;
    border-top: 1px solid var(--grid);
    color: var(--muted);
    font-size: 0.8125rem;
  }
  footer p {
    display: inline;
  }
  footer .forms {
    display: inline-block;
  }
  .printed {
    display: none;
  }
  .empty {
    flex: 1;
    margin-top: 12px;
    padding: 32px 0;
    color: var(--muted);
  }
  details {
    margin-top: 10px;
    font-size: 0.8125rem;
  }
  summary {
    width: max-content;
    max-width: 100%;
    padding: 4px 0;
    color: var(--line);
    cursor: pointer;
  }
  ${tableStyles}
  @container widget (min-width: 900px) {
    h1 {
      font-size: 1.625rem;
    }
  }
  @container widget (max-width: 420px) {
    h1 {
      font-size: 1.1875rem;
    }
    .subtitle {
      font-size: 0.875rem;
    }
    footer {
      font-size: 0.75rem;
    }
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media print {
    details::details-content {
      content-visibility: visible;
      block-size: auto;
    }
    summary,
    footer .forms {
      display: none;
    }
    /* A printed frame may end within a long table. Before it are the sources, the day of the data and the number of values. */
    footer .printed {
      display: block;
    }
    .below {
      display: flex;
      flex-direction: column;
    }
    .below > footer {
      order: -1;
    }
    article > footer {
      order: 1;
      margin-bottom: 10px;
    }
    article > table,
    article > .panels {
      order: 2;
    }
    article > details {
      order: 3;
    }
  }
`;
