import { describe, expect, it } from '@jest/globals';
import { readMarks } from './marks.ts';
import { readOptions, writeOptions } from './options.ts';
import { renderPicture } from '../embed/picture.ts';
import { renderPage } from '../embed/render.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { drawPage } from '../testing/page.ts';
import { datasetCharts } from '../testing/samples.ts';
import { drawWidget } from '../widgets/index.ts';

const marks = '2019-06-30 Tender offer; 2020-03-01 to 2021-06-30 Pandemic: all plants closed';

describe('notes in a plot', () => {
  it('are days or ranges with texts', () => {
    expect(readMarks(marks)).toEqual([
      { date: '2019-06-30', label: 'Tender offer' },
      { date: '2020-03-01', until: '2021-06-30', label: 'Pandemic: all plants closed' },
    ]);
    for (const text of [
      '',
      '2019-06-30',
      '2019-02-30 A',
      '2020-01-01 to 2019-01-01 A',
      'A 2019-06-30',
      '2019-06-30 A;',
      '2020-03-01 to 2021-06-30',
      '2020-03-01 to 2021-06-30Pandemic',
    ])
      expect([text, readMarks(text)]).toEqual([text, undefined]);
    expect(readMarks('2020-03-01 to 2021-06-30 To market')).toEqual([
      { date: '2020-03-01', until: '2021-06-30', label: 'To market' },
    ]);
    expect(readMarks('2020-03-01 to market')).toEqual([{ date: '2020-03-01', label: 'to market' }]);
    expect(readMarks(Array.from({ length: 9 }, () => '2019-06-30 A').join(';'))).toBeUndefined();
  });

  it('are as long as an address allows', () => {
    const label = 'W'.repeat(500);
    expect(readMarks(`2019-06-30 ${label}`)).toEqual([{ date: '2019-06-30', label }]);
  });

  it('are part of an address, which has no others', () => {
    expect(readOptions(writeOptions({ marks }))).toEqual({ marks });
    expect(() => writeOptions({ marks: 'no day' })).toThrow(/cannot have marks/);
  });

  it.each(['companies', 'column', 'stacked', 'areas', 'highlighted'] as const)(
    'are numbered in the plot, shaded if they have a range, and in words below: %s',
    (name) => {
      const widget = drawWidget({ kind: 'dataset-chart', data: datasetCharts[name] }, { marks });
      const plain = drawWidget({ kind: 'dataset-chart', data: datasetCharts[name] }, {});
      for (const draw of [renderPage, (one: typeof widget) => renderPicture(one, { width: 800 })!]) {
        const [noted, bare] = [draw(widget), draw(plain)];
        expect(noted).toContain('Jun 30, 2019: Tender offer');
        expect(noted).toMatch(/Mar 1, 2020 to Jun 30, 2021: Pandemic/);
        const shades = (text: string) => text.match(/<rect class="forecast range"/g)?.length ?? 0;
        expect([shades(noted), shades(bare)]).toEqual([1, 0]);
      }
    },
  );

  it('stay if their range reaches the first day of the chart', () => {
    const from = '2020-06-01';
    const { data } = drawWidget({ kind: 'dataset-chart', data: datasetCharts.column }, { marks, from });
    const labels = 'series' in data && data.series[0]!.annotations.map(({ label }) => label);
    expect(labels).toContain('Pandemic: all plants closed');
    expect(labels).not.toContain('Tender offer');
  });

  it.each(['light', 'dark'] as const)('shade the page in the %s', async (theme) => {
    const widget = drawWidget({ kind: 'dataset-chart', data: datasetCharts.companies }, { marks });
    await drawPage(await sharedBrowser(), widget, { look: { theme } }, async (page) => {
      // A screenshot has this size, whatever size the page was given otherwise.
      await page.setViewportSize({ width: 800, height: 700 });
      const range = (await page.locator('rect.range').boundingBox())!;
      const colourAt = async (x: number) => {
        const clip = { x, y: range.y + 3, width: 2, height: 2 };
        return (await page.screenshot({ clip })).toString('base64');
      };
      const inside = await colourAt(range.x + range.width / 2);
      expect(inside).not.toBe(await colourAt(range.x - 6));
    });
  });

  it('shade only what is in the plot', () => {
    const outside = '1990-01-01 to 1991-01-01 Before';
    const widget = drawWidget({ kind: 'dataset-chart', data: datasetCharts.column }, { marks: outside });
    expect(renderPicture(widget, { width: 800 })).not.toContain('<rect class="forecast range"');
    const wide = '1990-01-01 to 2090-01-01 All of it';
    const whole = drawWidget({ kind: 'dataset-chart', data: datasetCharts.line }, { marks: wide });
    expect(renderPage(whole)).toContain('<rect class="forecast range" x="0%" width="100%"');
  });
});
