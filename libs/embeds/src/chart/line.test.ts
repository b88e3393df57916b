import { describe, expect, it } from '@jest/globals';
import { drawable, frameOf, marksOf, type Mark } from './frame.ts';
import { dotted, lineView, runsOf } from './line.ts';

const point = (date: string, value: number, estimate = false) => ({ date, value, estimate, source: null });
const marks = (...points: ReturnType<typeof point>[]): Mark[] => marksOf(points, frameOf(points));

describe('the points of a chart', () => {
  it('are ordered by time, without those that cannot be drawn', () => {
    const points = [
      point('2024-01-01', 1),
      point('2020-01-01', 2),
      point('x', 3),
      point('2022-01-01', Number.NaN),
    ];
    expect(drawable(points).map((p) => p.value)).toEqual([2, 1]);
  });
  it('are placed in percent of the plot, from the left and from the top', () => {
    const [a, b, c] = marks(point('2020-01-01', 0), point('2020-01-02', 5), point('2020-01-03', 10));
    expect([a!.x, a!.y, b!.x, b!.y, c!.x, c!.y]).toEqual([0, 100, 50, 50, 100, 0]);
  });
});

describe('the line', () => {
  it('is an estimate wherever one of its ends is', () => {
    const runs = runsOf(
      marks(
        point('2020-01-01', 1),
        point('2021-01-01', 2),
        point('2022-01-01', 3, true),
        point('2023-01-01', 4),
      ),
    );
    expect(runs.map((run) => [run.estimate, run.marks.map((mark) => mark.point.value)])).toEqual([
      [false, [1, 2]],
      [true, [2, 3, 4]],
    ]);
    expect(runsOf(marks(point('2020-01-01', 1)))).toEqual([]);
  });
});

describe('the path of a line', () => {
  const many = marks(
    ...Array.from({ length: 500 }, (_, i) =>
      point(new Date(Date.UTC(2010, 0, 1 + i * 7)).toISOString().slice(0, 10), 50 + 40 * Math.sin(i / 9)),
    ),
  );

  it.each(['step', undefined] as const)('is within a hundredth of a percent of each mark (%s)', (path) => {
    const [, d] = /d="([^"]*)"/.exec(lineView(many, { path }).text)!;
    let [x, y] = [0, 0];
    const spots: number[][] = [];
    for (const [, command, numbers] of d!.matchAll(/([Mlhv])([^A-Za-z]*)/g)) {
      const [first = 0, second = 0] = numbers!.split(',').map(Number);
      if (command === 'M') [x, y] = [first, second];
      else [x, y] = command === 'v' ? [x, y + first] : [x + first, y + second];
      // A step has a level and a rise for each mark.
      if (command !== 'h') spots.push([x, y]);
    }
    expect(spots).toHaveLength(many.length);
    many.forEach((mark, i) => {
      expect(Math.abs(spots[i]![0]! - mark.x)).toBeLessThan(0.01);
      expect(Math.abs(spots[i]![1]! - mark.y)).toBeLessThan(0.01);
    });
  });
});

describe('the markers', () => {
  const days = (count: number, estimate: (i: number) => boolean = () => false) =>
    Array.from({ length: count }, (_, i) =>
      point(new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10), 5, estimate(i)),
    );
  it('are omitted where they would hide the line', () => {
    expect(dotted(marks(...days(20)))).toHaveLength(20);
    const shown = dotted(marks(point('2010-01-01', 5), ...days(20)));
    expect(shown.map(({ x }) => Math.round(x))).toEqual([0, 100]);
  });
  it('of estimates are drawn as far as there is room', () => {
    const shown = dotted(marks(...days(300, (i) => i % 7 === 6))).filter((mark) => mark.point.estimate);
    expect(shown.length).toBeGreaterThan(15);
    shown.slice(1).forEach((mark, i) => expect((mark.x - shown[i]!.x) * 3).toBeGreaterThanOrEqual(9));
  });
});
