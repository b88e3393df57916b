import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { dayText, short } from '../chart/format.ts';
import { renderPage } from '../embed/render.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { framed, moveTo, openPage, playPage, resize, withScript } from '../testing/page.ts';
import { datasetCharts, datasets, point, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

type Use = Parameters<typeof playPage<void>>[3];
const open = (widget: Widget, use: Use) => playPage(browser, widget, { scripts: built }, use);
const companies: Widget = { kind: 'dataset-chart', data: datasetCharts.companies };
const ten: Widget = { kind: 'dataset-chart', data: datasetCharts.ten };

/** Waits until the chart is drawn for a new size. */
async function sized(page: Page, width: number, height: number): Promise<void> {
  await resize(page, width, height);
  await framed(page);
}

it('long names leave most of the width to the lines, in one column beside them', async () => {
  const series = datasetCharts.companies.series.map((one) => ({
    ...one,
    name: `${one.name.split(':')[0]} Northern Harbour Shipping and Logistics Holding: Valuation`,
  }));
  await open({ kind: 'dataset-chart', data: { ...datasetCharts.companies, series } }, async ({ page }) => {
    for (const width of [560, 900, 1100]) {
      await sized(page, width, 500);
      expect(await page.locator('.ends:visible').count()).toBe(1);
      expect((await page.locator('.plot').boundingBox())!.width).toBeGreaterThan(width / 2);
    }
  });
});

describe('companies with values of different days', () => {
  const { series } = datasetCharts.companies;
  const days = [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort();

  /** What each company was worth on a day, and since when. */
  const expected = (day: string) =>
    series.map(({ points }) => {
      const last = points.findLast(({ date }) => date <= day);
      if (!last) return ['none', `until ${dayText(points[0]!.date)}`];
      const value = `${short(last.value!, 'USD')}${last.estimate ? ' (est.)' : ''}`;
      return [value, `${last.date === day ? 'on' : 'since'} ${dayText(last.date)}`];
    });

  it.each([
    ['at the ends of the lines', 900, '.ends'],
    ['above the chart', 360, '.keys'],
  ])('have each its value and its day at every stop, %s', (_, width, place) =>
    open(companies, async ({ page, trouble }) => {
      await sized(page, width, 500);
      /** The values and days shown, and the line that names the day: now, or at each stop of the slider in turn. */
      const readings = (stops?: number) =>
        page.evaluate(
          ([selector, count, each]) => {
            const root = document.querySelector('main > *')!.shadowRoot!;
            const slider = root.querySelector<HTMLInputElement>('input[type=range]')!;
            const shown = () => ({
              day: root.querySelector<HTMLElement>('.day')!.innerText,
              rows: Array.from({ length: count }, (_x, i) =>
                ['v', 'w'].map(
                  (letter) => root.querySelector(`${selector} [data-t=${letter}${i}]`)!.textContent,
                ),
              ),
            });
            if (each === undefined) return [shown()];
            slider.focus();
            return Array.from({ length: each }, (_x, i) => {
              slider.value = String(Number(slider.min) + i);
              slider.dispatchEvent(new Event('input'));
              return shown();
            });
          },
          [place, series.length, stops] as const,
        );
      expect(await page.locator(place).isVisible()).toBe(true);
      const [latest] = await readings();
      expect(latest!.day).toMatch(/^Latest values/);
      expect(latest!.rows).toEqual(expected(days.at(-1)!));
      const stops = await readings(days.length);
      expect(stops.map(({ rows }) => rows)).toEqual(days.map(expected));
      for (const [i, day] of days.entries()) expect(stops[i]!.day).toContain(`As of ${dayText(day)}`);
      expect(trouble).toEqual([]);
    }),
  );

  it('say in the title what they share, and the unit once', () =>
    open(companies, async ({ page }) => {
      expect(await page.locator('h1').innerText()).toBe('Valuation');
      expect(await page.locator('.ends .name').allTextContents()).toEqual(['Crane', 'Bolt', 'Acme']);
      expect(await page.locator('article').innerText()).not.toContain('($B)');
    }));

  it('stand out from the others when they are pointed at', () =>
    // Chromium does not always report that a pointer leaves a page that `playPage` lends.
    openPage(browser, companies, withScript(built), async ({ page }) => {
      await sized(page, 900, 500);
      const dimmed = () => page.locator('g.series.dim').count();
      expect(await dimmed()).toBe(0);
      await page.locator('.ends .end rect').first().hover();
      await framed(page);
      expect(await dimmed()).toBe(2);
      await moveTo(page, 5, 5);
      expect(await dimmed()).toBe(0);
      // On a line, once the pointer rests there.
      const plot = (await page.locator('.plot').boundingBox())!;
      const [x, y] = [plot.x + plot.width * 0.8, plot.y + plot.height * 0.5];
      await moveTo(page, x, y);
      const ring = (await page.locator('.reading').first().boundingBox())!;
      await page.mouse.move(ring.x + ring.width / 2, ring.y + ring.height / 2);
      await page.locator('g.series.dim').nth(1).waitFor({ state: 'attached' });
      await moveTo(page, 5, 5);
      expect(await dimmed()).toBe(0);
    }));

  it('have whole rings at both edges of the plot', () =>
    open(companies, async ({ page }) => {
      await sized(page, 600, 500);
      const plot = (await page.locator('.plot').boundingBox())!;
      for (const [x, most] of [
        [1, 1],
        [plot.width - 1, 3],
      ] as const) {
        await moveTo(page, plot.x + x, plot.y + 9);
        const inside = await page.locator('.cursor').evaluate((cursor) => {
          const clip = cursor.getBoundingClientRect();
          const rings = [...cursor.querySelectorAll('.reading')].map((ring) => ring.getBoundingClientRect());
          return rings.filter(({ left, right }) => left >= clip.left && right <= clip.right).length;
        });
        expect(inside).toBe(most);
      }
    }));

  it('do not stand out when a pointer passes them', () =>
    open(ten, async ({ page }) => {
      const classes = await page.evaluate(() => {
        const root = document.querySelector('main > *')!.shadowRoot!;
        const plot = root.querySelector('.plot')!;
        const box = plot.getBoundingClientRect();
        const seen = new MutationObserver(() => undefined);
        seen.observe(root, { subtree: true, attributes: true });
        for (let part = 0; part <= 1; part += 0.02) {
          const [clientX, clientY] = [box.left + box.width * 0.9, box.top + box.height * part];
          plot.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true }));
        }
        return seen.takeRecords().filter(({ attributeName }) => attributeName === 'class').length;
      });
      expect(classes).toBe(0);
    }));
});

