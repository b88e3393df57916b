import { css, unsafeCSS } from 'lit';
import { lineCss } from '../chart/drawing-styles.ts';

/** The styles of lines without axes. */
export const sparkStyles = css`
  .spark {
    display: block;
    direction: ltr;
    width: 100%;
    padding: 4px;
    overflow: visible;
  }
  ${unsafeCSS(lineCss)}
  .up,
  .down,
  .same {
    white-space: nowrap;
  }
`;
