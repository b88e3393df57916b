import type { Interval } from './scale.ts';
import { dateText, type DateUnit } from './format.ts';

const DAY = 86_400_000;
const MOST_TICKS = 24;

type Step = { unit: DateUnit; size: number };
const steps: Step[] = [
  ...[1, 2, 7, 14].map((size): Step => ({ unit: 'day', size })),
  ...[1, 3, 6].map((size): Step => ({ unit: 'month', size })),
  ...[12, 24, 60, 120, 300, 600, 1200, 2400, 6000, 12_000].map((size): Step => ({ unit: 'year', size })),
];

/** The span of the times. One moment alone stands in the middle of a year. */
export function timeDomain(times: readonly number[]): Interval {
  const from = Math.min(...times);
  const to = Math.max(...times);
  return from === to ? [from - 183 * DAY, to + 183 * DAY] : [from, to];
}

function timesOf({ unit, size }: Step, [from, to]: Interval): number[] {
  const length = size * DAY * (unit === 'day' ? 1 : 30.4);
  if ((to - from) / length > MOST_TICKS) return [];
  const found: number[] = [];
  if (unit === 'day') {
    for (let time = Math.ceil(from / length) * length; time <= to; time += length) found.push(time);
    return found;
  }
  const start = new Date(from);
  const months = start.getUTCFullYear() * 12 + start.getUTCMonth();
  for (let month = Math.floor(months / size) * size; ; month += size) {
    const time = new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
    if (time > to) return found;
    if (time >= from) found.push(time);
  }
}

/** A label at `at` percent of the width; `anchor` says which part of the text stands there. */
export type TimeTick = { at: number; text: string; anchor: 'start' | 'middle' | 'end' };

/** Room in pixels: the plot's width, what labels may hang over at both sides, a character's width, the gap. */
export type Room = { width: number; left: number; right: number; character: number; gap: number };

const shift = { start: 0, middle: 0.5, end: 1 };

/** Left and right end of a label in pixels. */
function extent({ at, text, anchor }: TimeTick, room: Room): Interval {
  const length = text.length * room.character;
  const left = (at / 100) * room.width - length * shift[anchor];
  return [left, left + length];
}

const apart = (ticks: TimeTick[], room: Room) =>
  ticks.every((tick, i) => i === 0 || extent(tick, room)[0] - extent(ticks[i - 1]!, room)[1] >= room.gap);

/**
 * The labels of the time axis: the finest step of the calendar at which no two of them touch in the given room.
 * Where that leaves fewer than two, the first and the last day are named instead.
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
      .filter((tick) => {
        const [left, right] = extent(tick, room);
        return left >= -room.left && right <= room.width + room.right;
      });
    if (ticks.length > 1 && apart(ticks, room)) return ticks;
  }
  return ends(domain, room);
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
