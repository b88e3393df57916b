import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linear, logAxis, logScale, valueAxis } from './scale.ts';
import { timeDomain, timeTicks, type Room } from './time.ts';
import { fonts, widthOf } from '../text/width.ts';

const DAY = 86_400_000;

describe('the value axis', () => {
  it('starts at zero and ends on a round number', () => {
    expect(valueAxis([91.5e9, 20e9])).toEqual({
      domain: [0, 100e9],
      ticks: [0, 20e9, 40e9, 60e9, 80e9, 100e9],
    });
    expect(valueAxis([-5e8, 2e9]).domain).toEqual([-5e8, 2e9]);
    expect(valueAxis([-3]).domain).toEqual([-3, 0]);
    expect(valueAxis([0, 0])).toEqual({ domain: [0, 1], ticks: [0] });
  });
  it('contains every value and zero, with few ticks', () => {
    const value = fc
      .double({ min: -1e18, max: 1e18, noNaN: true })
      .map((x) => (Math.abs(x) < 1e-200 ? 0 : x));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const { domain, ticks } = valueAxis(values);
        expect(domain[0]).toBeLessThanOrEqual(Math.min(0, ...values));
        expect(domain[1]).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThan(8);
      }),
    );
  });
  it('has few labels, and no empty step for a little below zero', () => {
    expect(valueAxis([32]).ticks).toEqual([0, 10, 20, 30, 40]);
    expect(valueAxis([-5e7, 1.3e9])).toEqual({ domain: [-1e8, 1.5e9], ticks: [0, 5e8, 1e9, 1.5e9] });
  });
  it('of a logarithmic scale ends on 1, 2 or 5 times a power of ten, with few ticks', () => {
    expect(logAxis([3e7, 4e9])).toEqual({ domain: [2e7, 5e9], ticks: [2e7, 1e8, 1e9, 5e9] });
    expect(logAxis([5e7, 3.8e11]).domain).toEqual([1e7, 5e11]);
    expect(logAxis([120, 480]).ticks).toEqual([100, 200, 500]);
    expect(logAxis([5])).toEqual({ domain: [5, 50], ticks: [5, 10, 20, 50] });
    const value = fc.double({ min: 1e-6, max: 1e15, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const { domain, ticks } = logAxis(values);
        const scale = logScale(domain);
        for (const one of values) {
          expect(scale(one)).toBeGreaterThanOrEqual(-1e-6);
          expect(scale(one)).toBeLessThanOrEqual(100 + 1e-6);
        }
        expect(ticks[0]).toBeCloseTo(domain[0], 8);
        expect(ticks.length).toBeLessThan(9);
      }),
    );
  });
  it('maps the ends of a domain to the ends of the range, and a domain without extent to its middle', () => {
    const scale = linear([0, 50], [100, 0]);
    expect([scale(0), scale(50), scale(25)]).toEqual([100, 0, 50]);
    expect(linear([3, 3], [0, 100])(3)).toBe(50);
  });
});

describe('the time axis', () => {
  const room = (width: number): Room => ({ width, left: 36, right: 20, gap: 22 });
  const texts = (from: string, to: string, width: number) =>
    timeTicks([Date.parse(from), Date.parse(to)], room(width)).map((tick) => tick.text);

  it('uses the finest calendar step that fits', () => {
    expect(texts('2011-03-28', '2025-02-27', 200)).toEqual(['2012', '2016', '2020', '2024']);
    expect(texts('2011-03-28', '2025-02-27', 500)).toEqual([
      '2012',
      '2014',
      '2016',
      '2018',
      '2020',
      '2022',
      '2024',
    ]);
    expect(texts('2024-01-15', '2024-12-15', 400)).toEqual(['Apr 2024', 'Jul 2024', 'Oct 2024']);
    expect(texts('2024-06-01', '2024-06-05', 300)).toEqual(['Jun 2, 2024', 'Jun 4, 2024']);
  });
  it('names the first and the last day where no step has room for two labels', () => {
    expect(texts('2024-07-15', '2025-02-27', 170)).toEqual(['Jul 2024', 'Feb 2025']);
  });
  it('centres a single moment in a year', () => {
    const [from, to] = timeDomain([1e12]);
    expect([(from + to) / 2, (to - from) / DAY]).toEqual([1e12, 366]);
  });
  it('never overlaps or cuts off labels', () => {
    const span = fc.tuple(
      fc.integer({ min: -700_000, max: 2_900_000 }),
      fc.integer({ min: 1, max: 500_000 }),
    );
    fc.assert(
      fc.property(span, fc.integer({ min: 180, max: 1600 }), ([start, days], width) => {
        const ticks = timeTicks([start * DAY, Math.min(start + days, 2_932_896) * DAY], room(width));
        const extents = ticks.map(({ at, text, anchor }) => {
          const length = widthOf(text, fonts.label);
          const left = (at / 100) * width - length * { start: 0, middle: 0.5, end: 1 }[anchor];
          return [left, left + length] as const;
        });
        extents.forEach(([left, right], i) => {
          expect(left).toBeGreaterThanOrEqual(-36);
          expect(right).toBeLessThanOrEqual(width + 20.001);
          if (i > 0) expect(left - extents[i - 1]![1]).toBeGreaterThanOrEqual(22);
        });
      }),
    );
  });
});
