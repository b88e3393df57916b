import { datasetView, type DatasetView } from '../../chart/dataset.ts';
import { endsWidth, isCrowded, MANY } from '../../chart/ends.ts';
import { LOW_FRAME } from '../../chart/labels.ts';
import { roomOf } from '../../chart/reading.ts';
import { fonts, wrapText } from '../../text/width.ts';
import type { DatasetChartData } from './data.ts';
import { shortNames } from './names.ts';

/** Pixels: the least frame without names above the plot, and with many lines. */
const MIN_FRAME = 340;
const MIN_FRAME_OF_MANY = 500;
/** The width of a frame below which the names are above the plot. */
const NARROW = 540;
/** Of the names above it: a line, the least column with the gap beside it, and what is beside a name and its value. */
const LINE = 20;
const COLUMN = 178;
const BESIDE = 50;
const VALUE = 110;

/** Returns true if no plot has room for the names at the ends of its lines: they are above it in every frame. */
export function isFull(data: DatasetChartData, view: DatasetView): boolean {
  const texts = { names: shortNames(data), room: roomOf(view, data.unit) };
  return isCrowded(view, { ...texts, width: endsWidth(texts.names, texts.room) });
}

/** Returns the least height of the frame of a dataset chart of this width. */
export function datasetLeast(data: DatasetChartData, width: number): number {
  const view = datasetView(data);
  if (!view || (width >= NARROW && !isFull(data, view)))
    return data.series.length > MANY ? MIN_FRAME_OF_MANY : MIN_FRAME;
  const across = Math.max(1, Math.floor(width / COLUMN));
  const linesOf = (name: string, pixels: number) => wrapText(name, pixels, fonts.label).length;
  // A value is beside its name, in columns, or below it.
  const lines = shortNames(data).map((name) => {
    const isBeside = linesOf(name, width - BESIDE - VALUE) === 1;
    const below = isBeside ? 1 : 1 + linesOf(name, width - BESIDE);
    return Math.max(below, linesOf(name, width / across - VALUE) / across);
  });
  const heightOf = (around: number, least: number) =>
    lines.reduce((sum, count) => sum + Math.max(least, count) * LINE, around);
  const low = heightOf(MIN_FRAME, 2);
  return low < LOW_FRAME ? low : heightOf(LOW_FRAME, 1);
}
