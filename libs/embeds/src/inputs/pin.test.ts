import { describe, expect, it } from '@jest/globals';
import { datasetCharts, summary, valuations } from '../testing/samples.ts';
import { datasetCsv } from '../widgets/dataset-chart/data.ts';
import { drawWidget, pinWidget, type Widget } from '../widgets/index.ts';

describe('a pinned day', () => {
  it('leaves out what is later, and keeps the day itself', () => {
    const { data } = pinWidget({ kind: 'valuation-chart', data: valuations.usual }, '2018-06-30');
    expect(data).toMatchObject({ until: '2018-06-30' });
    expect('points' in data && data.points.map(({ date }) => date)).toEqual([
      '2012-05-20',
      '2014-02-11',
      '2016-09-01',
      '2018-06-30',
    ]);
  });

  it('does not extend data that end before it', () => {
    const widgets = [
      { kind: 'valuation-chart', data: valuations.usual },
      { kind: 'company-summary', data: summary },
      { kind: 'dataset-chart', data: datasetCharts.annotated },
    ] as const;
    const days = widgets.map((widget) => pinWidget(widget, '2099-12-31').data.asOf);
    expect(days).toEqual(['2025-02-27', '2025-02-27', '2024-12-31']);
    const none = { kind: 'dataset-chart' as const, data: { ...datasetCharts.none, asOf: null } };
    expect(pinWidget(none, '2099-12-31').data.asOf).toBeNull();
  });

  it('drops current facts without a day, and keeps history', () => {
    const { data } = pinWidget({ kind: 'company-summary', data: summary }, '2024-12-31');
    expect(data).toMatchObject({
      type: null,
      description: null,
      headquarters: null,
      ceo: [],
      categories: [],
      foundingYear: 2011,
      founders: ['Ada Example', 'Grace Sample'],
    });
  });

  it('leaves out later values of other currencies too', () => {
    const leftOut = ['2018-06-30', '2018-07-01'].map((date) => ({ date, currency: 'EUR' }));
    const widget = { kind: 'valuation-table' as const, data: { ...valuations.usual, leftOut } };
    expect(pinWidget(widget, '2018-06-30').data).toMatchObject({ leftOut: [leftOut[0]] });
  });

  it('leaves out later points and notes of every dataset', () => {
    const { data } = pinWidget({ kind: 'dataset-chart', data: datasetCharts.annotated }, '2020-12-31');
    const series = 'series' in data ? data.series : [];
    expect(series.map(({ points }) => points.at(-1)!.date)).toEqual(['2020-12-31', '2020-12-31']);
    expect(series[0]!.annotations.map(({ date }) => date)).toEqual(['2019-12-31']);
    expect(data.asOf).toBe('2020-12-31');
  });

  it('leaves out later figures, and those without a day', () => {
    const { data } = pinWidget({ kind: 'company-summary', data: summary }, '2024-12-31');
    expect(data).toMatchObject({ valuation: null, funding: null, revenue: { value: 4.1e8 } });
  });
});

describe('a first day', () => {
  const begun = (widget: Widget, from: string) => drawWidget(widget, { from }).data;

  it('leaves out earlier values, and keeps the value of the day itself', () => {
    const data = begun({ kind: 'valuation-chart', data: valuations.usual }, '2018-06-30');
    expect(data).toMatchObject({ from: '2018-06-30' });
    expect('points' in data && data.points[0]!.date).toBe('2018-06-30');
  });

  it('keeps the latest earlier valuation, with the own day of the valuation', () => {
    const data = begun({ kind: 'dataset-chart', data: datasetCharts.companies }, '2022-01-01');
    const series = 'series' in data && 'unit' in data ? data.series : [];
    expect(series.map(({ points, since }) => [points[0]!.date, points[0]!.value, since])).toEqual([
      ['2022-01-01', 7.4e9, '2021-03-14'],
      ['2022-01-01', 2.1e8, '2019-04-02'],
      ['2022-01-01', 1.2e10, '2014-01-20'],
    ]);
    const rows = datasetCsv(data as typeof datasetCharts.companies);
    expect(rows.filter(([, name]) => String(name).startsWith('Crane')).map(([date]) => date)).toEqual([
      '2014-01-20',
      '2023-12-12',
      '2024-12-11',
    ]);
  });

  it('keeps no earlier valuation of a company with a valuation on that day', () => {
    const data = begun({ kind: 'dataset-chart', data: datasetCharts.companies }, '2021-03-14');
    const [acme] = 'series' in data ? data.series : [];
    expect([acme!.points[0]!.date, 'since' in acme!]).toEqual(['2021-03-14', false]);
  });

  it('leaves out earlier notes, and the earlier values of lines', () => {
    const data = begun({ kind: 'dataset-chart', data: datasetCharts.annotated }, '2020-12-31');
    const series = 'series' in data ? data.series : [];
    expect(series.map(({ points }) => points[0]!.date)).toEqual(['2020-12-31', '2020-12-31']);
    expect(series[0]!.annotations.every(({ date }) => date >= '2020-12-31')).toBe(true);
  });

  it('leaves out all values if it is after the last value', () => {
    const data = begun({ kind: 'dataset-chart', data: datasetCharts.companies }, '2026-01-01');
    const series = 'series' in data ? data.series : [];
    expect(series.flatMap(({ points }) => points)).toEqual([]);
  });
});
