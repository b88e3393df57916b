import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Look } from '../inputs/options.ts';
import { renderPicture, type PictureSize } from './picture.ts';
import {
  barCharts,
  scatterCharts,
  comparisons,
  datasetCharts,
  hostile,
  hostileDatasets,
  summary,
  valuations,
} from '../testing/samples.ts';
import type { DatasetChartData } from '../widgets/dataset-chart/data.ts';
import { drawWidget, type Widget } from '../widgets/index.ts';
import type { ValuationData } from '../widgets/valuation-chart/data.ts';

const usual = { width: 640, height: 400 };

const valuation = (data: ValuationData, size: PictureSize = usual, look?: Look) =>
  renderPicture({ kind: 'valuation-chart', data }, size, { ...(look && { look }) })!;
const datasets = (data: DatasetChartData, size: PictureSize = usual, look?: Look) =>
  renderPicture({ kind: 'dataset-chart', data }, size, { ...(look && { look }) })!;

/** Compares a picture with its file in `output/`. `UPDATE_PICTURES=1` writes the files. */
function compare(name: string, picture: string) {
  const file = new URL(`../../output/${name}.svg`, import.meta.url);
  if (process.env.UPDATE_PICTURES === '1') writeFileSync(file, picture);
  expect(picture).toBe(readFileSync(file, 'utf8'));
}

describe('the pictures of the valuation chart', () => {
  it.each(Object.entries(valuations))('%s', (name, data) =>
    compare(`valuation-chart-${name}`, valuation(data)),
  );
  it('narrow', () =>
    compare('valuation-chart-narrow', valuation(valuations.usual, { width: 320, height: 400 })));
  it('dark', () => compare('valuation-chart-dark', valuation(valuations.usual, usual, { theme: 'dark' })));
});

describe('the pictures of the dataset chart', () => {
  it.each(Object.entries(datasetCharts))('%s', (name, data) =>
    compare(`dataset-chart-${name}`, datasets(data)),
  );
  it('narrow', () =>
    compare('dataset-chart-narrow', datasets(datasetCharts.annotated, { width: 320, height: 480 })));
  it('dark', () =>
    compare('dataset-chart-dark', datasets(datasetCharts.annotated, usual, { theme: 'dark' })));
});

describe('the pictures without a plot', () => {
  const draw = (widget: Widget, size: PictureSize = { width: 640 }) => renderPicture(widget, size)!;
  it('card', () => compare('company-card', draw({ kind: 'company-card', data: valuations.usual })));
  it('summary with facts of several lines', () => {
    const founders = ['Ada Example', 'Grace Sample', 'Katherine Nonexistent-Longname', 'José Ñandú'];
    const categories = ['Robotics', 'Logistics and warehousing', 'Artificial intelligence'];
    compare('company-summary', draw({ kind: 'company-summary', data: { ...summary, founders, categories } }));
  });
  it.each(Object.entries(scatterCharts))('scatter plot, %s', (name, data) =>
    compare(`scatter-chart-${name}`, draw({ kind: 'scatter-chart', data })),
  );
  it.each(Object.entries(barCharts))('bars, %s', (name, data) =>
    compare(`bar-chart-${name}`, draw({ kind: 'bar-chart', data })),
  );
  it('ranking with a line for each company', () =>
    compare(
      'ranking-table-sparklines',
      draw(drawWidget({ kind: 'ranking-table', data: comparisons.usual }, { sparklines: 'yes' })),
    ));
  it('ranking', () => compare('ranking-table', draw({ kind: 'ranking-table', data: comparisons.ten })));
  it('small multiples', () =>
    compare('small-multiples', draw({ kind: 'small-multiples', data: comparisons.ten })));
  it('say how many companies have no room', () => {
    for (const kind of ['ranking-table', 'small-multiples'] as const)
      expect(draw({ kind, data: comparisons.ten }, { width: 320, height: 330 })).toMatch(/>and \d more</);
  });
  it('sparkline is the card', () =>
    expect(draw({ kind: 'valuation-sparkline', data: valuations.usual })).toBe(
      draw({ kind: 'company-card', data: valuations.usual }),
    ));
});

