import { dateText, type DateUnit } from './format.ts';
import { DAY, monthOf, monthStart, type Period } from './periods.ts';
import type { Interval } from './scale.ts';

const MOST_TICKS = 24;
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

function timesOf({ unit, size }: Step, [from, to]: Interval, period: Period): number[] {
  const length = size * DAY * (unit === 'day' ? 1 : 30.4);
  if ((to - from) / length > MOST_TICKS) return [];
  const found: number[] = [];
  if (unit === 'day') {
    for (let time = Math.ceil(from / length) * length; time <= to; time += length) found.push(time);
    return found;
  }
  const ends = period === 'year' || (period === 'month' && unit === 'month');
  // A period ends the day before the next one starts.
  const [shift, back] = ends ? [unit === 'year' ? 12 : 0, DAY] : [0, 0];
  for (let month = Math.floor(monthOf(from) / size - 1) * size + shift; ; month += size) {
    const time = monthStart(month) - back;
    if (time > to) return found;
    if (time >= from) found.push(time);
  }
}

/** A label at `at` percent of the width. `anchor` is the part of the text at that position. */
export type TimeTick = { at: number; text: string; anchor: 'start' | 'middle' | 'end' };

/** Sizes in pixels: the plot's width, the overhang allowed on each side, a character's width and the gap. */
export type Room = { width: number; left: number; right: number; character: number; gap: number };

const shift = { start: 0, middle: 0.5, end: 1 };

/** Returns the left and right edges of a label in pixels. */
function extent({ at, text, anchor }: TimeTick, room: Room): Interval {
  const length = text.length * room.character;
  const left = (at / 100) * room.width - length * shift[anchor];
  return [left, left + length];
}

function inside(tick: TimeTick, room: Room): boolean {
  const [left, right] = extent(tick, room);
  return left >= -room.left && right <= room.width + room.right;
}

const apart = (ticks: TimeTick[], room: Room) =>
  ticks.every((tick, i) => i === 0 || extent(tick, room)[0] - extent(ticks[i - 1]!, room)[1] >= room.gap);

/**
 * Returns the labels of the time axis at the finest calendar step at which they do not touch. If fewer than two fit,
 * labels the first and the last day.
 */
export function timeTicks(domain: Interval, room: Room, period: Period = 'moment'): TimeTick[] {
  const [from, to] = domain;
  for (const step of steps) {
    const ticks = timesOf(step, domain, period)
      .map((time): TimeTick => ({
        at: ((time - from) / (to - from)) * 100,
        text: dateText(time, step.unit),
        anchor: 'middle',
      }))
      .filter((tick) => inside(tick, room));
    if (ticks.length > 1 && apart(ticks, room)) return ticks;
  }
  return ends(domain, room, period);
}

/**
 * Returns the labels of an axis with a slot per time: every slot, every second, and so on, counted from the last. If
 * the times are equally many months apart, the steps divide a year evenly or are whole years, counted from the turn of
 * a year. `place` returns percent of the width.
 */
export function bandTicks(times: readonly number[], place: (i: number) => number, room: Room): TimeTick[] {
  const differ = (unit: DateUnit) => new Set(times.map((time) => dateText(time, unit))).size === times.length;
  // A year is a sufficient label only if all times have the same day of the year.
  const yearly = new Set(times.map((time) => dateText(time, 'day').split(',')[0])).size === 1;
  const unit = (['year', 'month'] as const).find((one) => differ(one) && (yearly || one !== 'year')) ?? 'day';
  const all = times.map((time, i): TimeTick => ({
    at: place(i),
    text: dateText(time, unit),
    anchor: 'middle',
  }));
  // The last day of a month counts as the next month.
  const months = times.map((time) => monthOf(time + DAY));
  const apartBy = months[1]! - months[0]!;
  const even = unit !== 'day' && months.every((month, i) => month === months[0]! + i * apartBy);
  const turn = even ? months.findLastIndex((month) => month % 12 === 0) : -1;
  const from = turn < 0 ? all.length - 1 : turn;
  for (let step = 1; ; step += 1) {
    const size = step * apartBy;
    if (even && 12 % size !== 0 && size % 12 !== 0) continue;
    const ticks = all.filter((tick, i) => (i - from) % step === 0 && inside(tick, room));
    if (apart(ticks, { ...room, gap: BAND_GAP })) return ticks;
  }
}

function ends([from, to]: Interval, room: Room, period: Period): TimeTick[] {
  const units = (['day', 'month', 'year'] as const).slice({ moment: 0, month: 1, year: 2 }[period]);
  for (const unit of units) {
    const ticks: TimeTick[] = [
      { at: 0, text: dateText(from, unit), anchor: 'start' },
      { at: 100, text: dateText(to, unit), anchor: 'end' },
    ];
    if (apart(ticks, room)) return ticks;
  }
  return [];
}
