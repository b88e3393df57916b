import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { contrast } from '../chart/colour.ts';
import { datasetView } from '../chart/dataset.ts';
import { isFlat } from '../chart/scale.ts';
import { readOptions } from '../inputs/options.ts';
import { alternativeText, renderPicture } from '../embed/picture.ts';
import { renderPage } from '../embed/render.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { drawPage } from '../testing/page.ts';
import { comparisons, datasetCharts, valuations } from '../testing/samples.ts';
import { highlighted } from '../widgets/dataset-chart/data.ts';
import { rankedOf } from '../widgets/ranking-table/data.ts';
import { drawWidget, wantsLog, type Widget } from '../widgets/index.ts';

const { companies } = datasetCharts;
const keys = ['acme', 'bolt', 'crane'];
const only = (key: string | undefined) => ({
  ...companies,
  series: highlighted(companies.series, keys, key),
});

describe('a highlighted line', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  it('keeps its colour while the others are grey, and every colour is readable', () => {
    for (const papers of [undefined, ['#fff7e6', '#15191e'], ['#1c1330', '#1c1330']] as const) {
      const { lanes } = datasetView(only('bolt'), papers)!;
      const [acme, bolt, crane] = lanes.map(({ colours }) => colours);
      expect(acme).toEqual(crane);
      expect(bolt).not.toEqual(acme);
      for (const colours of [acme!, bolt!])
        colours.forEach((colour, i) =>
          expect(contrast(colour, (papers ?? ['#ffffff', '#15191e'])[i]!)).toBeGreaterThanOrEqual(4.5),
        );
    }
  });

  it('is named in the alternative text, in every language', () => {
    expect(alternativeText({ kind: 'dataset-chart', data: only('bolt') })).toMatch(/ Highlighted: Bolt\.$/);
    expect(alternativeText({ kind: 'dataset-chart', data: only('bolt') }, { locale: 'de' })).toMatch(
      / Hervorgehoben: Bolt\.$/,
    );
    expect(alternativeText({ kind: 'dataset-chart', data: only(undefined) })).not.toContain('Highlighted');
  });

  it('is none if no line has the name, or none is named', () => {
    for (const key of ['nobody', undefined]) expect(only(key).series).toEqual(companies.series);
  });

  it('is in front of the others, in the page, its legend and its picture', () =>
    drawPage(browser, { kind: 'dataset-chart', data: only('acme') }, {}, async (page) => {
      const drawn = await page.evaluate(() => {
        const root = document.querySelector('main > *')!.shadowRoot!;
        const colour = (element: Element) => getComputedStyle(element).color;
        return {
          lines: [...root.querySelectorAll('g.series')].map((line) => [
            line.getAttribute('data-lane'),
            colour(line),
          ]),
          keys: [...root.querySelectorAll('.keys svg')].map(colour),
          ends: [...root.querySelectorAll('.ends:not(.broad) .end')]
            .sort((a, b) => Number(a.getAttribute('data-lane')) - Number(b.getAttribute('data-lane')))
            .map(colour),
        };
      });
      const blue = 'rgb(27, 94, 158)';
      const grey = drawn.keys[1]!;
      expect(grey).not.toBe(blue);
      expect(drawn.lines).toEqual([
        ['1', grey],
        ['2', grey],
        ['0', blue],
      ]);
      expect([drawn.keys, drawn.ends]).toEqual([
        [blue, grey, grey],
        [blue, grey, grey],
      ]);
      const picture = renderPicture({ kind: 'dataset-chart', data: only('acme') }, { width: 800 })!;
      expect(picture.match(/class="series quiet" data-lane="\d" color="#[0-9a-f]{6}"/g)).toHaveLength(2);
      expect(picture.match(/class="series" data-lane="0" color="#1b5e9e"/g)).toHaveLength(1);
    }));
});

describe('the first ranks', () => {
  it('are the companies of the highest values, in every form of the table', () => {
    const all = rankedOf(comparisons.ten);
    for (const top of [1, 3, 10]) {
      const drawn = drawWidget({ kind: 'ranking-table', data: comparisons.ten }, { top: String(top) });
      expect(rankedOf(drawn.data as typeof comparisons.ten)).toEqual(all.slice(0, top));
    }
  });

  it('state how many companies of lower rank are left out, in the page, the picture and the alternative text', () => {
    const drawn = drawWidget({ kind: 'ranking-table', data: comparisons.ten }, { top: '3' });
    const words = 'Not shown: 7 companies of lower rank';
    expect(renderPage(drawn)).toContain(`<p class="left-out">${words}.</p>`);
    expect(renderPicture(drawn, { width: 800 })).toContain(`>${words}</text>`);
    expect(alternativeText(drawn)).toMatch(new RegExp(`\\. ${words}$`));
    const all = drawWidget({ kind: 'ranking-table', data: comparisons.ten }, { top: '10' });
    expect(renderPage(all)).not.toContain('lower rank');
  });

  it('have one spelling, from 1 to 10', () => {
    expect(readOptions('top=3')).toEqual({ top: '3' });
    for (const text of ['0', '03', '11', '-1', '']) expect(readOptions(`top=${text}`)).toBeUndefined();
  });
});

describe('a logarithmic scale', () => {
  const wants = (data: object) => wantsLog({ kind: 'dataset-chart', data } as Widget);
  it('is suggested if most lines lie on the axis', () => {
    expect(isFlat([[1e6, 2e6], [3e6], [1e9]])).toBe(true);
    expect(isFlat([[1e6], [5e8, 2e8], [1e9]])).toBe(false);
    expect(isFlat([[1e6, 2e6, 3e6, 1e9]])).toBe(true);
    expect(isFlat([[1e8, 5e8, 1e9]])).toBe(false);
    expect(isFlat([])).toBe(false);
  });

  it('is not suggested where it cannot be drawn, or is drawn already', () => {
    const [line] = companies.series;
    const low = { ...line!, points: [{ date: '2020-01-01', value: 1e6, estimate: false }] };
    const data = { ...companies, series: [line!, low, { ...low, name: 'Other' }] };
    expect(wants(data)).toBe(true);
    expect(wants({ ...data, scale: 'log' })).toBe(false);
    expect(wants({ ...data, view: 'column' })).toBe(false);
    expect(wants({ ...data, index: '2020-01-01' })).toBe(false);
    const below = { ...low, points: [{ ...low.points[0]!, value: 0 }] };
    expect(wants({ ...data, series: [...data.series, below] })).toBe(false);
    expect(wantsLog({ kind: 'valuation-chart', data: valuations.none })).toBe(false);
  });
});
