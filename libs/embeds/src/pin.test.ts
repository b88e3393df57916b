import { describe, expect, it } from '@jest/globals';
import { datasetCharts, summary, valuations } from './testing/samples.ts';
import { pinWidget } from './widgets/index.ts';

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
