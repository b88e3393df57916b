import { css, unsafeCSS } from 'lit';
import { lineCss, strokeCss } from '../chart/drawing-styles.ts';

/** The styles of lines without axes. */
export const sparkStyles = css`
  .spark {
    display: block;
    direction: ltr;
    width: 100%;
    padding: 4px;
    overflow: visible;
  }
  .spark text {
    fill: var(--muted);
    font-size: 0.75rem;
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 3px;
    stroke-linejoin: round;
  }
  .spark line {
    stroke: var(--grid);
  }
  ${unsafeCSS(lineCss + strokeCss)}
  .up,
  .down,
  .same {
    white-space: nowrap;
  }
`;
