import { css } from 'lit';

/** The styles of lines without axes. */
export const sparkStyles = css`
  .spark {
    display: block;
    direction: ltr;
    width: 100%;
    padding: 4px;
    overflow: visible;
  }
  .spark path {
    fill: none;
    stroke: var(--line);
    stroke-width: 2px;
    stroke-linejoin: round;
  }
  .spark path.estimate {
    stroke-dasharray: 4px 3px;
  }
  .spark circle {
    fill: var(--line);
    stroke: var(--line);
    stroke-width: 1.5px;
  }
  .spark circle.estimate {
    fill: var(--paper);
  }
  .up,
  .down,
  .same {
    white-space: nowrap;
  }
`;
