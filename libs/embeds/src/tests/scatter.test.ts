import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeWidget, renderPicture } from '../embed/picture.ts';
import { renderPage, widgetCsv } from '../embed/render.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { framed, moveTo, openPage, resize, withScript } from '../testing/page.ts';
import { scatterCharts } from '../testing/samples.ts';
import { pinWidget, type Widget } from '../widgets/index.ts';

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

const widgetOf = (name: keyof typeof scatterCharts): Widget => ({
  kind: 'scatter-chart',
  data: scatterCharts[name],
});

it.each([320, 600, 1200])('no names of a scatter plot overlap at %i pixels', (width) =>
  openPage(browser, widgetOf('crowded'), withScript(built), async ({ page }) => {
    await resize(page, width);
    await framed(page);
    const boxes = await page.evaluate(() => {
      const root = document.querySelector('main > *')!.shadowRoot!;
      return [...root.querySelectorAll('text.datum')].map(
        (text) => text.getBoundingClientRect().toJSON() as DOMRect,
      );
    });
    expect(boxes.length).toBeGreaterThan(5);
    const meeting = boxes.filter((a, i) =>
      boxes.some(
        (b, k) =>
          k > i && a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom,
      ),
    );
    expect(meeting).toEqual([]);
  }),
);

it('reads the dot nearest to the pointer, and each by keyboard', () =>
  openPage(browser, widgetOf('usual'), withScript(built), async ({ page }) => {
    await resize(page, 600, 640);
    await framed(page);
    const name = page.locator('[data-t=name]');
    const box = (await page.locator('circle.estimate').boundingBox())!;
    await moveTo(page, box.x + 12, box.y + 20);
    expect(await name.textContent()).toBe('Bolt');
    expect(await page.locator('[data-t=y]').textContent()).toBe('Valuation: $910M (est.), Feb 27, 2025');
    const slider = page.locator('.reader');
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await slider.getAttribute('aria-valuetext')).toBe(
      'Gripper International (formerly Northern); Valuation: $24M, Feb 27, 2025; Total funding: $6M, Dec 31, 2024',
    );
    await page.keyboard.press('ArrowRight');
    expect(await name.textContent()).toBe('Bolt');
  }));

it('marks estimates and logarithmic axes, in words too', () => {
  const widget = widgetOf('usual');
  for (const text of [renderPage(widget), renderPicture(widget, { width: 900 })!]) {
    expect(text).toContain('Hollow: estimate');
    expect(text.match(/Logarithmic scale/g)).toHaveLength(2);
    expect(text.match(/<circle class="estimate"/g)).toHaveLength(1);
  }
  expect(describeWidget(widget)).toContain('Bolt (Valuation: $910M (estimate), Feb 27, 2025; Total');
  expect(widgetCsv(widget)).toContain('Bolt,2025-02-27,Valuation,910000000,USD,estimate');
  expect(renderPage(widgetOf('own'))).not.toContain('Logarithmic scale');
});

it('writes years on an axis and in the table with all of their digits', () => {
  const dots = [1990, 1995, 2001].map((value, i) => {
    const figure = { date: null, estimate: false, source: null };
    return { label: `Name ${i}`, x: { ...figure, value }, y: { ...figure, value: i } };
  });
  const x = { name: 'Founded', unit: '' };
  const widget: Widget = { kind: 'scatter-chart', data: { ...scatterCharts.own, x, dots } };
  const page = renderPage(widget);
  const table = page.slice(page.indexOf('<table'));
  for (const year of [1990, 1995, 2001]) expect(table).toMatch(new RegExp(`<td>\\s*${year}`));
  for (const text of [page, renderPicture(widget, { width: 900 })!, describeWidget(widget)])
    expect(text).not.toMatch(/\d\.?\d*K\b/);
  const labels = renderPicture(widget, { width: 900 })!.match(/(?<=text-anchor="middle">)\d{4}(?=<)/g);
  expect(labels).toEqual(['1990', '1992', '1994', '1996', '1998', '2000', '2002']);
});

it('tells measures of one name apart by their units', () => {
  const [x, y] = ['percent', 'USD'].map((unit) => ({ name: 'Sales', unit }));
  const widget: Widget = {
    kind: 'scatter-chart',
    data: { ...scatterCharts.own, name: undefined, x: x!, y: y! },
  };
  const page = renderPage(widget);
  const [upwards, across] = ['Sales (US dollars)', 'Sales (percent)'];
  for (const text of [
    `${upwards} and ${across}`,
    `${upwards}: $`,
    `${across}: 900%`,
    `>${across}<`,
    `>${upwards}<`,
  ])
    expect(page).toContain(text);
  expect(describeWidget(widget)).toContain(`${upwards} and ${across}: `);
  expect(renderPicture(widget, { width: 900 })).toContain(`>${upwards} and ${across}<`);
});

it('counts the dots that are not drawn after the names that are left out', () => {
  const [first] = scatterCharts.usual.dots;
  const dots = Array.from({ length: 210 }, () => first!);
  const many = (leftOut: string[]) =>
    renderPage({ kind: 'scatter-chart', data: { ...scatterCharts.usual, dots, leftOut } });
  expect(many(['Q'])).toContain('Not shown: Q, and 10 more.');
  expect(many(Array.from({ length: 21 }, (_, i) => `Q${i}`))).toContain('Q19, and 11 more.');
});

it('leaves out what is later than a pinned day, and names it', () => {
  const { data } = pinWidget(widgetOf('usual'), '2024-12-31') as Extract<Widget, { kind: 'scatter-chart' }>;
  expect(data.dots).toEqual([]);
  expect(data.leftOut).toContain('Bolt');
});

it('leaves out a figure without a day from what is pinned, and keeps values of names', () => {
  const labelsOf = (widget: Widget) =>
    (pinWidget(widget, '2099-12-31') as typeof widget & { kind: 'scatter-chart' }).data.dots.map(
      ({ label }) => label,
    );
  const { usual } = scatterCharts;
  const [first, ...others] = usual.dots;
  const dots = [{ ...first!, x: { ...first!.x, date: null } }, ...others];
  expect(labelsOf({ kind: 'scatter-chart', data: { ...usual, dots } })).toEqual(
    others.map(({ label }) => label),
  );
  expect(labelsOf(widgetOf('own'))).toEqual(['North America', 'Europe', 'Asia']);
});
