import { svg } from '../markup.ts';
import { plainText } from '../text.ts';
import type { Lane } from './lane.ts';
import type { DatasetView } from './dataset.ts';
import { LOWEST } from './labels.ts';
import { percent } from './pen.ts';
import type { Reading } from './reading.ts';

// The names and values at the ends of the lines, in a column of their own beside the plot.

/** Pixels from the plot to the texts, between two lines of text, and between two entries. */
const GAP = 10;
const LINE = 15;
const APART = 1;
/** The greatest width of a character in pixels, and the widest column. */
const CHARACTER = 7.4;
const WIDEST = 190;
/** More lines than these need a plot that is higher than the lowest. */
export const MANY = 8;

/** Returns true for charts whose lines have ends to name: several lines or areas. */
export const hasEnds = ({ kind, lanes }: DatasetView) => kind !== 'column' && lanes.length > 1;

/** Returns the column's width in pixels. It is the same for every day that is read. */
export function endsWidth(
  { lanes }: DatasetView,
  names: readonly string[],
  readings: readonly Reading[],
): number {
  const texts = [...names, ...readings.flatMap(({ value, when }) => [value, when])];
  const longest = Math.max(...texts.map((text) => text.length));
  return lanes.length === 0 ? 0 : Math.min(WIDEST, Math.ceil(longest * CHARACTER) + GAP);
}

/** An end: where its line ends, in percent from the top, and how far its text is moved from there, in pixels. */
type End = { lane: Lane; y: number; dy: number };

/** Returns where a lane ends: its last mark, or the middle of its area's edge. */
function heightOf({ marks, bands }: Lane): number {
  const band = bands?.at(-1);
  return band ? (band.bottom + band.top) / 2 : (marks.at(-1)?.y ?? 100);
}

/**
 * Returns the ends from the top down, moved so that entries of `step` pixels do not overlap and stay within the height.
 * Those that do so at a height do so at every greater one.
 */
function placed(lanes: readonly Lane[], height: number, step: number): End[] {
  const ends = lanes
    .map((lane): End => ({ lane, y: heightOf(lane), dy: 0 }))
    .sort((a, b) => a.y - b.y || a.lane.index - b.lane.index);
  let low = -Infinity;
  for (const end of ends) {
    const wish = (end.y / 100) * height;
    low = Math.max(wish, low + step, step / 2);
    end.dy = low - wish;
  }
  let high = height + step / 2;
  for (const end of ends.toReversed()) {
    const wish = (end.y / 100) * height;
    high = Math.min(wish + end.dy, high - step);
    end.dy = high - wish;
  }
  return ends;
}

type EndOptions = {
  names: readonly string[];
  /** The longest texts of any day, for which there must be room. */
  room: readonly Reading[];
  width: number;
  /** The height of the plot in pixels. Without one, the lowest plot is assumed. */
  height?: number;
  colourOf: (lane: Lane) => string;
};

/** Returns the minimum height of a plot with this number of lines, in pixels. */
const lowestOf = ({ length }: readonly Lane[]) => (length > MANY ? length * 18 : LOWEST);

/** The least letters of a shortened name that shares its line with the value. */
const LEAST_NAME = 8;

/** The layout of the names at the ends: the lines of text, the pixels of each, and the letters of a name that fit. */
type Fit = { lines: number; step: number; dated: boolean; joined: boolean; letters: number };

/** Returns the layout of the ends, or undefined if they do not fit. The legend above the chart has the whole names. */
function fitOf(
  { lanes }: DatasetView,
  { names, room, width, height = lowestOf(lanes) }: Omit<EndOptions, 'colourOf'>,
): Fit | undefined {
  const dated = room.some(({ when }) => when !== '');
  const lines = [3, 2, 1].find(
    (lines) => (dated || lines < 3) && (lines * LINE + APART) * lanes.length <= height,
  );
  if (lines === undefined) return undefined;
  const most = Math.floor((width - GAP) / CHARACTER);
  // Without a line for it, the value follows the name.
  const joined = lines === (dated ? 2 : 1) || lines === 1;
  const letters = joined ? most - Math.max(...room.map(({ value }) => value.length)) - 2 : most;
  const needed = Math.min(LEAST_NAME, Math.max(...names.map((name) => name.length)));
  return letters < needed ? undefined : { lines, step: lines * LINE + APART, dated, joined, letters };
}

/** Returns whether a chart of unknown size has no room for the names at the ends of its lines. */
export const isCrowded = (view: DatasetView, names: readonly string[], room: readonly Reading[]): boolean =>
  hasEnds(view) && !fitOf(view, { names, room, width: endsWidth(view, names, room) });

/**
 * Draws the name, the value and its day at the end of each line: on three lines of text, two or one, as many as fit.
 * Returns undefined if they do not fit.
 */
export function endsView(view: DatasetView, readings: readonly Reading[], options: EndOptions) {
  const { names, width, height = lowestOf(view.lanes), colourOf } = options;
  const fit = fitOf(view, options);
  if (!fit) return undefined;
  const { dated, joined, letters } = fit;
  return placed(view.lanes, height, fit.step).map(({ lane, y, dy }) => {
    const { value, when } = readings[lane.index]!;
    const name = names[lane.index]!;
    const shown = plainText(name, letters);
    const top = dy + 4.5 - ((fit.lines - 1) * LINE) / 2;
    const line = (i: number) => top + i * LINE;
    // Each value that a reading changes is its own text, so that the browser lays out nothing else.
    const valueView = joined
      ? svg`<text class="now" data-t=${`v${lane.index}`} x=${width} y=${top} text-anchor="end">${value}</text>`
      : svg`<text class="now" data-t=${`v${lane.index}`} x=${GAP} y=${line(1)}>${value}</text>`;
    const whenView = svg`<text data-t=${`w${lane.index}`} x=${GAP} y=${line(fit.lines - 1)}>${when}</text>`;
    return svg`<svg class="end" data-lane=${lane.index} y=${percent(y)} overflow="visible" color=${colourOf(lane)}>
      <rect y=${Math.round(dy - fit.step / 2)} width=${width} height=${fit.step} fill="none" pointer-events="all" />
      <path class="lead" d=${`M1,0L7,${Math.round(dy)}`} />
      <text class="name" x=${GAP} y=${top}>${shown}</text>
      ${valueView}${dated && fit.lines > 1 ? whenView : undefined}</svg>`;
  });
}
