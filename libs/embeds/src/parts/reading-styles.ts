import { css } from 'lit';

/** The styles for reading values of a chart: its texts, the layers at a value, the slider and the card of a source. */
export const readingStyles = css`
  .readout {
    display: grid;
    margin-top: 8px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .readout strong {
    font-size: min(1.625rem, 10cqi);
    line-height: 1.2;
    letter-spacing: -0.01em;
    color: var(--ink);
  }
  .readout strong.long {
    font-size: min(1.625rem, 7cqi);
  }
  /* Room for the longest text that a reading may show here, so that nothing beside it ever moves. */
  [data-room] {
    position: relative;
    display: inline-block;
    white-space: nowrap;
  }
  [data-room]::before {
    content: attr(data-room) '0';
    visibility: hidden;
  }
  /* A long text wraps. */
  .fixed {
    display: block;
    min-width: 0;
    white-space: normal;
  }
  .fixed::before {
    content: attr(data-room) '00';
  }
  a:not([href]) {
    color: inherit;
    text-decoration: none;
  }
  /* A text that changes with the pointer is out of the flow, in a box whose size does not depend on it. */
  [data-room] > * {
    position: absolute;
    inset: 0;
    contain: size layout style;
  }
  @container widget (min-width: 27.5rem) {
    .readout {
      grid-template-columns: auto 1fr;
      column-gap: 12px;
      align-items: center;
    }
    .readout strong {
      grid-row: span 2;
      font-size: 2rem;
    }
  }
  /* A pointer move only moves layers. The browser neither lays out nor paints the chart again. */
  .cursor {
    position: absolute;
    /* Room for the rings at the edges of the plot. */
    inset: -8px;
    padding: 8px;
    contain: strict;
    overflow: visible;
    pointer-events: none;
    forced-color-adjust: none;
  }
  .layer {
    height: 100%;
    will-change: transform;
  }
  .layer > * {
    position: absolute;
    top: 0;
    left: 0;
  }
  .rule {
    width: 1px;
    height: 100%;
    background: var(--axis);
  }
  .slot {
    height: 100%;
    background: var(--muted);
    opacity: 0.14;
  }
  .reading {
    width: 14px;
    height: 14px;
    margin: -7px;
    border-radius: 50%;
    background: color-mix(in srgb, currentColor 25%, transparent);
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
  .origin {
    position: absolute;
    inset: 0;
    /* At the lower end of the plot, and below it where it is higher than the plot. */
    align-self: safe end;
    height: fit-content;
    z-index: 1;
    padding: 10px 12px;
    border: 1px solid var(--axis);
    border-radius: 6px;
    background: var(--paper);
    font-size: 13px;
  }
  .origin[hidden] {
    display: none;
  }
  .reader:focus-visible + svg {
    outline: 2px solid var(--line);
    outline-offset: 6px;
  }
`;
