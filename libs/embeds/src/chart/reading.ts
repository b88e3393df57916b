import type { Lane } from './lane.ts';
import { latestMark, ownDay, type DatasetView } from './dataset.ts';
import { valueText } from './format.ts';
import type { Mark } from './frame.ts';
import { longestOf } from '../text/text.ts';
import { say } from '../words/say.ts';
import { dateName } from './periods.ts';

/** A dataset on a day: its value as of that day, and the value's own day in words, if it needs any. */
export type Reading = { mark: Mark | undefined; value: string; when: string };

/** Names the own day of a value: a period, or the day since which a step holds. */
function whenOf({ own }: DatasetView, lane: Lane, mark: Mark, day: string): string {
  const { series, period } = lane;
  const date = ownDay(lane, mark);
  if (!own && date === day) return '';
  const name = dateName(date, period);
  if (period !== 'moment') return name;
  return series.path === 'step' && date !== day
    ? say('since {day}', { day: name })
    : say('on {day}', { day: name });
}

/**
 * Returns what each dataset says on a day. Its value is the latest up to that day, with its own day. Before its first
 * value it contains the day of that value.
 */
export const readingsOf = (view: DatasetView, unit: string, day: string): Reading[] =>
  view.lanes.map((lane): Reading => {
    const mark = latestMark(lane, day);
    if (mark) return { mark, value: valueText(mark.point, unit), when: whenOf(view, lane, mark, day) };
    const [first] = lane.marks;
    return {
      mark,
      value: say('none'),
      when: first ? say('until {day}', { day: dateName(first.point.date, lane.period) }) : '',
    };
  });

/** Returns texts that are as long as any that the datasets have on any day, so that every reading has the same room. */
export function roomOf(view: DatasetView, unit: string): Reading[] {
  const { lanes, dates } = view;
  const last = dates.at(-1)!;
  return lanes.map((lane) => {
    const { marks } = lane;
    // Unless every dataset has a value on every day, some reading names another day than its own.
    const moves = view.own || lanes.some((other) => other.marks.length < dates.length);
    return {
      mark: undefined,
      value: longestOf([say('none'), ...marks.map(({ point }) => valueText(point, unit))]),
      when: moves
        ? longestOf(marks.flatMap((mark) => [whenOf(view, lane, mark, ''), whenOf(view, lane, mark, last)]))
        : '',
    };
  });
}

/** Names the day that is read, or the latest one. Where datasets have days of their own, each value names its own. */
export function dayName({ frame, latest, own, forecast }: DatasetView, given: string | undefined): string {
  const day = given ?? latest;
  const name = dateName(day, frame.period);
  if (day > latest || forecast === 0) return say('Forecast: {day}', { day: name });
  if (own) return given ? say('As of {day}', { day: name }) : say('Latest values');
  return day === latest ? say('Latest: {day}', { day: name }) : name;
}
