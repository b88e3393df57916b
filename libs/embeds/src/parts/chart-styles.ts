import { css, unsafeCSS } from 'lit';
import { tiers, WIDE } from '../chart/axis.ts';
import { LEAST_HEIGHT } from '../chart/labels.ts';
import { drawingCss } from '../chart/drawing-styles.ts';

const [, ...wider] = tiers;
const tierCss = wider
  .map(
    (tier, i) =>
      `@container plot (min-width:${tier}px){.from-${tiers[i]}{display:none}.from-${tier}{display:inline}}`,
  )
  .join('');

/** The minimum plot height on other sites. The embed's own page derives it from the frame's height. */
const lowest = unsafeCSS(`${LEAST_HEIGHT}px`);

/** The styles that all charts share. */
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
    flex: 1 1 clamp(var(--low), min(48cqi, var(--room, 440px)), 440px);
    display: flex;
    min-height: var(--low);
    max-height: max(420px, 56cqi);
    margin: 32px 20px 30px 0;
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
      margin-block: 32px 26px;
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
      forced-color-adjust: none;
    }
    line.grid {
      opacity: 0.4;
    }
  }
`;
