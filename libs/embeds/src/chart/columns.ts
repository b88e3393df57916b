import { svg } from 'lit';
import { percent } from './line.ts';
import type { Lane } from './dataset.ts';

/** The part of a place that its columns fill; the rest keeps the places apart. */
const FILL = 0.72;

/** Where the columns of a lane stand: percent of the plot's width, for `columns` places and `lanes` columns in each. */
export function columnsOf({ index }: Pick<Lane, 'index'>, lanes: number, columns: number) {
  const all = (100 / columns) * FILL;
  const width = all / lanes;
  return { offset: index * width - all / 2, width };
}

/** The columns of one dataset, from zero up or down; estimates are pale with a dashed outline. */
export function columnsView(lane: Lane, lanes: number, columns: number, zero: number) {
  const { offset, width } = columnsOf(lane, lanes, columns);
  return lane.marks.map(
    ({ x, y, point }) => svg`<rect class=${point.estimate ? 'column estimate' : 'column'}
      x=${percent(x + offset)} width=${percent(width * 0.96)}
      y=${percent(Math.min(y, zero))} height=${percent(Math.abs(zero - y))} />`,
  );
}
