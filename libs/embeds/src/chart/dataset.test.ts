import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { palette } from './palette.ts';
import { alternativeText, renderPicture } from '../embed/picture.ts';
import { renderPage } from '../embed/render.ts';
import { datasetCharts } from '../testing/samples.ts';
import { contrast, seriesColours } from './colour.ts';
import { columnsOf } from './columns.ts';
import { drawDatasets } from '../widgets/dataset-chart/data.ts';
import { datasetView } from './dataset.ts';
import { timeOf } from './format.ts';
import { frameOf } from './frame.ts';
import { crosses, placeable, placeableInTurn } from './labels.ts';
import { notesOf } from './notes.ts';
import { dateName, periodOf, periodText, placesOf } from './periods.ts';
import { valueAxis } from './scale.ts';
import { bandTicks } from './time.ts';

describe('the colours of series', () => {
  it('are readable on both backgrounds, whatever the request', () => {
    expect(contrast('#000', '#ffffff')).toBe(21);
    expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2);
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(fc.option(hex), fc.nat(20), (wish, index) => {
        const [light, dark] = seriesColours(index, wish);
        expect(contrast(light, palette.paper[0])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(dark, palette.paper[1])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
  it('keep a readable requested colour in every notation', () => {
    expect(seriesColours(0, '#1b5e9e')[0]).toBe('#1b5e9e');
    expect(seriesColours(0, '#000')[0]).toBe('#000000');
    expect(seriesColours(0, '#FFFFFF80')[1]).toBe('#ffffff');
  });
  it.each(['red', '#12', 'url(#x)', '#12345g', 'rgb(0,0,0)', ''])(
    'ignore %j, which is not a hex colour',
    (wish) => expect(seriesColours(3, wish)).toEqual(seriesColours(3, null)),
  );
});

describe('the layout of a dataset chart', () => {
  it('cuts a line at its gaps', () => {
    const [whole, cut] = datasetView(datasetCharts.line)!.lanes;
    expect(whole!.stretches.map((marks) => marks.length)).toEqual([9]);
    expect(cut!.stretches.map((marks) => marks.length)).toEqual([2, 5]);
  });
  it('cuts a line where a period of its dataset is missing, as columns leave its place empty', () => {
    const [line] = datasetCharts.line.series;
    const without = (...years: number[]) => ({
      ...line!,
      points: line!.points.filter(({ date }) => !years.includes(Number(date.slice(0, 4)))),
    });
    const lengths = (series: typeof line) =>
      datasetView({ ...datasetCharts.line, series: [series!] })!.lanes[0]!.stretches.map(
        (marks) => marks.length,
      );
    expect(lengths(without(2018, 2019))).toEqual([2, 5]);
    // Every second year is a period of its own; and where most are missing, to miss one is the rule.
    expect(lengths(without(2017, 2019, 2021, 2023))).toEqual([5]);
    expect(lengths(without(2017, 2018, 2020, 2021, 2022, 2023))).toEqual([3]);
  });
  it('begins the axis of lines near their least value on request, never that of columns and areas', () => {
    const { baseline } = datasetCharts;
    const domainOf = (view: 'line' | 'column' | 'area') =>
      datasetView({ ...baseline, view })!.frame.values.domain;
    expect(domainOf('line')).toEqual([88, 96]);
    for (const view of ['column', 'area'] as const) expect(domainOf(view)[0]).toBe(0);
    const [one] = baseline.series;
    const flat = { ...baseline, series: [{ ...one!, points: one!.points.slice(0, 1) }] };
    expect(datasetView(flat)!.frame.values.domain[0]).toBe(0);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 2 }), (values) => {
        const { domain, ticks } = valueAxis(values, true);
        expect(domain[0]).toBeLessThanOrEqual(Math.min(...values));
        expect(domain[1]).toBeGreaterThanOrEqual(Math.max(...values));
        expect(ticks.length).toBeGreaterThan(0);
      }),
    );
  });
  it('begins the axis at zero, and says so, if values are equal or the labels near the least one would be', () => {
    const valued = (unit: string, ...values: number[]) => {
      const [one] = datasetCharts.baseline.series;
      const points = values.map((value, i) => ({ ...one!.points[i]!, value, estimate: false }));
      return { ...datasetCharts.baseline, baseline: undefined, unit, series: [{ ...one!, points }] };
    };
    const baselineOf = (data: typeof datasetCharts.baseline) =>
      drawDatasets(data, { baseline: 'data' }).baseline;
    expect(baselineOf(valued('percent', 88, 96))).toBe('data');
    expect(baselineOf(valued('percent', 88))).toBe('data');
    const alike = [
      valued('USD', 85.1e9, 85.12e9),
      valued('percent', 99.9, 99.904),
      valued('users', 1_000_000, 1_000_040),
      valued('percent', 5, 5),
    ];
    expect(alike.map(baselineOf)).toEqual(alike.map(() => 'zero'));
    const words = 'The axis includes zero, because the values hardly differ';
    for (const one of alike) {
      const widget = { kind: 'dataset-chart', data: drawDatasets(one, { baseline: 'data' }) } as const;
      for (const text of [renderPage(widget), renderPicture(widget, { width: 1200 })!])
        expect(text).toContain(words);
    }
    expect(renderPage({ kind: 'dataset-chart', data: alike[0]! })).not.toContain(words);
  });
  it('says that its axis does not begin at zero, in the subtitle, the description and the picture', () => {
    const widget = { kind: 'dataset-chart', data: datasetCharts.baseline } as const;
    const words = 'The axis does not begin at zero';
    for (const text of [alternativeText(widget), renderPicture(widget, { width: 800 })!])
      expect(text).toContain(words);
    expect(renderPage(widget)).toContain(`In percent. ${words} </p>`);
    expect(alternativeText(widget, { locale: 'de' })).toContain('Die Achse beginnt nicht bei null.');
    const columns = { ...widget, data: { ...widget.data, view: 'column' as const } };
    expect(renderPage(columns)).not.toContain(words);
  });
  it('is undefined without any value', () => expect(datasetView(datasetCharts.none)).toBeUndefined());
  it('puts columns side by side around the place of their day, within the plot', () => {
    const { lanes, frame, columns, dates } = datasetView(datasetCharts.columns)!;
    const spans = lanes.flatMap((lane) => {
      const { offset, width } = columnsOf(lane, lanes.length, columns!);
      return dates.map(
        (date) => [frame.x(timeOf(date)) + offset, frame.x(timeOf(date)) + offset + width] as const,
      );
    });
    spans.sort((a, b) => a[0] - b[0]);
    expect(spans[0]![0]).toBeGreaterThanOrEqual(0);
    expect(spans.at(-1)![1]).toBeLessThanOrEqual(100);
    spans.slice(1).forEach(([left], i) => expect(left).toBeGreaterThanOrEqual(spans[i]![1] - 1e-9));
  });
});