/** Returns the sum of the layout shifts while the pointer moves across the plot, and the plot's box before and after. */
async function sweep(page: Page) {
  await page.evaluate(() => {
    const shifts: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    // A busy browser reports late what the observer has already.
    Object.assign(window, { shifts: () => [...shifts, ...observer.takeRecords()] });
  });
  const plot = page.locator('.plot');
  const before = (await plot.boundingBox())!;
  for (let part = 0; part <= 1; part += 0.04)
    await page.mouse.move(before.x + before.width * part, before.y + before.height * part);
  await framed(page);
  const sum = await page.evaluate(() =>
    (window as unknown as { shifts: () => { value: number }[] })
      .shifts()
      .reduce((all, { value }) => all + value, 0),
  );
  return { sum, before, after: (await plot.boundingBox())! };
}

describe('reading moves nothing', () => {
  it.each<[string, Widget, number]>([
    ['ten lines', ten, 480],
    ['ten lines', ten, 700],
    ['companies', companies, 360],
    ['companies', companies, 900],
    ['columns', { kind: 'dataset-chart', data: datasetCharts.columns }, 320],
    ['valuations', { kind: 'valuation-chart', data: valuations.usual }, 600],
  ])('of %s', (_, widget, width) =>
    open(widget, async ({ page }) => {
      await sized(page, width, 600);
      const { sum, before, after } = await sweep(page);
      expect(sum).toBe(0);
      expect(after).toEqual(before);
    }),
  );
  it('of a page that something pushes down is seen', () =>
    open(ten, async ({ page }) => {
      await page.evaluate(() =>
        addEventListener('pointermove', () => document.body.prepend(document.createElement('hr')), {
          once: true,
        }),
      );
      expect((await sweep(page)).sum).toBeGreaterThan(0);
    }));
});

const many = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    point(new Date(Date.UTC(2010, 0, 1 + i * 9)).toISOString().slice(0, 10), 1e8 + i * 1e6, i % 9 === 0),
  );
