import { timeOf } from './chart/format.ts';
import { drawable } from './chart/frame.ts';
import type { DatasetChartData, Source, ValuationData, Widget } from './data.ts';
import { linkAddress, plainText } from './text.ts';

/** What a spreadsheet would take for a formula at the start of a cell, in its wide forms too (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const LONGEST = 1000;

/** A number stands as it is; a text is data, whatever it begins with, and one cell, whatever separates them. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const line = plainText(value, LONGEST);
  const text = FORMULA.test(line) ? `'${line}` : line;
  return /[",;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** By it Excel on Windows knows UTF-8. */
const BOM = '\ufeff';

/** RFC 4180. */
const table = (rows: (string | number | null)[][]) =>
  BOM + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

const kindOf = (point: { estimate: boolean }) => (point.estimate ? 'estimate' : 'reported');
const sourceCells = (source: Source | null) =>
  source ? [source.title, linkAddress(source.url) ?? null] : [null, null];

const valuations = ({ points, currency }: ValuationData) =>
  table([
    ['date', 'value', 'currency', 'kind', 'source', 'source_url'],
    ...drawable(points).map((point) => [
      point.date,
      point.value,
      currency,
      kindOf(point),
      ...sourceCells(point.source),
    ]),
  ]);

const datasets = ({ series, unit }: DatasetChartData) =>
  table([
    ['date', 'dataset', 'value', 'unit', 'kind', 'source', 'source_url'],
    ...series.flatMap(({ name, points, source }) =>
      points
        .filter(({ date }) => !Number.isNaN(timeOf(date)))
        .map((point) => [
          point.date,
          name,
          point.value,
          unit,
          point.value === null ? null : kindOf(point),
          ...sourceCells(point.source ?? source),
        ]),
    ),
  ]);

/** The values of a widget as CSV, a line for each, with their sources; undefined for one that is no series. */
export function widgetCsv(widget: Widget): string | undefined {
  switch (widget.kind) {
    case 'valuation-chart':
    case 'valuation-table':
      return valuations(widget.data);
    case 'dataset-chart':
      return datasets(widget.data);
    case 'company-summary':
      return undefined;
  }
}
