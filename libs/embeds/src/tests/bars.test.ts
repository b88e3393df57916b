import { describe, expect, it } from '@jest/globals';
import { describeWidget, renderPicture } from '../embed/picture.ts';
import { renderPage, widgetCsv } from '../embed/render.ts';
import { barCharts } from '../testing/samples.ts';
import { barColours, barScale, type Bar, type BarChartData } from '../widgets/bar-chart/data.ts';
import type { Widget } from '../widgets/index.ts';

const barOf = (more: Partial<Bar>): Bar => ({ label: 'A', date: null, values: [1], source: null, ...more });
const widgetOf = (data: Partial<BarChartData>): Widget => ({
  kind: 'bar-chart',
  data: { ...barCharts.none, asOf: '2025-12-31', ...data },
});
const picture = (widget: Widget, width = 800) => renderPicture(widget, { width })!;
/** Returns the rectangles of bars and keys, without that of the paper. */
const rects = (text: string) => text.match(/<rect (?!class="paper")[^>]*>/g) ?? [];

describe('bars', () => {
  it('mark estimates in words, in the drawing, in the description and in the CSV', () => {
    const bars = [
      barOf({ label: 'Made', values: [4e6], estimates: [true] }),
      barOf({ label: 'Told', values: [2e6] }),
    ];
    const widget = widgetOf({ unit: 'USD', bars });
    for (const text of [renderPage(widget), picture(widget)]) {
      expect(text).toContain('$4M (est.)');
      expect(text).not.toContain('$2M (est.)');
      expect(text).toContain('Pale, dashed: estimate');
      expect(text.match(/<rect class="[^"]*estimate"/g)).toHaveLength(1);
    }
    expect(describeWidget(widget)).toContain('Made $4M (estimate); Told $2M.');
    expect(widgetCsv(widget)).toContain('Made,,Robots,4000000,USD,estimate');
    expect(widgetCsv(widget)).toContain('Told,,Robots,2000000,USD,reported');
  });

  it('write years with all of their digits', () => {
    const widget = widgetOf({ unit: '', bars: [1990, 1995].map((year) => barOf({ values: [year] })) });
    for (const text of [renderPage(widget), picture(widget)])
      expect(text.match(/(?<=>)19\d\d(?=<)/g)).toEqual(['1990', '1995']);
  });

  it('name the periods of values, and say that they differ', () => {
    const [year, quarter] = [
      barOf({ date: '2024-12-31', period: 'year' }),
      barOf({ label: 'B', date: '2025-09-30', period: 'quarter' }),
    ];
    const mixed = widgetOf({ bars: [year, quarter] });
    expect(picture(mixed)).toContain('>A, 2024<');
    expect(describeWidget(mixed)).toContain('A 1 (2024); B 1 (Q3 2025).');
    const same = widgetOf({ bars: [year, year] });
    for (const draw of [(one: Widget) => renderPage(one), picture]) {
      expect(draw(mixed)).toContain('Q3 2025');
      expect(draw(mixed)).toContain('Periods of different length');
      expect(draw(same)).not.toContain('Periods of different length');
    }
  });

  it('are a limited number, of which the highlighted one is one; the CSV has all', () => {
    const columns = Array.from({ length: 10 }, (_, i) => `Column ${i}`);
    const bars = Array.from({ length: 2000 }, (_, i) =>
      barOf({ label: `Name ${i}`.padEnd(110, ' long'), values: columns.map(() => i), quiet: i !== 1999 }),
    );
    const widest = widgetOf({ columns, bars });
    const single = widgetOf({
      bars: bars.map(({ label }) => barOf({ label })),
    });
    for (const [widget, rest, values] of [
      [widest, 1976, 20_000],
      [single, 1940, 2000],
    ] as const) {
      for (const width of [200, 800]) {
        const svg = picture(widget, width);
        const height = Number(/height="(\d+)"/.exec(svg)![1]);
        // A PDF has 0.75 points for each pixel, and its pages at most 14,400.
        expect(height * 0.75).toBeLessThan(14_400);
        if (width === 800) expect(height).toBeLessThan(5500);
        expect(svg).toContain(`>and ${rest} more<`);
      }
      const page = renderPage(widget).replace(/^[^]*<\/ul>/, '');
      expect(page).toContain(`and ${rest} more.`);
      expect(page).toContain(`>${values} values in all<`);
      expect(describeWidget(widget)).toContain('; and 1992 more.');
    }
    expect(picture(widest)).toContain('>Name 1999');
    expect(widgetCsv(widest)!.split('\r\n')).toHaveLength(1 + 20_000 + 1);
  });

  it('have a key of as many lines as the names of their columns need', () => {
    const columns = Array.from({ length: 6 }, (_, i) => `A rather long name of column number ${i}`);
    const svg = picture(widgetOf({ columns, bars: [barOf({ values: columns.map(() => 1) })] }), 480);
    const keys = rects(svg).filter((rect) => rect.includes('width="12"'));
    expect(keys).toHaveLength(6);
    for (const key of keys) expect(Number(/ x="([\d.]+)"/.exec(key)![1]) + 18 + 39 * 6.8).toBeLessThan(448);
    expect(new Set(keys.map((key) => / y="(\d+)"/.exec(key)![1])).size).toBe(6);
  });

  it('of zero are not drawn, and small ones are on their side of zero', () => {
    const bars = [0, -0.001, 100, -100].map((value) => barOf({ values: [value] }));
    const scale = barScale(bars);
    expect(scale(0).width).toBe(0);
    expect(scale(-0.001).width).toBe(0.4);
    expect(scale(-0.001).x + scale(-0.001).width).toBe(50);
    expect(scale(0.001).x).toBe(50);
    const widget = widgetOf({ bars });
    expect([rects(picture(widget)).length, rects(renderPage(widget)).length]).toEqual([3, 3]);
  });

  it('keep the colours of their columns beside a highlighted name', () => {
    const [quiet, loud] = [true, false].map((one) => barOf({ values: [1, 2], quiet: one }));
    const colours = [quiet!, loud!].flatMap((bar) => [0, 1].map((i) => barColours(bar, i)));
    for (const shade of [0, 1]) expect(new Set(colours.map((pair) => pair[shade])).size).toBe(4);
  });
});
