import { editorialHeight } from '../../parts/editorial-height.ts';
import { hiddenBars, shownBars, type BarChartData } from './data.ts';

/** Pixels: what is around the bars, the padding beside them, a line, a bar of several, the space of a row, and a character. */
const AROUND = 200;
const PADDING = 32;
const LINE = 22;
const BAR = 24;
const ROW = 10;
const CHARACTER = 7.6;
/** The width of a frame in pixels below which a name is above its bars. */
const NARROW = 512;

/** Returns the pixels of height that the bars need in a frame of this width. */
export function barsHeight(data: BarChartData, width: number): number {
  const room = width - PADDING;
  const lines = (length: number, pixels: number) => Math.ceil((length * CHARACTER) / pixels);
  const key =
    data.columns.length > 1
      ? LINE * lines(data.columns.join('').length + 4 * data.columns.length, room) + 16
      : 0;
  const rows = shownBars(data).map(({ label, date, values }) => {
    const bars = values.length * BAR;
    if (width < NARROW) return ROW + bars + LINE * lines(label.length + (date === null ? 0 : 14), room);
    return ROW + Math.max(bars, LINE * (lines(label.length, room * 0.38) + (date === null ? 0 : 1)));
  });
  const hidden = hiddenBars(data) > 0 ? LINE + 8 : 0;
  const around = AROUND + editorialHeight(data, width) + (rows.length === 0 ? 90 : 0);
  return rows.reduce((sum, row) => sum + row, around + key + hidden);
}
