import { svg } from 'lit';
import { percent } from './line.ts';
import type { Lane } from './dataset.ts';

/** The share of a slot that its columns fill. The rest is the gap between slots. */
const FILL = 0.72;

/** Returns the offset and width of a lane's columns, in percent of the plot, for `columns` slots of `lanes` columns. */
export function columnsOf({ index }: Pick<Lane, 'index'>, lanes: number, columns: number) {
  const all = (100 / columns) * FILL;
  const width = all / lanes;
  return { offset: index * width - all / 2, width };
}

/** Draws the columns of one dataset from the zero line. Estimates are pale with a dashed outline. */
export function columnsView(lane: Lane, lanes: number, columns: number, zero: number) {
  const { offset, width } = columnsOf(lane, lanes, columns);
  return lane.marks.map(
    ({ x, y, point }) => svg`<rect class=${point.estimate ? 'column estimate' : 'column'}
      x=${percent(x + offset)} width=${percent(width * 0.96)}
      y=${percent(Math.min(y, zero))} height=${percent(Math.abs(zero - y))} />`,
  );
}
