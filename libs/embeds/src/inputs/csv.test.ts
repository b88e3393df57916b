import { describe, expect, it } from '@jest/globals';
import { character } from '@dossier/shared/testing/text';
import fc from 'fast-check';
import { widgetCsv } from '../embed/render.ts';
import { datasetCharts, hostile, hostileDatasets, summary, valuations } from '../testing/samples.ts';
import type { DatasetChartData } from '../widgets/dataset-chart/data.ts';

/** RFC 4180, as a spreadsheet reads it. */
function read(csv: string): string[][] {
  const rows: string[][] = [];
  expect(csv).toMatch(/^\ufeff/);
  let rest = csv.slice(1);
  while (rest !== '') {
    const row: string[] = [];
    for (;;) {
      const [all, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(rest)!;
      row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
      rest = rest.slice(all.length);
      if (!rest.startsWith(',')) break;
      rest = rest.slice(1);
    }
    if (!rest.startsWith('\r\n')) throw new Error(`Not a row: ${rest.slice(0, 80)}`);
    rest = rest.slice(2);
    rows.push(row);
  }
  return rows;
}

describe('the values as CSV', () => {
  it('are a line each, with kind and source', () => {
    const rows = read(widgetCsv({ kind: 'valuation-table', data: valuations.usual })!);
    expect(rows).toHaveLength(9);
    expect(rows.slice(0, 2)).toEqual([
      ['date', 'value', 'currency', 'kind', 'source', 'source_url'],
      ['2012-05-20', '40000000', 'USD', 'estimate', 'Example News, 2012', 'https://news.example/2012-05-20'],
    ]);
  });

  it('name the dataset in each line, and leave a gap empty', () => {
    const rows = read(widgetCsv({ kind: 'dataset-chart', data: datasetCharts.line })!);
    expect(rows).toHaveLength(1 + 9 + 9);
    expect(rows[12]!.slice(0, 5)).toEqual(['2018-12-31', 'Bolt Machines', '', 'USD', '']);
    expect(rows[11]!.slice(0, 5)).toEqual(['2017-12-31', 'Bolt Machines', '130000000', 'USD', 'reported']);
  });

  it('name the source of a value, or by default of its dataset', () => {
    const [series] = datasetCharts.line.series;
    const own = { url: 'https://own.example/a', title: 'own.example' };
    const points = series!.points.map((point, i) => (i === 0 ? { ...point, source: own } : point));
    const data = { ...datasetCharts.line, series: [{ ...series!, points }] };
    const rows = read(widgetCsv({ kind: 'dataset-chart', data })!);
    expect(rows[1]!.slice(5)).toEqual(['own.example', 'https://own.example/a']);
    expect(rows[2]!.slice(5)).toEqual([series!.source!.title, series!.source!.url]);
  });

  it('keep negative numbers numbers', () =>
    expect(widgetCsv({ kind: 'valuation-chart', data: valuations.negative })).toContain(
      '2020-01-01,-500000000,USD',
    ));

  it('are only a header without values, and undefined for a summary', () => {
    expect(read(widgetCsv({ kind: 'valuation-chart', data: valuations.none })!)).toHaveLength(1);
    expect(widgetCsv({ kind: 'company-summary', data: summary })).toBeUndefined();
  });

  it('cannot add formulas, lines or cells, nor links other than http and https', () => {
    const starts = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t=',
      '\r\n=',
      ' =',
      '＝',
      '＠',
      '"',
      ',',
      ';',
      'a',
      '\u202e=',
    );
    const text = fc.tuple(starts, fc.string({ unit: character })).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, text, (name, unit, title) => {
        const [first] = datasetCharts.line.series;
        const data: DatasetChartData = {
          ...datasetCharts.line,
          unit,
          series: [{ ...first!, name, source: { url: 'javascript:alert(1)', title } }],
        };
        const rows = read(widgetCsv({ kind: 'dataset-chart', data })!);
        expect(rows).toHaveLength(10);
        for (const row of rows) {
          expect(row).toHaveLength(7);
          for (const cell of row) expect(cell).not.toMatch(/^[\s=+\-@＝＋－＠]/);
        }
        expect(rows[1]![6]).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('of hostile data are well formed too', () => {
    expect(read(widgetCsv({ kind: 'valuation-chart', data: hostile })!)).toHaveLength(5);
    expect(read(widgetCsv({ kind: 'dataset-chart', data: hostileDatasets })!)).toHaveLength(19);
  });
});
