import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { renderPage } from '../embed/render.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { comparisons, datasetCharts, point, summary, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

const KILOBYTE = 1000;
const size = (text: string) => brotliCompressSync(text).length;

const widgets: [string, Widget][] = [
  ...Object.entries(valuations).flatMap(([name, data]): [string, Widget][] => [
    [`valuation chart, ${name}`, { kind: 'valuation-chart', data }],
    [`valuation table, ${name}`, { kind: 'valuation-table', data }],
  ]),
  ...Object.entries(datasetCharts).map(([name, data]): [string, Widget] => [
    `dataset chart, ${name}`,
    { kind: 'dataset-chart', data },
  ]),
  ['company summary', { kind: 'company-summary', data: summary }],
];
const options = {
  address: `https://dossier.example/embeds/valuation-chart/${'acme-'.repeat(10)}/theme=dark/k1.AAAAAAAAAAAAAAAAAAAAAA`,
  oembedUrl: 'https://dossier.example/oembed',
  clientUrl: 'https://dossier.example/embeds/valuation-chart.0123456789abcdef.js',
  look: { accent: '9a3412', background: 'fff7e6', text: '3b2f1a', font: 'serif' },
} as const;

let built: Built;
beforeAll(async () => {
  built = await readBuilt();
});

describe('the size in brotli', () => {
  it.each(['valuation-chart', 'dataset-chart'] as const)('of the script of a %s is at most 15 kB', (kind) =>
    expect(size(built.pages.get(kind)!.body)).toBeLessThanOrEqual(15 * KILOBYTE),
  );
  it.each(['valuation-table', 'company-summary'] as const)(
    'of the script of a %s is next to nothing',
    (kind) => expect(size(built.pages.get(kind)!.body)).toBeLessThanOrEqual(0.5 * KILOBYTE),
  );
  it('of the script for hosts is at most 1 kB, before it is compressed', () =>
    expect(built.resize.body.length).toBeLessThanOrEqual(KILOBYTE));
  it('of the page of 600 values with its script is at most 24 kB: uPlot, with the values alone, takes 25', () => {
    const points = Array.from({ length: 600 }, (_, i) => ({
      ...point(
        new Date(Date.UTC(2010, 0, 1 + i * 9)).toISOString().slice(0, 10),
        Math.round((20 + i / 10 + 8 * Math.sin(i / 23)) * 1e9),
      ),
      source: { url: `https://news.example/${i % 12}`, title: 'news.example' },
    }));
    const page = renderPage({ kind: 'valuation-chart', data: { ...valuations.usual, points } }, options);
    expect(size(built.pages.get('valuation-chart')!.body) + size(page)).toBeLessThanOrEqual(24 * KILOBYTE);
  });
  it('of the page of eight companies with 600 values each is at most 300 kB, before it is compressed', () => {
    const [line] = datasetCharts.companies.series;
    const series = Array.from({ length: 8 }, (_c, company) => ({
      ...line!,
      name: `Company ${company}: Valuation ($B)`,
      points: Array.from({ length: 600 }, (_p, i) => ({
        ...point(
          new Date(Date.UTC(2010, 0, 1 + company + i * 9)).toISOString().slice(0, 10),
          Math.round((20 + company * 4 + i / 10 + 8 * Math.sin(i / 23)) * 1e9),
          i % 9 === 0,
        ),
        source: { url: `https://news.example/${i % 12}`, title: 'news.example' },
      })),
    }));
    const data = { ...datasetCharts.companies, series, asOf: null };
    const page = renderPage({ kind: 'dataset-chart', data }, options);
    expect(page.length).toBeLessThanOrEqual(300 * KILOBYTE);
    expect(page).toContain('<p class="rest">and 4600 earlier: CSV</p>');
  });
  it('of a ranking of ten companies with lines of 2,000 values each is at most 100 kB, before it is compressed', () => {
    const points = (company: number) =>
      Array.from({ length: 2000 }, (_, i) =>
        point(
          new Date(Date.UTC(2010, 0, 1 + i * 3)).toISOString().slice(0, 10),
          Math.round((20 + company + i / 99 + 8 * Math.sin(i * i)) * 1e9),
        ),
      );
    const companies = comparisons.ten.companies.map((one, i) => ({ ...one, points: points(i) }));
    const data = { ...comparisons.ten, companies, sparklines: true };
    const page = renderPage({ kind: 'ranking-table', data }, options);
    expect(page.length).toBeLessThanOrEqual(100 * KILOBYTE);
    expect(page.match(/class="spark"/g)).toHaveLength(10);
  });
  it.each(widgets)('of everything on the page is at most 30 kB: %s', (_, widget) =>
    expect(size(built.pages.get(widget.kind)!.body) + size(renderPage(widget, options))).toBeLessThanOrEqual(
      30 * KILOBYTE,
    ),
  );
});