const long = (count: number): Widget[] => [
  { kind: 'valuation-chart', data: { ...valuations.usual, points: many(count) } },
  {
    kind: 'dataset-chart',
    data: datasets({ series: [{ ...datasetCharts.line.series[0]!, points: many(count) }], asOf: null }),
  },
];

describe('a reading is cheap', () => {
  /** Returns the most changes of the page, and the most numbers written, by a move of the pointer. */
  const work = (page: Page) =>
    page.evaluate(() => {
      const root = document.querySelector('main > *')!.shadowRoot!;
      const plot = root.querySelector('.plot')!;
      const box = plot.getBoundingClientRect();
      let numbers = 0;
      const format = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')!;
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        ...format,
        get(this: Intl.NumberFormat) {
          numbers += 1;
          return (format.get as () => Intl.NumberFormat['format']).call(this);
        },
      });
      const seen = new MutationObserver(() => undefined);
      seen.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
      const moves = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => {
        const [before, clientX] = [numbers, box.left + box.width * part];
        plot.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: box.top + 9, bubbles: true }));
        return [seen.takeRecords().length, numbers - before] as const;
      });
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', format);
      return [0, 1].map((i) => Math.max(...moves.map((move) => move[i]!)));
    });

  it.each([0, 1])('of 600 values as of 60, by what a move of the pointer does (chart %i)', async (which) => {
    const done: number[][] = [];
    for (const count of [60, 600])
      await open(long(count)[which]!, async ({ page }) => {
        done.push(await work(page));
      });
    const [few, lots] = done as [number[], number[]];
    expect(lots).toEqual(few);
    const [changes, numbers] = lots as [number, number];
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThanOrEqual(12);
    expect(numbers).toBeLessThanOrEqual(4);
  });

  it.each([0, 1])(
    'and 200 values make at most 60 kB of page, before it is compressed (chart %i)',
    (which) => {
      const page = renderPage(long(200)[which]!, {
        clientUrl: '/client.js',
        address: 'https://dossier.example/embeds/x',
      });
      expect(page.match(/<tr>/g)!.length).toBeGreaterThan(200);
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(60_000);
    },
  );
});