/** Forms in Arabic, whose pages begin at the right: those without a plot, and a chart with a legend. */
describe('the pictures from right to left', () => {
  const arabic: [string, Widget][] = [
    ['ranking-table', drawWidget({ kind: 'ranking-table', data: comparisons.usual }, { sparklines: 'yes' })],
    ['valuation-table', { kind: 'valuation-table', data: valuations.usual }],
    ['company-card', { kind: 'company-card', data: valuations['right-to-left'] }],
    ['company-summary', { kind: 'company-summary', data: summary }],
    ['bar-chart', { kind: 'bar-chart', data: barCharts.several }],
    ['small-multiples', { kind: 'small-multiples', data: comparisons.usual }],
    ['scatter-chart', { kind: 'scatter-chart', data: scatterCharts.usual }],
    ['valuation-chart', { kind: 'valuation-chart', data: valuations.usual }],
    ['dataset-chart', { kind: 'dataset-chart', data: datasetCharts.annotated }],
  ];
  it.each(arabic)('%s', (kind, widget) =>
    compare(
      `${kind}-arabic`,
      renderPicture(widget, { width: 640 }, { look: { locale: 'ar' }, brand: 'Dossier' })!,
    ),
  );
});

describe('the picture of several lines', () => {
  const names = datasetCharts.companies.series.map(({ name }) => name.split(':')[0]!);
  const days = ['since Oct 2, 2024', 'since Dec 11, 2024', 'on Feb 27, 2025'];
  const said = (size: PictureSize) =>
    datasets(datasetCharts.companies, size)
      .replace(/<(title|desc|style)>[^]*?<\/\1>/g, '')
      .match(/(?<=>)[^<>\n]+(?=<)/g)!
      .join(' ');

  it.each([
    ['on the page', { width: 800 }],
    ['in previews of links', { width: 600, height: 315 }],
    ['on a phone', { width: 320, height: 400 }],
  ])('says whole names, values, days, title and sources %s', (_, size) => {
    const words = said(size);
    for (const text of ['Valuation', ...names, '$15.7B', '$35B', '$6.75B', ...days, 'acme.example'])
      expect(words).toContain(text);
  });

  it('has them at the ends of the lines, or in a legend without room', () => {
    const ends = (size: PictureSize) =>
      datasets(datasetCharts.companies, size).match(/class="name"/g)?.length;
    expect([ends({ width: 800 }), ends({ width: 600, height: 315 }), ends({ width: 320 })]).toEqual([
      3,
      3,
      undefined,
    ]);
  });

  it('never writes a value over the word for forecasts', () => {
    const [one] = datasetCharts.forecast.series;
    const data = { ...datasetCharts.forecast, series: [{ ...one!, dataLabels: true }] };
    const at = (text: string, picture: string) => {
      const [, x, y] = new RegExp(`x="([\\d.]+)" y="(-?[\\d.]+)"[^>]*>${text}<`).exec(picture)!;
      return { x: Number(x), y: Number(y) };
    };
    for (const width of [300, 480, 800]) {
      const picture = datasets(data, { width, height: 400 });
      const word = at('Forecast', picture);
      const labels = [...picture.matchAll(/<text class="datum" x="([\d.]+)" y="(-?[\d.]+)"/g)];
      expect(labels.length).toBeGreaterThan(0);
      for (const [, x, y] of labels)
        expect(Math.abs(Number(y) - word.y) >= 12 || Number(x) < word.x - 80).toBe(true);
    }
  });
});

describe('the picture for previews of links', () => {
  const social = { width: 600, height: 315 };
  it('says which bars it leaves out', () =>
    expect(renderPicture({ kind: 'bar-chart', data: barCharts.rounds }, social)).toContain(
      '>Not shown: Series D (euros)<',
    ));

  it('has the text of every number in its plot', () => {
    const marks = '2019-06-30 Tender offer; 2020-03-01 to 2021-06-30 Plants closed; 2022-06-30 New factory';
    const drawn = drawWidget({ kind: 'dataset-chart', data: datasetCharts.line }, { marks });
    const picture = renderPicture(drawn, social)!;
    for (const text of ['Tender offer', 'Plants closed', 'New factory', 'Hollow, dashed'])
      expect(picture).toContain(text);
  });

  it.each([
    ['small-multiples', 6],
    ['ranking-table', 5],
  ] as const)('has six companies as %s, or says how many more there are', (kind, most) => {
    const companies = comparisons.ten.companies
      .slice(0, 6)
      .map((one, i) => ({ ...one, company: { ...one.company, name: `Maker ${i}` } }));
    const picture = renderPicture({ kind, data: { ...comparisons.ten, companies } }, social)!;
    expect(picture.match(/>Maker \d</g)).toHaveLength(most);
    expect(picture.match(/>and (\d) more</)?.[1]).toBe(most < 6 ? String(6 - most) : undefined);
    const levels = [...picture.matchAll(/<text class="label" x="0" y="(-?[\d.]+)"/g)].map(([, y]) => y);
    expect(new Set(levels).size).toBeLessThan(2);
  });
});

