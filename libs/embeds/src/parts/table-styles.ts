import { css } from 'lit';

/** The tables of all widgets. Phones get less padding, and print keeps rows whole. */
export const tableStyles = css`
  table {
    width: 100%;
    margin-top: 4px;
    border-collapse: collapse;
    font-size: 0.8125rem;
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
  tbody tr:last-child > * {
    border-bottom: 0;
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
  .est {
    color: var(--muted);
    font-weight: 400;
  }
  time,
  tbody th,
  td.number,
  td.kind,
  .whole {
    white-space: nowrap;
  }
  @container widget (min-width: 27.5rem) {
    th.number,
    td.number {
      padding-inline-end: 28px;
    }
  }
  @container widget (max-width: 26.25rem) {
    table {
      font-size: 0.75rem;
    }
    th,
    td {
      padding-inline-end: 0.67em;
    }
    .kind {
      display: none;
    }
  }
  @container widget (min-width: 26.26rem) {
    .est {
      display: none;
    }
  }
  /* Beside numbers that may fill their column, an estimate's mark moves above its number, and a date wraps. */
  @container widget (max-width: 18rem) {
    .digits td.number,
    .digits time,
    .digits tbody th {
      white-space: normal;
    }
  }
  /* Large letters on a phone: whatever is one line elsewhere wraps. */
  @container widget (max-width: 15rem) {
    th,
    td.number,
    time,
    tbody th {
      overflow-wrap: anywhere;
      white-space: normal;
    }
  }
  /* A wide table scrolls while its date column stays. A shadow shows that there is more. */
  div.scroller {
    background:
      linear-gradient(to right, transparent, var(--paper) 70%) 100% 0 / 40px 100% local,
      linear-gradient(to left, var(--grid), transparent) 100% 0 / 12px 100% scroll;
    background-repeat: no-repeat;
  }
  /* A long word does not make its column wider than the others. */
  div.scroller thead th.number {
    min-width: 6em;
    overflow-wrap: anywhere;
  }
  div.scroller th:first-child {
    position: sticky;
    inset-inline-start: 0;
    background: var(--paper);
  }
  :host(:dir(rtl)) div.scroller {
    background:
      linear-gradient(to left, transparent, var(--paper) 70%) 0 0 / 40px 100% local,
      linear-gradient(to right, var(--grid), transparent) 0 0 / 12px 100% scroll;
    background-repeat: no-repeat;
  }
  @media print {
    table {
      font-size: 0.6875rem;
    }
    th,
    td {
      padding-block: 2px;
    }
    /* Paper does not scroll, so the columns of a wide table shrink to fit. */
    div.scroller {
      overflow: visible;
      background: none;
    }
    div.scroller table:has(th:nth-child(7)) {
      font-size: 0.5625rem;
    }
    div.scroller tr > * + *:is(th, td) {
      min-width: 0;
      padding-inline: 6px 0;
      overflow-wrap: anywhere;
    }
    div.scroller th:first-child {
      position: static;
    }
    tr {
      break-inside: avoid;
    }
  }
`;
