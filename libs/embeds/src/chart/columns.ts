import { svg } from '../text/markup.ts';
import { across, down, type Pen } from './pen.ts';
import type { Lane } from './lane.ts';
import type { DatasetView } from './dataset.ts';

/** The share of a slot that its columns fill. The rest is the gap between slots. */
const FILL = 0.72;

/** Returns the offset and width of a lane's columns, in percent of the plot, for `columns` slots of `lanes` columns. */
export function columnsOf({ index }: Pick<Lane, 'index'>, lanes: number, columns: number) {
  const all = (100 / columns) * FILL;
  const width = all / lanes;
  return { offset: index * width - all / 2, width };
}

/** Returns the place of a lane's columns in their slots. Stacked columns have the slot for themselves. */
export const slotOf = ({ lanes, columns, stacked }: DatasetView, { index }: Pick<Lane, 'index'>) =>
  stacked ? columnsOf({ index: 0 }, 1, columns!) : columnsOf({ index }, lanes.length, columns!);

/** Draws the columns of one dataset. Estimates are pale with a dashed outline. */
export function columnsView(view: DatasetView, lane: Lane, pen: Pen) {
  const { offset, width } = slotOf(view, lane);
  return lane.marks.map(
    ({
      x,
      y,
      point,
      base = view.frame.zero,
    }) => svg`<rect class=${point.estimate ? 'column estimate' : 'column'}
      x=${across(x + offset, pen)} width=${across(width * 0.96, pen)}
      y=${down(Math.min(y, base), pen)} height=${down(Math.abs(base - y), pen)} />`,
  );
}