it('the peaks of a line are labelled', () => {
  const values = [1, 2, 88, 6, 40, 41, 20, 120].map((value) => value * 1e9);
  const points = values.map((value, i) => ({
    ...valuations.usual.points[0]!,
    date: `${2012 + i}-06-30`,
    value,
  }));
  const picture = valuation({ ...valuations.usual, points, asOf: '2019-12-31' }, { width: 1000 });
  for (const text of ['$120B', '$88B', '$41B', '$1B']) expect(picture).toContain(`>${text}</text>`);
});

it('notes that are too close for separate numbers share one text', () => {
  const notes = ['2021-05-05', '2021-05-05', '2021-06-05', '2030-01-01', '2031-01-01'];
  const annotations = notes.map((date) => ({ date, label: 'A note' }));
  const picture = datasets({
    ...datasetCharts.column,
    series: [{ ...datasetCharts.column.series[0]!, annotations }],
  });
  expect(picture).toContain('>1, 2, 3</text>');
  expect(picture).toContain('>4, 5 →</text>');
});

it('values of several datasets have the colour of their dataset', () => {
  const labelled = (count: number) =>
    datasets({
      ...datasetCharts.line,
      series: datasetCharts.line.series.slice(0, count).map((one) => ({ ...one, dataLabels: true })),
    }).match(/<text class="datum tinted" color="#\w+"/g) ?? [];
  expect(new Set(labelled(2)).size).toBe(2);
  expect(labelled(1)).toEqual([]);
});

it('is bounded, however many notes and values it is asked for', () => {
  const days = Array.from({ length: 220 }, (_, i) => new Date(i * 86_400_000).toISOString().slice(0, 10));
  const [line] = datasetCharts.line.series;
  const points = days.map((date) => ({ ...line!.points[0]!, date }));
  const draw = (more: object, size: PictureSize) =>
    datasets({ ...datasetCharts.line, series: [{ ...line!, points, annotations: [], ...more }] }, size);
  const annotations = days.slice(0, 100).map((date) => ({ date, label: 'Note' }));
  const noted = draw({ annotations }, { width: 800 });
  expect(noted).toContain('and 40 more');
  expect(Number(/height="(\d+)"/.exec(noted)![1])).toBeLessThan(2000);
  const wide = draw({ dataLabels: true }, { width: 22_000, height: 400 });
  expect(wide.match(/class="datum"/g)).toHaveLength(200);
});

it('has a style of elements and classes only: LibreOffice ignores attributes, and parents where another rule applies', () => {
  const quiet = datasets(datasetCharts.highlighted);
  for (const picture of [quiet, valuation(valuations.usual)]) {
    const [, style] = /<style>([^]*)<\/style>/.exec(picture)!;
    const selectors = style!.replaceAll(/\{[^}]*\}/g, ',').split(',');
    const wrong = selectors.filter((one) => !/^\s*(\w*(\.\w+)*)?\s*$/.test(one));
    expect(wrong.map((one) => one.trim())).toEqual(['.quiet rect']);
  }
  expect(quiet.match(/class="line[a-z ]* thin/g)).toHaveLength(5);
});

it('contains no characters that would make its file invalid XML', () => {
  const bad = 'A\uffff\ufffe\u0001B';
  const company = { ...datasetCharts.line.series[0]!, name: bad };
  const picture = datasets({
    ...datasetCharts.line,
    name: bad,
    description: bad,
    unit: bad,
    series: [company],
  });
  expect(picture).toContain('<title>A B</title>');
  for (const character of ['\uffff', '\ufffe', '\u0001']) expect(picture).not.toContain(character);
});

it('data do not break out of a picture', () => {
  for (const picture of [valuation(hostile), datasets(hostileDatasets)]) {
    expect(picture).not.toMatch(/<(script|img|foreignObject)|url\(|red"/i);
    expect(picture.match(/<\/?(title|style)>/g)).toEqual(['<title>', '</title>', '<style>', '</style>']);
  }
});
