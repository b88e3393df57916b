import { css, unsafeCSS } from 'lit';
import { tiers, WIDE } from '../chart/axis.ts';
import { LEAST_HEIGHT, LOW_FRAME, LOWEST } from '../chart/labels.ts';

/** The parts of a drawing; also the style sheet of a picture that stands alone. */
export const drawingCss = `
text{font:12px/1 var(--font);fill:var(--muted);font-variant-numeric:tabular-nums}
text.value{font-size:14px;font-weight:700;fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
line{stroke:var(--grid);stroke-width:1px;shape-rendering:crispEdges}
line.zero,line.tick{stroke:var(--axis)}
line.rule{stroke:var(--axis)}
line.note{stroke:var(--axis);stroke-dasharray:2px 3px}
path.line{fill:none;stroke:var(--line);stroke-width:2.25px;stroke-linejoin:round;stroke-linecap:round}
path.estimate{stroke-dasharray:5px 3.5px;stroke-linecap:butt}
path.area{fill:var(--line);opacity:.08}
circle{fill:var(--line);stroke:var(--paper);stroke-width:1.5px}
circle.estimate{fill:var(--paper);stroke:var(--line);stroke-width:2px}
path.marker{fill:currentColor;stroke:var(--paper);stroke-width:1.5px}
path.marker.estimate{fill:var(--paper);stroke:currentColor;stroke-width:2px;stroke-dasharray:none}
.series path.line{stroke:currentColor}
.series path.area{fill:currentColor}
rect.column{fill:currentColor}
rect.estimate{fill-opacity:.2;stroke:currentColor;stroke-dasharray:4px 3px}
text.datum{fill:var(--ink);font-weight:700;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
circle.reading{fill:var(--line);fill-opacity:.25;stroke:none}`;

const [, ...wider] = tiers;
const tierCss = wider
  .map(
    (tier, i) =>
      `@container plot (min-width:${tier}px){.from-${tiers[i]}{display:none}.from-${tier}{display:inline}}`,
  )
  .join('');

/** The least height of a plot: in low frames it leaves the words their room. */
const lowest = unsafeCSS(`clamp(${LOWEST}px,100vh - ${LOW_FRAME - LEAST_HEIGHT}px,${LEAST_HEIGHT}px)`);

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
    --low: var(--least, ${lowest});
    flex: 1 1
      clamp(
        var(--low),
        min(48cqi, var(--room, 100vh - ${unsafeCSS(String(LOW_FRAME - LEAST_HEIGHT))}px)),
        440px
      );
    display: flex;
    min-height: var(--low);
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
    .narrow {
      display: none;
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
  @container widget (max-width: 420px) {
    figure {
      margin-block: 18px 26px;
    }
    .readout,
    .legend {
      margin-top: 8px;
    }
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
  @media (forced-colors: active) {
    .series {
      color: CanvasText;
    }
    line.grid {
      opacity: 0.4;
    }
  }
`;

/** What the dataset chart has of its own. */
export const datasetStyles = css`
  @media (max-height: ${unsafeCSS(String(LOW_FRAME - 1))}px) {
    .datum.wide {
      display: none;
    }
    .datum.narrow {
      display: inline;
    }
  }
  .day {
    display: flex;
    flex-wrap: wrap;
    gap: 0 18px;
    margin-top: 12px;
    color: var(--muted);
    font-size: 13px;
  }
  ul,
  ol {
    margin: 0;
    padding: 0;
    font-size: 13px;
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 18px;
    margin-top: 2px;
    list-style: none;
  }
  .keys li {
    display: inline-flex;
    align-items: baseline;
    gap: 6px;
  }
  .keys svg {
    flex: none;
    align-self: center;
  }
  .keys strong {
    min-width: 6ch;
    white-space: nowrap;
  }
  .notes {
    padding-inline-start: 1.6em;
    color: var(--muted);
  }
  .notes li::marker {
    color: var(--ink);
    font-weight: 700;
  }
  .scroller {
    overflow-x: auto;
  }
  .scroller td.number,
  .scroller th.number {
    padding-inline: 14px 0;
  }
  small {
    color: var(--muted);
    font-weight: 400;
  }
`;
