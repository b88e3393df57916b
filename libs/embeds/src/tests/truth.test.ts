import { describe, expect, it } from '@jest/globals';
import { periodOf } from '../chart/periods.ts';
import { timeOf } from '../chart/format.ts';
import { locales } from '../inputs/choices.ts';
import { states } from '../gallery/states.ts';
import { changeOf } from '../parts/change.ts';
import { sparkMarks, spanOf } from '../parts/spark.ts';
import { describeWidget, hasPicture, renderPicture } from '../embed/picture.ts';
import { renderPage, widgetCsv } from '../embed/render.ts';
import { comparisons, datasetCharts, datasets, point, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';
import { rankedOf } from '../widgets/ranking-table/data.ts';

describe('a change', () => {
  it('is on the previous value, even if that is less than a year older', () => {
    const points = [point('2024-02-28', 6.5e10), point('2025-02-27', 9.15e10), point('2026-02-24', 1.59e11)];
    expect(changeOf(points)).toMatchObject({ text: '+73.8%', before: 'Feb 2025' });
  });
  it('names the day within a month, and an estimate', () => {
    expect(changeOf([point('2025-02-03', 1e9, true), point('2025-02-27', 2e9)])?.before).toBe(
      'Feb 3, 2025 (est.)',
    );
  });
  it('is unknown without a value of an earlier day, or if that one is not above zero', () => {
    expect(changeOf([])).toBeUndefined();
    expect(changeOf([point('2025-02-27', 2e9)])).toBeUndefined();
    expect(changeOf([point('2024-02-27', 0), point('2025-02-27', 2e9)])).toBeUndefined();
  });
  it('of a ranking is no number where nothing is newer than a year', () => {
    const [acme] = comparisons.usual.companies;
    const old = { ...acme!, points: [point('2012-02-01', 1e9), point('2013-12-15', 1e9)] };
    const ranked = rankedOf({ ...comparisons.usual, companies: [old], asOf: '2025-02-27' });
    expect(ranked.map(({ change }) => change)).toEqual(['no valuation since 2013']);
    const one = { ...acme!, points: [point('2025-01-15', 1e9)] };
    expect(rankedOf({ ...comparisons.usual, companies: [one] })[0]!.change).toBe('–');
  });
});

describe('an estimate', () => {
  const widgets: Widget[] = [
    { kind: 'valuation-chart', data: { ...valuations.usual, points: [point('2025-02-27', 1e9, true)] } },
    { kind: 'dataset-chart', data: datasetCharts.line },
    {
      kind: 'ranking-table',
      data: {
        ...comparisons.usual,
        companies: [{ ...comparisons.usual.companies[0]!, points: [point('2025-01-01', 1e9, true)] }],
      },
    },
  ];
  it.each(widgets.map((widget) => [widget.kind, widget] as const))(
    'is named in the description of a %s',
    (_, widget) => expect(describeWidget(widget)).toContain('estimate'),
  );
  it('dashes the step after it, not the one before, and held values are pale', () => {
    const points = [point('2020-01-01', 1), point('2021-01-01', 2, true), point('2022-01-01', 3)];
    const { text } = sparkMarks(points, spanOf([points], '2024-01-01'))!;
    expect(
      [...text.matchAll(/class="(line[^"]*)"[^>]*d="M([\d.]+)/g)].map(([, name, x]) => [
        name,
        Math.round(Number(x)),
      ]),
    ).toEqual([
      ['line', 0],
      ['line estimate', 25],
      ['line tail', 50],
    ]);
  });
});

it('two values of a day: chart, table and CSV show the last one', () => {
  const widget: Widget = { kind: 'valuation-chart', data: valuations['same-day'] };
  expect(renderPage(widget).match(/data-v="\d+"/g)).toEqual(['data-v="2000000000"']);
  expect(widgetCsv(widget)).toMatch(/^\ufeffdate.*\r\n2025-02-27,2000000000,[^\n]*\r\n$/);
  const points = ['2024-12-31', '2024-12-31'].map((date, i) => ({ date, value: i + 1, estimate: false }));
  const series = [{ ...datasetCharts.one.series[0]!, points }];
  expect(widgetCsv({ kind: 'dataset-chart', data: datasets({ series }) })!.split('\n')).toHaveLength(3);
});

it('a yearly value is never named as a quarter, and periods of different length are mentioned', () => {
  const year = { ...datasetCharts.one.series[0]!, name: 'Net income' };
  const quarters = datasetCharts.quarters.series[0]!;
  const page = renderPage({
    kind: 'dataset-chart',
    data: datasets({ view: 'line', series: [quarters, year] }),
  });
  expect(page).toContain('Periods of different length');
  expect(page).toMatch(/Net income \(latest \$410M 2024\)/);
  expect(periodOf([timeOf('2012-12-31'), timeOf('2013-12-31'), timeOf('2014-03-31')])).toBe('moment');
});

const pictured = states.filter(({ widget }) => hasPicture(widget.kind));

it.each(pictured.map(({ id, widget, look }) => [id, widget, look] as const))(
  'the picture of %s needs nothing that only browsers have',
  (_, widget, look) => {
    for (const size of [{ width: 800 }, { width: 600, height: 315 }]) {
      const picture = renderPicture(widget, size, { look, brand: 'Acme Research' })!;
      expect(picture.match(/<svg/g)).toHaveLength(1);
      expect(picture).not.toMatch(
        /="-?[\d.]+%"|vector-effect|paint-order| d[xy]=|NaN|undefined|var\(|light-dark|font:/,
      );
      expect(picture.match(/<g[ >]/g)?.length).toBe(picture.match(/<\/g>|<g[^>]*\/>/g)?.length);
      // The brand ends at the side where lines end: the left in Arabic.
      expect(picture).toMatch(
        look?.locale === 'ar'
          ? /<text x="16" y="\d+">\u2067Acme Research\u2069<\/text>/
          : /text-anchor="end">Acme Research<\/text>/,
      );
    }
  },
);

it('pictures cut no name, day, kind or source, in any language and width', () => {
  const name = 'Harbor Biologics International (formerly Northern Harbour)';
  const company = { ...valuations.usual.company, name };
  const companies = comparisons.usual.companies.map((one) => ({ ...one, company: { ...one.company, name } }));
  for (const locale of locales)
    for (const width of [280, 320, 480, 700, 1400])
      for (const widget of [
        { kind: 'company-card', data: { ...valuations.usual, company } },
        { kind: 'valuation-chart', data: { ...valuations.usual, company } },
        { kind: 'ranking-table', data: { ...comparisons.usual, companies } },
        { kind: 'small-multiples', data: { ...comparisons.usual, companies } },
      ] satisfies Widget[])
        expect([
          widget.kind,
          locale,
          width,
          renderPicture(widget, { width }, { look: { locale } })!.match(/[^<>]*…/g),
        ]).toEqual([widget.kind, locale, width, null]);
});
