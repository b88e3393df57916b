import { css } from 'lit';

/** The tables of all widgets: closer on phones, and no row broken in print. */
export const tableStyles = css`
  table {
    width: 100%;
    margin-top: 4px;
    border-collapse: collapse;
    font-size: 13px;
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
  time,
  td.number,
  .whole {
    white-space: nowrap;
  }
  @container widget (min-width: 440px) {
    th.number,
    td.number {
      padding-inline-end: 28px;
    }
  }
  @container widget (max-width: 420px) {
    table {
      font-size: 12px;
    }
    th,
    td {
      padding-inline-end: 8px;
    }
    th time {
      white-space: normal;
    }
  }
  @media print {
    tr {
      break-inside: avoid;
    }
  }
`;