describe('periods', () => {
  const times = (...dates: string[]) => dates.map(timeOf);
  const room = { width: 600, left: 36, right: 20, gap: 22 };

  it('are whole years, quarters or months when every point is the last day of one', () => {
    expect(periodOf(times('2022-12-31', '2023-12-31'))).toBe('year');
    expect(periodOf(times('2023-12-31'))).toBe('year');
    expect(periodOf(times('2023-06-30', '2023-09-30', '2023-12-31', '2024-03-31'))).toBe('quarter');
    // The last one may be a year.
    const unclear = times('2023-06-30', '2023-09-30', '2023-12-31', '2024-12-31');
    expect(periodOf(unclear)).toBe('moment');
    expect(periodOf(unclear, 'quarter')).toBe('quarter');
    expect(periodOf(times('2023-12-31'), 'quarter')).toBe('quarter');
    const quarterly = times('2023-12-31', '2024-03-31');
    expect((['quarter', 'month', 'year'] as const).map((declared) => periodOf(quarterly, declared))).toEqual([
      'quarter',
      'month',
      'month',
    ]);
    expect(periodOf(times('2023-12-31'), 'month')).toBe('month');
    expect(periodOf(times('2023-06-30', '2023-12-31'))).toBe('month');
    expect(periodOf(times('2023-09-30', '2023-12-31', '2024-02-29'))).toBe('month');
    expect(periodOf(times('2023-09-30', '2023-12-30'))).toBe('moment');
  });
  it('have one name everywhere', () => {
    const names = (['year', 'quarter', 'month', 'moment'] as const).map((period) =>
      dateName('2023-12-31', period),
    );
    expect(names).toEqual(['2023', 'Q4 2023', 'Dec 2023', 'Dec 31, 2023']);
    expect(dateName('2024-03-31', 'quarter')).toBe('Q1 2024');
  });
  it('are named where their values stand: the year 2022 on its last day', () => {
    const days = times('2020-12-31', '2021-12-31', '2022-12-31', '2023-12-31', '2024-12-31');
    const ticks = frameOf(
      days.map((_, i) => ({ date: `${2020 + i}-12-31`, value: 1, estimate: false })),
    ).labels(room);
    expect(ticks.map(({ text }) => text)).toEqual(['2020', '2021', '2022', '2023', '2024']);
    expect(ticks.map(({ at }) => Math.round(at))).toEqual([0, 25, 50, 75, 100]);
    const months = times('2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31');
    expect(bandTicks(months, (i) => (i / 3) * 100, room, 'quarter').map(({ text }) => text)).toEqual([
      'Q1 2024',
      'Q2 2024',
      'Q3 2024',
      'Q4 2024',
    ]);
  });
  it('name their first and their last one at every width', () => {
    const count = fc.integer({ min: 2, max: 120 });
    const step = fc.constantFrom(1, 3, 12);
    fc.assert(
      fc.property(count, step, fc.integer({ min: 180, max: 1600 }), (n, months, width) => {
        const days = Array.from({ length: n }, (_, i) => Date.UTC(2000, 3 + i * months, 0));
        const ticks = bandTicks(days, (i) => ((i + 0.5) / n) * 100, { ...room, width }, periodOf(days));
        const ends = [days[0]!, days.at(-1)!].map((time) => periodText(time, periodOf(days)));
        expect([ticks[0]!.text, ticks.at(-1)!.text]).toEqual(ends);
        ticks.slice(1).forEach((tick, i) => expect(tick.at).toBeGreaterThan(ticks[i]!.at));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the places of columns', () => {
  const days = (...dates: string[]) =>
    placesOf(dates.map(timeOf)).map((time) => new Date(time).toISOString().slice(0, 10));

  it.each([
    [
      'years',
      ['2016-12-31', '2017-12-31', '2020-12-31'],
      ['2016-12-31', '2017-12-31', '2018-12-31', '2019-12-31', '2020-12-31'],
    ],
    [
      'fiscal years',
      ['2021-06-30', '2023-06-30', '2024-06-30'],
      ['2021-06-30', '2022-06-30', '2023-06-30', '2024-06-30'],
    ],
    [
      'quarters',
      ['2023-12-31', '2024-03-31', '2024-09-30'],
      ['2023-12-31', '2024-03-31', '2024-06-30', '2024-09-30'],
    ],
    [
      'months',
      ['2024-01-31', '2024-02-29', '2024-04-30'],
      ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30'],
    ],
    [
      'first days',
      ['2024-01-01', '2024-02-01', '2024-04-01'],
      ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'],
    ],
    [
      'years, none beside another',
      ['2010-12-31', '2013-12-31', '2015-12-31'],
      ['2010', '2011', '2012', '2013', '2014', '2015'].map((year) => `${year}-12-31`),
    ],
  ])('include missing periods: %s', (_, given, places) => expect(days(...given)).toEqual(places));

  it.each([
    ['one day', ['2024-12-31']],
    ['days without a period', ['2012-05-20', '2014-02-11', '2016-09-01']],
    [
      'years, and the months of the last one so far',
      ['2022-12-31', '2023-12-31', '2024-12-31', '2025-09-30'],
    ],
    ['more than there is room for', ['1024-12-31', '1025-12-31', '2024-12-31']],
    ['two days of a month', ['2024-01-01', '2024-01-15', '2024-03-01']],
  ])('are only the days with values if these are irregular: %s', (_, given) =>
    expect(days(...given)).toEqual(given),
  );

  it('hold every day that has a value, in order, each once', () => {
    const day = fc.integer({ min: -20_000, max: 40_000 }).map((n) => n * 86_400_000);
    const month = fc.integer({ min: 0, max: 3000 }).map((n) => Date.UTC(1900, n + 1, 0));
    const times = fc.oneof(
      fc.uniqueArray(day, { minLength: 1, maxLength: 40 }),
      fc.uniqueArray(month, { minLength: 1, maxLength: 40 }),
    );
    fc.assert(
      fc.property(times, (given) => {
        const sorted = given.toSorted((a, b) => a - b);
        const places = placesOf(sorted);
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect(sorted.filter((time) => !places.includes(time))).toEqual([]);
      }),
    );
  });

  it('are named at the turn of the year, or at steps that part it evenly', () => {
    const months = (size: number, count: number, from: number) =>
      Array.from({ length: count }, (_, i) => Date.UTC(2022, from + i * size, 0));
    const room = { left: 36, right: 20, gap: 22 };
    const names = (times: number[], width: number) =>
      bandTicks(times, (i) => ((i + 0.5) / times.length) * 100, { ...room, width }, periodOf(times)).map(
        ({ text }) => text,
      );
    expect(names(months(3, 14, 3), 600)).toEqual([
      'Q1 2022',
      'Q4 2022',
      'Q2 2023',
      'Q4 2023',
      'Q2 2024',
      'Q4 2024',
      'Q2 2025',
    ]);
    expect(names(months(1, 40, 6), 400)).toEqual(['Jun 2022', 'Dec 2023', 'Sep 2025']);
  });

  it('are named by their year only where each is a whole one', () => {
    const wide = { width: 900, left: 36, right: 20, gap: 22 };
    const names = (...dates: string[]) =>
      bandTicks(dates.map(timeOf), (i) => (i / 3) * 100, wide).map(({ text }) => text);
    expect(names('2022-12-31', '2023-12-31', '2024-12-31')).toEqual(['2022', '2023', '2024']);
    expect(names('2022-12-31', '2023-12-31', '2024-09-30')).toEqual(['Dec 2022', 'Dec 2023', 'Sep 2024']);
  });
});

describe('notes', () => {
  const told = (name: 'beyond' | 'gaps') => notesOf(datasetView(datasetCharts[name])!);

  it('are numbered from left to right, and none is lost', () =>
    expect(told('beyond').map(({ number, date, beyond }) => [number, date, beyond])).toEqual([
      [1, '1999-04-01', 'before'],
      [2, '2021-06-15', undefined],
      [3, '2022-12-31', undefined],
      [4, '2022-12-31', undefined],
      [5, '2025-02-01', 'after'],
    ]));
  it('are placed at the point of their day, or on the line at their time', () => {
    const [, between, at] = told('beyond');
    const { marks } = datasetView(datasetCharts.beyond)!.lanes[0]!;
    const [before, after] = ['2020-12-31', '2021-12-31'].map((date) =>
      marks.find(({ point }) => point.date === date)!,
    ) as [(typeof marks)[0], (typeof marks)[0]];
    expect(at).toMatchObject({ mark: marks.find(({ point }) => point.date === '2022-12-31') });
    expect(between!.mark).toBeUndefined();
    const share =
      (timeOf('2021-06-15') - timeOf('2020-12-31')) / (timeOf('2021-12-31') - timeOf('2020-12-31'));
    expect(between!.x).toBeCloseTo(before.x + (after.x - before.x) * share, 6);
    expect(between!.y).toBeCloseTo(before.y + (after.y - before.y) * share, 6);
  });
  it('of days outside the data are placed at the ends', () => {
    expect([told('beyond')[0]!.x, told('beyond')[4]!.x]).toEqual([0, 100]);
    const { frame, lanes } = datasetView(datasetCharts.gaps)!;
    const [first, within, last] = told('gaps');
    expect(first!.x).toBe(lanes[0]!.marks[0]!.x);
    expect(within!.x).toBe(frame.x(timeOf('2018-12-31')));
    expect(last!.x).toBe(lanes[0]!.marks.at(-1)!.x);
  });
});

describe('the labels of columns', () => {
  /** Returns which of the columns, counted from the newest, have labels if those in `first` have priority. */
  const placedOf = (width: number, first: number[], count = 12) => {
    const labels = Array.from({ length: count }, (_, i) => ({
      ...{ x: ((i + 0.5) / count) * 100, y: 50, dx: 0, length: 40, sides: [-15], lane: 0 },
      ...{ newerValues: count - 1 - i, hasPriority: first.includes(count - 1 - i) },
    })).sort((a, b) => Number(b.hasPriority) - Number(a.hasPriority));
    const places = placeableInTurn(labels, { width, height: 200 }, {});
    return [...places.keys()].map((i) => labels[i]!.newerValues).sort((a, b) => a - b);
  };
  it.each([
    [600, [0], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    [400, [0], [0, 2, 4, 6, 8, 10]],
    [200, [0], [0, 4, 8]],
    [110, [0], [0, 8]],
    // The highest has its label, and stands for its neighbours, which have no room.
    [400, [0, 5], [0, 2, 5, 8, 10]],
  ])('are all, every second or every fourth, on %i pixels', (width, first, shown) =>
    expect(placedOf(width, first)).toEqual(shown),
  );
});

describe('labels', () => {
  const label = (x: number, y: number, lane = 0) => ({ x, y, dx: 0, length: 40, sides: [-15, 15], lane });
  const narrow = { width: 400, height: 200 };
  const places = (...given: Parameters<typeof placeable>) =>
    [...placeable(...given)].map(([i, { dy }]) => [i, dy] as const);

  it('stand above their mark, below where there is one already, and give way where there are two', () => {
    const labels = [label(50, 50), label(52, 50), label(51, 50), label(90, 50)];
    expect(places(labels, narrow)).toEqual([
      [0, -15],
      [1, 15],
      [3, -15],
    ]);
    expect(places(labels, { width: 8000, height: 200 }).map(([i]) => i)).toEqual([0, 1, 2, 3]);
  });
  it('keep off the lines and the columns of others', () => {
    const line = { lane: 1, from: { x: 0, y: 42 }, to: { x: 100, y: 42 } };
    expect(places([label(50, 50)], narrow, { obstacles: [line] })).toEqual([[0, 15]]);
    const both = [line, { lane: 2, box: { left: 54, right: 60, top: 20, bottom: 100 } }];
    expect(places([label(50, 50)], narrow, { obstacles: both })).toEqual([]);
    expect(places([label(50, 50)], narrow, { obstacles: both, needed: 1 })).toHaveLength(1);
  });
  it('avoid their own line', () => {
    const own = { lane: 0, from: { x: 50, y: 50 }, to: { x: 60, y: 0 } };
    expect(places([label(50, 50)], narrow, { obstacles: [own] })).toEqual([[0, 15]]);
    const valley = [own, { lane: 0, from: { x: 50, y: 50 }, to: { x: 60, y: 100 } }];
    expect(places([label(50, 50)], narrow, { obstacles: valley })).toEqual([]);
    const aside = { ...label(50, 50), shifts: [-18] };
    expect([...placeable([aside], narrow, { obstacles: valley })]).toEqual([[0, { dx: -18, dy: -15 }]]);
  });
  it('stay within the plot', () => {
    expect(places([label(50, 99)], narrow)).toEqual([[0, -15]]);
    // Above it, there is room for one text.
    expect(places([label(50, 0)], narrow)).toEqual([[0, -15]]);
    expect(places([{ ...label(50, 0), sides: [-18, 15] }], narrow)).toEqual([[0, 15]]);
  });
  it('that are clear of lines are so on every larger plot', () => {
    const spot = fc.record({ x: fc.integer({ min: 0, max: 100 }), y: fc.integer({ min: 0, max: 100 }) });
    const grown = fc.integer({ min: 100, max: 500 }).map((percent) => percent / 100);
    fc.assert(
      fc.property(spot, spot, spot, grown, grown, (at, from, to, wider, higher) => {
        const one = label(at.x, at.y);
        const obstacles = [{ lane: 1, from, to }];
        const [place] = places([one], narrow, { obstacles });
        if (!place) return;
        const only = { ...one, sides: [place[1]] };
        const larger = { width: narrow.width * wider, height: narrow.height * higher };
        // A line through mark and text at once is the one that may come nearer.
        const through = crosses(scaled(from, narrow), scaled(to, narrow), reachOf(one, place[1]));
        if (!through) expect(places([only], larger, { obstacles })).toHaveLength(1);
      }),
      { numRuns: 2000 },
    );
  });
  const scaled = ({ x, y }: { x: number; y: number }, { width, height }: typeof narrow) => ({
    x: (x / 100) * width,
    y: (y / 100) * height,
  });
  const reachOf = (one: ReturnType<typeof label>, dy: number) => {
    const { x, y } = scaled(one, narrow);
    const [near, far] = [y, y + dy + Math.sign(dy) * 8];
    return { left: x - 20, right: x + 20, top: Math.min(near, far), bottom: Math.max(near, far) };
  };
});
