import { dateText, type DateUnit } from './format.ts';
import { DAY, monthOf, monthStart, periodText, type Period } from './periods.ts';
import type { Interval } from './scale.ts';
import { fonts, widthOf } from '../text/width.ts';

const MAX_TICKS = 24;
/** The gap in pixels between labels that are centred on their slots. */
const BAND_GAP = 10;

type Step = { unit: DateUnit; size: number };
const steps: Step[] = [
  ...[1, 2, 7, 14].map((size): Step => ({ unit: 'day', size })),
  ...[1, 3, 6].map((size): Step => ({ unit: 'month', size })),
  ...[1, 2, 4, 5, 10, 25, 50, 100, 200, 500, 1000].map((years): Step => ({ unit: 'year', size: years * 12 })),
];

/** Returns the span of the times. A single moment is centred in a year. */
export function timeDomain(times: readonly number[]): Interval {
  const from = Math.min(...times);
  const to = Math.max(...times);
  return from === to ? [from - 183 * DAY, to + 183 * DAY] : [from, to];
}

function timesOf({ unit, size }: Step, [from, to]: Interval): number[] {
  const length = size * DAY * (unit === 'day' ? 1 : 30.4);
  if ((to - from) / length > MAX_TICKS) return [];
  const found: number[] = [];
  if (unit === 'day') {
    for (let time = Math.ceil(from / length) * length; time <= to; time += length) found.push(time);
    return found;
  }
  for (let month = Math.floor(monthOf(from) / size - 1) * size; ; month += size) {
    const time = monthStart(month);
    if (time > to) return found;
    if (time >= from) found.push(time);
  }
}

/** A label at `at` percent of the width. `anchor` is the part of the text at that position. */
export type TimeTick = { at: number; text: string; anchor: 'start' | 'middle' | 'end' };

/** Sizes in pixels: the plot's width, the overhang allowed on each side, and the gap. */
export type Room = { width: number; left: number; right: number; gap: number };

const shift = { start: 0, middle: 0.5, end: 1 };

/** Returns the left and right edges of a label in pixels. */
function extent({ at, text, anchor }: TimeTick, room: Room): Interval {
  const length = widthOf(text, fonts.label);
  const left = (at / 100) * room.width - length * shift[anchor];
  return [left, left + length];
}

function inside(tick: TimeTick, room: Room): boolean {
  const [left, right] = extent(tick, room);
  return left >= -room.left && right <= room.width + room.right;
}

const apart = (ticks: TimeTick[], room: Room) =>
  ticks.every((tick, i) => i === 0 || extent(tick, room)[0] - extent(ticks[i - 1]!, room)[1] >= room.gap);

/** Returns the label of the only time of a chart. */
export const oneTick = (time: number, period: Period): TimeTick => ({
  at: 50,
  text: periodText(time, period),
  anchor: 'middle',
});

/** Returns the label with another anchor if it would leave the room otherwise. */
function pulled(tick: TimeTick, room: Room): TimeTick {
  if (inside(tick, room)) return tick;
  return { ...tick, anchor: tick.at > 50 ? 'end' : 'start' };
}

/**
 * Returns the first and the last label, with those between them that keep off both, or undefined if these touch each
 * other. If even the ends touch, only the last remains.
 */
function withEnds(first: TimeTick, last: TimeTick, between: TimeTick[], room: Room): TimeTick[] | undefined {
  const [start, end] = [pulled(first, room), pulled(last, room)];
  if (!apart([start, end], room)) return [end];
  const free = between.filter((tick) => apart([start, tick], room) && apart([tick, end], room));
  return apart(free, room) ? [start, ...free, end] : undefined;
}

/**
 * Returns the labels of an axis of moments at the finest calendar step at which they do not touch. If fewer than two
 * fit, names the first and the last day.
 */
export function timeTicks(domain: Interval, room: Room): TimeTick[] {
  const [from, to] = domain;
  for (const step of steps) {
    const ticks = timesOf(step, domain)
      .map((time): TimeTick => ({
        at: ((time - from) / (to - from)) * 100,
        text: dateText(time, step.unit),
        anchor: 'middle',
      }))
      .filter((tick) => inside(tick, room));
    if (ticks.length > 1 && apart(ticks, room)) return ticks;
  }
  return ends(domain, room);
}

/** Returns the finest unit of which each of the times needs a name of its own. */
export function bandPeriod(times: readonly number[], period: Period): Period {
  if (period !== 'moment') return period;
  const differ = (unit: DateUnit) => new Set(times.map((time) => dateText(time, unit))).size === times.length;
  // A year is a sufficient label only if all times have the same day of the year.
  const yearly = new Set(times.map((time) => new Date(time).toISOString().slice(5, 10))).size === 1;
  return (['year', 'month'] as const).find((unit) => differ(unit) && (yearly || unit !== 'year')) ?? 'moment';
}

/** Pixels that a label needs at least. It saves trying steps that cannot fit. */
const MIN_LABEL = 40;

/**
 * Returns the labels of an axis of periods, or with a slot per time: the first and the last, and every one between them,
 * every second, and so on. If the times are equally many months apart, the steps divide a year evenly or are whole
 * years, counted from the turn of a year. `place` returns percent of the width.
 */
export function bandTicks(
  times: readonly number[],
  place: (i: number) => number,
  wide: Room,
  period: Period = 'moment',
): TimeTick[] {
  const room = { ...wide, gap: BAND_GAP };
  const unit = bandPeriod(times, period);
  const all = times.map((time, i): TimeTick => ({
    at: place(i),
    text: periodText(time, unit),
    anchor: 'middle',
  }));
  if (all.length === 1) return all;
  // The last day of a month counts as the next month.
  const months = times.map((time) => monthOf(time + DAY));
  const apartBy = months[1]! - months[0]!;
  const even = unit !== 'moment' && months.every((month, i) => month === months[0]! + i * apartBy);
  const turn = even ? months.findLastIndex((month) => month % 12 === 0) : -1;
  const from = turn < 0 ? all.length - 1 : turn;
  for (let step = Math.max(1, Math.floor((all.length * MIN_LABEL) / room.width)); ; step += 1) {
    const size = step * apartBy;
    if (even && 12 % size !== 0 && size % 12 !== 0) continue;
    const between = all.slice(1, -1).filter((_, i) => (i + 1 - from) % step === 0);
    const ticks = withEnds(all[0]!, all.at(-1)!, between, room);
    if (ticks) return ticks;
  }
}

function ends([from, to]: Interval, room: Room): TimeTick[] {
  for (const unit of ['day', 'month', 'year'] as const) {
    const ticks: TimeTick[] = [
      { at: 0, text: dateText(from, unit), anchor: 'start' },
      { at: 100, text: dateText(to, unit), anchor: 'end' },
    ];
    if (apart(ticks, room)) return ticks;
  }
  return [];
}
