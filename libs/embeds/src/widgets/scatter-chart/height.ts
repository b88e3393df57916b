import { longestOf } from '../../text.ts';
import { wrapText } from '../../width.ts';
import { axes, labelOf, shownDots, valueWords, type ScatterChartData } from './data.ts';
import { axesWords, scatterView } from './plot.ts';

/** Pixels: what is around the texts above the plot, with the least plot; the padding beside them, and a line of one. */
const AROUND = { wide: 420, narrow: 418 };
const PADDING = 32;
const LINE = 24;
/** The width of a frame in pixels below which it is narrow. */
const NARROW = 480;
const FONT = { size: 15 };
/** The room that a line of the reading keeps for an amount. */
const AMOUNT = ' 0000000000';

/** Returns the least height of the frame of a scatter plot of this width: its texts above the plot may be long names. */
export function scatterLeast(data: ScatterChartData, width: number): number {
  const dots = shownDots(data);
  const texts = [
    axesWords(data, scatterView(data)),
    longestOf(dots.map(labelOf)),
    ...axes.map((axis) => longestOf(dots.map((dot) => valueWords(data, dot, axis))) + AMOUNT),
  ];
  const lines = texts.flatMap((text) => wrapText(text, width - PADDING, FONT));
  return AROUND[width < NARROW ? 'narrow' : 'wide'] + LINE * lines.length;
}
