import { css, unsafeCSS } from 'lit';
import { datasetDrawingCss } from '../../chart/drawing-styles.ts';
import { BROAD, MANY_HEIGHT } from '../../chart/ends.ts';
import { LOW_FRAME } from '../../chart/labels.ts';

/** The styles of the dataset chart alone. */
export const datasetStyles = css`
  ${unsafeCSS(datasetDrawingCss)}
  @media (max-height: ${unsafeCSS(String(LOW_FRAME - 1))}px) {
    .datum.wide {
      display: none;
    }
    .datum.narrow {
      display: inline;
    }
  }
  figure {
    margin-top: max(22px, 1.375rem);
  }
  figure.many {
    --low: max(190px, var(--least, 200px));
  }
  .day {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
    margin-top: var(--head, 8px);
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .day strong {
    color: var(--ink);
    font-size: 1.0625rem;
    line-height: 1.2;
  }
  .day .fixed {
    flex: 1;
    min-width: min(11em, 100%);
  }
  .day .key {
    margin-inline-start: auto;
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  ul,
  ol {
    margin: 0;
    padding: 0;
    font-size: 0.8125rem;
  }
  .keys {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 10rem), 1fr));
    gap: 1px 18px;
    list-style: none;
  }
  .keys.dated {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15.625rem), 1fr));
  }
  .keys li {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    white-space: nowrap;
  }
  /* Without room for them, a value and its day move below the whole name. */
  .keys.dated li {
    flex-wrap: wrap;
    align-content: start;
    gap: 0 6px;
  }
  .keys.dated .name {
    flex: 1 1 auto;
    max-width: calc(100% - 18px);
  }
  .now {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 6px;
    min-width: 0;
    margin-inline-start: auto;
  }
  .keys svg {
    flex: none;
    align-self: center;
  }
  .keys li:only-child {
    grid-column: 1 / -1;
  }
  .keys .name {
    flex: 1;
    min-width: 5em;
    white-space: normal;
  }
  /* A value stands at its own name. In a list of one column, the values are below each other. */
  .keys li:only-child .name {
    flex: 0 1 auto;
  }
  @container widget (min-width: 26.25rem) {
    .keys:not(.dated) .name {
      flex: 0 1 auto;
      min-width: 0;
    }
  }
  .keys small {
    font-size: 0.75rem;
  }
  .plot {
    isolation: isolate;
  }
  .plot > .ranges {
    z-index: -1;
  }
  .ends {
    display: none;
    flex: none;
    position: relative;
    margin-inline-start: 2px;
  }
  /* The first drawing only sets the width. A pointer move changes texts of the second, which are all that is laid out again. */
  .ends > svg + svg {
    position: absolute;
    inset: 0;
    height: 100%;
    contain: size layout style;
  }
  /* Where there is room, the ends of the lines have the names and values. */
  @container widget (min-width: 520px) {
    /* Many names need a plot that is high enough for all of them. */
    article:not(.crowded) figure.many {
      --low: ${unsafeCSS(`${MANY_HEIGHT}px`)};
    }
    article:not(.crowded) figure > .ends:not(.broad) {
      display: block;
    }
    article:not(.crowded) .keys:has(+ figure > .ends) {
      display: none;
    }
    figure:has(.ends) {
      margin-inline-end: 0;
    }
  }
  @container widget (min-width: ${unsafeCSS(`${BROAD.from}px`)}) {
    article:not(.crowded) figure > .ends:has(+ .broad) {
      display: none;
    }
    article:not(.crowded) figure > .broad {
      display: block;
    }
  }
  @container widget (max-width: 420px) {
    .day .key {
      flex-basis: 100%;
    }
    .keys {
      margin-top: 2px;
    }
    figure {
      margin-top: max(22px, 1.375rem);
    }
  }
  .notes {
    padding-inline-start: 1.6em;
    color: var(--muted);
  }
  .notes li::marker {
    color: var(--ink);
    font-weight: 700;
  }
  /* Notes are open where the frame has room for them, and where browsers can open them without script. */
  @supports selector(::details-content) {
    @media (min-height: ${unsafeCSS(String(LOW_FRAME))}px) {
      .noted::details-content {
        content-visibility: visible;
        block-size: auto;
      }
      .noted summary {
        display: none;
      }
    }
  }
  .scroller {
    overflow-x: auto;
  }
  /* On a phone, values and days are in columns of their own below the names. */
  @container widget (max-width: 30rem) {
    .keys.dated .name {
      flex-basis: calc(100% - 18px);
    }
    .now {
      flex-basis: calc(100% - 18px);
      margin-inline-start: 18px;
    }
  }
  /* Large letters on a phone wrap. */
  @container widget (max-width: 17rem) {
    .keys li {
      flex-wrap: wrap;
    }
    .keys [data-room] {
      max-width: 100%;
      white-space: normal;
    }
    .day .key {
      margin: 0;
    }
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