/** Returns the texts of a chart that overlap each other, its columns, its dots or its lines. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('main > *')!.shadowRoot!;
    const figure = root.querySelector('figure')!;
    type Box = { left: number; right: number; top: number; bottom: number };
    const boxes = (selector: string) =>
      [...figure.querySelectorAll(selector)]
        .map((element) => ({
          name: element.textContent,
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0);
    const meet = (a: Box, b: Box) =>
      a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 2 && b.bottom > a.top + 2;
    const texts = boxes('text');
    const found = texts.flatMap((a, i) =>
      texts.slice(i + 1).flatMap((b) => (meet(a.box, b.box) ? [`${a.name} on ${b.name}`] : [])),
    );
    const inside = boxes('.plot text.datum, .plot text.value');
    const marks = boxes('rect.column, .series circle, .series path.marker');
    for (const { name, box } of inside)
      if (marks.some((mark) => meet(box, mark.box))) found.push(`${name} on a mark`);
    for (const path of figure.querySelectorAll<SVGPathElement>('path.line')) {
      const matrix = path.getScreenCTM()!;
      const length = path.getTotalLength();
      const spots = Array.from({ length: 400 }, (_, i) =>
        path.getPointAtLength((length * i) / 399).matrixTransform(matrix),
      );
      for (const { name, box } of inside) {
        const { left, right, top, bottom } = box;
        if (spots.some(({ x, y }) => x > left + 1 && x < right - 1 && y > top + 3 && y < bottom - 3))
          found.push(`${name} on a line`);
      }
    }
    return found;
  });

describe('the labels of a chart', () => {
  const { line, quarters, negative, columns } = datasetCharts;
  const labelled = (data: typeof line) => ({
    ...data,
    series: data.series.map((series) => ({ ...series, dataLabels: true })),
  });
  const charts: [string, Widget][] = [
    ...Object.entries({
      companies: labelled(datasetCharts.companies),
      logarithmic: labelled(datasetCharts.logarithmic),
      line: labelled(line),
      ten: datasetCharts.ten,
      forecast: datasetCharts.forecast,
      areas: datasetCharts.areas,
      columns: labelled(columns),
      stacked: datasetCharts.stacked,
      quarters,
      negative,
      one: labelled(datasetCharts.one),
    }).map(([name, data]): [string, Widget] => [name, { kind: 'dataset-chart', data }]),
    ['valuations', { kind: 'valuation-chart', data: valuations.usual }],
    ['a hundred valuations', { kind: 'valuation-chart', data: valuations.hundred }],
  ];
  it.each(charts)('overlap nothing from 320 to 1200 pixels: %s', (_, widget) =>
    open(widget, async ({ page }) => {
      for (const width of [320, 480, 600, 900, 1200]) {
        await sized(page, width, 600);
        expect([width, await overlaps(page)]).toEqual([width, []]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      }
    }),
  );
  it.each(charts.filter(([name]) => ['companies', 'quarters', 'forecast', 'valuations'].includes(name)))(
    "are as large as the reader's text, and overlap nothing: %s",
    (_, widget) =>
      open(widget, async ({ page }) => {
        const heights = () =>
          page
            .locator('figure text.label')
            .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height));
        await sized(page, 600, 900);
        const usual = Math.max(...(await heights()));
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
        for (const width of [480, 900]) {
          await sized(page, width, 900);
          const [least, most] = [Math.min(...(await heights())), Math.max(...(await heights()))];
          expect([least, most].map((height) => Math.round(height / usual))).toEqual([2, 2]);
          expect([width, await overlaps(page)]).toEqual([width, []]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        }
      }),
  );
  it.each([320, 480, 600])(
    'name the newest and the largest value first, and the first and last period, at %i pixels',
    (width) =>
      open({ kind: 'dataset-chart', data: quarters }, async ({ page }) => {
        await sized(page, width, 600);
        const texts = await page.locator('text.datum').allTextContents();
        expect(texts).toEqual(expect.arrayContaining(['$249M', '$262M']));
        const periods = await page.locator('.axis text').allTextContents();
        expect([periods[0], periods.at(-1)]).toEqual(['Q1 2019', 'Q4 2024']);
      }),
  );
  it('name the worst value of several', () =>
    open({ kind: 'dataset-chart', data: negative }, async ({ page }) => {
      await sized(page, 320, 500);
      expect(await page.locator('text.datum').allTextContents()).toEqual(
        expect.arrayContaining(['9%', '−42%']),
      );
    }));
  it('and the value of a chart with only one', () =>
    open({ kind: 'dataset-chart', data: labelled(datasetCharts.one) }, async ({ page }) => {
      // The script draws the axis for the size of the page.
      await page.locator('.axis text').first().waitFor();
      expect(await page.locator('text.datum').allTextContents()).toEqual(['$410M']);
      expect(await page.locator('.axis text').allTextContents()).toEqual(['2024']);
    }));
  it('are more on a wide plot than on a narrow one', () =>
    open({ kind: 'dataset-chart', data: labelled(line) }, async ({ page }) => {
      const counts: number[] = [];
      for (const width of [320, 1200]) {
        await sized(page, width, 600);
        counts.push(await page.locator('text.datum').count());
      }
      expect(counts[1]).toBeGreaterThan(counts[0]!);
      expect(counts[1]).toBeGreaterThan(10);
    }));
});

it.each<[string, Widget, number?]>([
  ['a comparison', companies],
  ['valuations', { kind: 'valuation-chart', data: valuations.usual }],
  ['ten lines', ten],
  // The whole names of its datasets with their values need a second line.
  ['columns', { kind: 'dataset-chart', data: datasetCharts.columns }, 280],
  ['notes', { kind: 'dataset-chart', data: datasetCharts.annotated }],
  ['a forecast', { kind: 'dataset-chart', data: datasetCharts.forecast }],
])('the plot of %s has most of the usual frame', (_, widget, least = 300) =>
  playPage(
    browser,
    widget,
    {
      scripts: built,
      options: { address: 'https://dossier.example/embeds/x', brand: { name: 'Acme Research' } },
    },
    async ({ page }) => {
      await sized(page, 560, 500);
      expect((await page.locator('.plot').boundingBox())!.height).toBeGreaterThanOrEqual(least);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(500);
    },
  ),
);
