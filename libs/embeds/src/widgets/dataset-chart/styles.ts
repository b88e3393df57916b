import { css, unsafeCSS } from 'lit';
import { LOW_FRAME } from '../../chart/labels.ts';

/** The styles of the dataset chart alone. */
export const datasetStyles = css`
  @media (max-height: ${unsafeCSS(String(LOW_FRAME - 1))}px) {
    .datum.wide {
      display: none;
    }
    .datum.narrow {
      display: inline;
    }
  }
  /* Labels are smaller than the last value of a valuation chart. */
  figure {
    margin-top: 24px;
  }
  @container widget (max-width: 420px) {
    figure {
      margin-top: 18px;
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
  .day span + span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
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
