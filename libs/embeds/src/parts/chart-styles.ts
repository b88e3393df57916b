import { css, unsafeCSS } from 'lit';
import { tiers, WIDE } from '../chart/axis.ts';
import { MIN_HEIGHT } from '../chart/labels.ts';
import { drawingCss, haloCss, strokeCss } from '../chart/drawing-styles.ts';
import { readingStyles } from './reading-styles.ts';

const [, ...wider] = tiers;
const tierCss = wider
  .map(
    (tier, i) =>
      `@container plot (min-width:${tier}px){.from-${tiers[i]}{display:none}.from-${tier}{display:inline}}`,
  )
  .join('');

/** The minimum plot height on other sites. The embed's own page derives it from the frame's height. */
const lowest = unsafeCSS(`${MIN_HEIGHT}px`);

/** The styles that all charts share. */
export const chartStyles = css`
  ${unsafeCSS(drawingCss + haloCss + strokeCss)}
  ${readingStyles}
  /* Time runs from left to right in every language. */
  figure {
    direction: ltr;
    --low: var(--least, ${lowest});
    flex: 1 1 clamp(var(--low), min(48cqi, var(--room, 440px)), 480px);
    display: flex;
    min-height: var(--low);
    max-height: max(620px, 56cqi);
    margin: max(28px, 1.75rem) max(20px, 1.25rem) max(25px, 1.5625rem) 0;
  }
  figure > svg,
  figure > * > svg {
    overflow: visible;
  }
  figure > svg {
    flex: none;
    height: auto;
  }
  .dim {
    opacity: 0.25;
  }
  /* The table's switch shares its line with the notes. */
  .below {
    margin-top: 4px;
    padding-top: 6px;
    border-top: 1px solid var(--grid);
  }
  .below,
  .below details,
  .below footer {
    font-size: 0.75rem;
  }
  .below details {
    margin: 0;
  }
  .below summary {
    float: inline-start;
    margin-inline-end: 14px;
    padding: 0;
  }
  .below details[open]::after {
    content: '';
    display: block;
    clear: both;
  }
  .below table,
  .below .scroller {
    clear: both;
  }
  @container widget (max-width: 26.25rem) {
    .below summary {
      float: none;
    }
  }
  .below footer {
    margin: 0;
    padding: 0;
    border: 0;
  }
  .plot {
    position: relative;
    flex: 1;
    min-width: 0;
    container: plot / inline-size;
    touch-action: pan-y;
  }
  /* Otherwise each pointer move takes longer: browsers look for the shape below the pointer. */
  .plot > svg {
    pointer-events: none;
    position: absolute;
    width: 100%;
    height: 100%;
  }
  svg text {
    unicode-bidi: plaintext;
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
  /* Texts that were placed for a plot of at least this width. */
  @container plot (max-width: ${unsafeCSS(String(tiers[0] - 1))}px) {
    svg:has(> .labels) > :is(.value, .datum),
    .labels > text:not(:first-of-type) {
      display: none;
    }
  }
  .legend {
    display: inline-flex;
    grid-column: 1 / -1;
    align-items: center;
    gap: 6px;
  }
  .legend svg,
  .key svg {
    flex: none;
  }
  /* Where there is room, the legend shares a line with the day. */
  @container widget (min-width: 32rem) {
    .readout {
      grid-template-columns: auto 1fr auto;
    }
    .readout > .fixed:nth-child(3) {
      grid-column: 2 / -1;
    }
    .legend {
      grid-area: 1 / 3;
    }
  }
  @container widget (max-width: 420px) {
    figure {
      margin-block: max(28px, 1.75rem) max(24px, 1.5rem);
    }
  }
  /* A low frame leaves most of its height to the plot. Its page sets these, unless the frame fits the content. */
  .eyebrow {
    display: var(--eyebrow, flex);
  }
  h1 {
    font-size: var(--title, 1.375rem);
  }
  .subtitle {
    font-size: var(--sub, inherit);
  }
  .readout,
  .day {
    margin-top: var(--head, 8px);
  }
  figure {
    margin-top: var(--above, max(28px, 1.75rem));
  }
  .below {
    margin-top: var(--below, 4px);
    padding-top: var(--head, 6px);
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
