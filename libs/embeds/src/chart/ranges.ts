import { svg } from '../text/markup.ts';
import type { DatasetView } from './dataset.ts';
import { timeOf } from './format.ts';
import { across, down, type Pen } from './pen.ts';

/**
 * Shades the ranges of days that notes are about, as far as they are in the plot. A column of a period has the days before its
 * own, which is the last of the period.
 */
export function rangesView({ lanes, frame, dates, columns }: DatasetView, pen: Pen) {
  const [first, last] = [timeOf(dates[0]!), timeOf(dates.at(-1)!)];
  const half = columns === undefined ? 0 : 50 / columns;
  const before = frame.period === 'moment' ? -half : half;
  return lanes.flatMap(({ series }) =>
    series.annotations.flatMap(({ date, until }) => {
      const [from, to] = [timeOf(date), timeOf(until ?? '')];
      if (!(from <= last && to >= first)) return [];
      const left = from < first ? frame.x(first) - half : frame.x(from) + before;
      const right = frame.x(Math.min(to, last)) + half;
      return [
        svg`<rect class="forecast range" x=${across(Math.max(0, left), pen)} width=${across(Math.min(100, right) - Math.max(0, left), pen)} y="0" height=${down(100, pen)} />`,
      ];
    }),
  );
}
