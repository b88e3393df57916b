import { css, unsafeCSS } from 'lit';
import { tiers, WIDE } from '../chart/axis.ts';
import { paletteCss } from './palette.ts';

/** The parts of a drawing; also the style sheet of a picture that stands alone. */
export const drawingCss = `
text{font:12px/1 var(--font);fill:var(--muted);font-variant-numeric:tabular-nums}
text.value{font-size:14px;font-weight:700;fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
line{stroke:var(--grid);stroke-width:1px;shape-rendering:crispEdges}
line.zero,line.tick{stroke:var(--axis)}
line.rule{stroke:var(--axis)}
path.line{fill:none;stroke:var(--line);stroke-width:2.25px;stroke-linejoin:round;stroke-linecap:round}
path.estimate{stroke-dasharray:5px 3.5px;stroke-linecap:butt}
path.area{fill:var(--line);opacity:.08}
circle{fill:var(--line);stroke:var(--paper);stroke-width:1.5px}
circle.estimate{fill:var(--paper);stroke:var(--line);stroke-width:2px}
circle.reading{fill:var(--line);fill-opacity:.25;stroke:none}`;

export const fonts = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';

const [, ...wider] = tiers;
const tierCss = wider
  .map(
    (tier, i) =>
      `@container plot (min-width:${tier}px){.from-${tiers[i]}{display:none}.from-${tier}{display:inline}}`,
  )
  .join('');

/** What all widgets share: the type, the head, the table, the notes. */
export const widgetStyles = css`
  ${unsafeCSS(paletteCss(':host'))}
  :host {
    --font: ${unsafeCSS(fonts)};
    display: flex;
    background: var(--paper);
    color: var(--ink);
    font: 15px/1.45 var(--font);
    text-align: start;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  article {
    flex: 1;
    min-width: 0;
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
    font-size: 13px;
  }
  .eyebrow img {
    max-width: 96px;
    height: 20px;
    object-fit: contain;
  }
  h1 {
    font-size: 22px;
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  .subtitle {
    margin-top: 3px;
    color: var(--muted);
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
    font-size: 13px;
  }
  footer p + p {
    margin-top: 2px;
  }
  .empty {
    flex: 1;
    margin-top: 12px;
    padding: 32px 0;
    color: var(--muted);
  }
  details {
    margin-top: 10px;
    font-size: 13px;
  }
  summary {
    width: max-content;
    max-width: 100%;
    padding: 4px 0;
    color: var(--line);
    cursor: pointer;
  }
  table {
    width: 100%;
    margin-top: 4px;
    border-collapse: collapse;
    font-size: 13px;
  }
  th,
  td {
    padding: 6px 0;
    padding-inline-end: 14px;
    border-bottom: 1px solid var(--grid);
    text-align: start;
    vertical-align: top;
    font-weight: 400;
  }
  thead th {
    border-bottom-color: var(--axis);
    color: var(--muted);
  }
  th:last-child,
  td:last-child {
    padding-inline-end: 0;
  }
  th.number,
  td.number {
    text-align: end;
  }
  th,
  td.number,
  .whole {
    overflow-wrap: normal;
  }
  td.number {
    font-weight: 600;
  }
  time,
  td.number,
  .whole {
    white-space: nowrap;
  }
  @container widget (max-width: 420px) {
    table {
      font-size: 12px;
    }
    th,
    td {
      padding-inline-end: 8px;
    }
    th time {
      white-space: normal;
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
    summary {
      display: none;
    }
    tr {
      break-inside: avoid;
    }
  }
`;

/** What the two charts share. */
export const chartStyles = css`
  ${unsafeCSS(drawingCss)}
  .readout {
    display: grid;
    margin-top: 12px;
    color: var(--muted);
    font-size: 13px;
  }
  .readout > * {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .readout strong {
    font-size: 26px;
    line-height: 1.2;
    letter-spacing: -0.01em;
    color: var(--ink);
  }
  @container widget (min-width: 440px) {
    .readout {
      grid-template-columns: auto 1fr;
      column-gap: 12px;
      align-items: center;
    }
    .readout strong {
      grid-row: span 2;
      font-size: 32px;
    }
    .readout span {
      line-height: 1.35;
    }
  }
  figure {
    flex: 1 1 clamp(200px, min(48cqi, 100vh - 360px), 440px);
    display: flex;
    min-height: 200px;
    max-height: max(420px, 56cqi);
    margin: 24px 20px 30px 0;
  }
  figure > svg,
  .plot > svg {
    overflow: visible;
  }
  figure > svg {
    flex: none;
    height: auto;
  }
  .plot {
    position: relative;
    flex: 1;
    min-width: 0;
    container: plot / inline-size;
    touch-action: pan-y;
  }
  .plot > svg {
    position: absolute;
    width: 100%;
    height: 100%;
  }
  .labels {
    display: none;
  }
  .from-${unsafeCSS(String(tiers[0]))} {
    display: inline;
  }
  ${unsafeCSS(tierCss)}
  .wide {
    display: none;
  }
  @container plot (min-width: ${unsafeCSS(String(WIDE))}px) {
    .wide {
      display: inline;
    }
  }
  .legend {
    margin-top: 12px;
    display: flex;
    flex-wrap: wrap;
    gap: 2px 18px;
    color: var(--muted);
    font-size: 13px;
  }
  .legend span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .reader {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    pointer-events: none;
  }
  .reader:focus-visible + svg {
    outline: 2px solid var(--line);
    outline-offset: 6px;
  }
`;
