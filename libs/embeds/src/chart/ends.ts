import { svg } from '../text/markup.ts';
import { fonts, widestOf, wrapText } from '../text/width.ts';
import type { Lane } from './lane.ts';
import type { DatasetView } from './dataset.ts';
import { MIN_HEIGHT_LOW_FRAME } from './labels.ts';
import { movedView, percent, type Pen } from './pen.ts';
import type { Reading } from './reading.ts';

// The names, values and days at the ends of the lines, in a column of their own beside the plot. No text is cut: without
// room for all of them, a legend above the chart has them.

/** Pixels from the plot to the texts, between two lines of text, between two entries, and the most that is added to that. */
const GAP = 10;
const LINE = 14;
const APART = 1;
const MAX_APART = 5;
/** The widest column in pixels: usually, and in a widget at least so wide. */
export const WIDEST = 197;
export const BROAD = { from: 1000, widest: 330 };
/** More lines than these need a plot that is higher than the lowest. */
export const MANY = 8;
/** The least height of that plot, in pixels: ten lines have two lines of text each. */
export const MANY_HEIGHT = 292;

/** Returns true for charts whose lines have ends to name: several lines or areas. */
export const hasEnds = ({ kind, lanes }: DatasetView) => kind !== 'column' && lanes.length > 1;

/** Returns the widths of the widest name, value and day, and of a space. */
const widths = (names: readonly string[], room: readonly Reading[]) => ({
  name: widestOf(names, fonts.strong),
  value: widestOf(
    room.map(({ value }) => value),
    fonts.strong,
  ),
  day: widestOf(
    room.map(({ when }) => when),
    fonts.label,
  ),
  space: widestOf([' '], fonts.strong),
});

/** Returns the column's width in pixels. It is the same for every day that is read. */
export function endsWidth(names: readonly string[], room: readonly Reading[], widest = WIDEST): number {
  return Math.min(widest, Math.max(...Object.values(widths(names, room))) + GAP);
}

/** An end: where its line ends, in percent from the top, and how far its text is moved from there, in pixels. */
type End = { lane: Lane; y: number; dy: number };

/** Returns where a lane ends: its last mark, or the middle of its area's edge. */
function heightOf({ marks, bands }: Lane): number {
  const band = bands?.at(-1);
  return band ? (band.bottom + band.top) / 2 : (marks.at(-1)?.y ?? 100);
}

/**
 * Returns the ends from the top down, moved so that they do not overlap and stay within the height. Those that do so at a
 * height do so at every greater one.
 * @param steps the height of each lane's text
 */
function placed(lanes: readonly Lane[], height: number, steps: readonly number[]): End[] {
  const ends = lanes
    .map((lane): End => ({ lane, y: heightOf(lane), dy: 0 }))
    .sort((a, b) => a.y - b.y || a.lane.index - b.lane.index);
  let low = 0;
  for (const end of ends) {
    const wish = (end.y / 100) * height;
    const step = steps[end.lane.index]!;
    const top = Math.max(wish - step / 2, low);
    end.dy = top + step / 2 - wish;
    low = top + step;
  }
  let high = height;
  for (const end of ends.toReversed()) {
    const wish = (end.y / 100) * height;
    const step = steps[end.lane.index]!;
    const bottom = Math.min(wish + end.dy + step / 2, high);
    end.dy = bottom - step / 2 - wish;
    high = bottom - step;
  }
  return ends;
}

type Texts = {
  names: readonly string[];
  /** The longest texts of any day, for which there must be room. */
  room: readonly Reading[];
  /** The width of the column in pixels. */
  width: number;
};

/**
 * How names and values share the column: the value and its day on a line each, beside each other, or the value beside the
 * name. `lines` are the lines of each name, `steps` the pixels of each entry, and `day` is where days begin, if there are any.
 */
type Layout = {
  how: 'below' | 'beside' | 'joined';
  lines: string[][];
  steps: number[];
  day: number | undefined;
};

/** Returns the layouts of the texts whose lines are long enough for them, the most spacious first. */
function layoutsOf({ names, room, width }: Texts): Layout[] {
  const across = width - GAP;
  const isDated = room.some(({ when }) => when !== '');
  const { name, value, day, space } = widths(names, room);
  const layout = (how: Layout['how'], below: number): Layout => {
    const lines = names.map((text) => wrapText(text, across, fonts.strong));
    const steps = lines.map(({ length }) => (length + below) * LINE + APART);
    const begin = how === 'beside' ? GAP + value + space : GAP;
    return { how, lines, steps, day: isDated ? begin : undefined };
  };
  return [
    layout('below', isDated ? 2 : 1),
    ...(isDated && value + space + day <= across ? [layout('beside', 1)] : []),
    ...(!isDated && name + value + 2 * space <= across ? [layout('joined', 0)] : []),
  ];
}

const sumOf = (steps: readonly number[]) => steps.reduce((sum, step) => sum + step, 0);

/** Returns the least height of a plot that has room for the ends. */
export const leastEnds = (texts: Texts) => Math.min(...layoutsOf(texts).map(({ steps }) => sumOf(steps)));

/** Returns the minimum height of a plot with this number of lines, in pixels. */
const lowestOf = ({ length }: readonly Lane[]) => (length > MANY ? MANY_HEIGHT : MIN_HEIGHT_LOW_FRAME);

/** Returns whether a chart of unknown size has no room for the names at the ends of its lines. */
export const isCrowded = (view: DatasetView, texts: Texts): boolean =>
  hasEnds(view) && leastEnds(texts) > lowestOf(view.lanes);

type EndOptions = Texts & {
  /** The height of the plot in pixels. Without one, the lowest plot is assumed. */
  height?: number;
  colourOf: (lane: Lane) => string;
  pen?: Pen;
};

/** Draws the name, the value and its day at the end of each line. Returns undefined if they do not fit. */
export function endsView(view: DatasetView, readings: readonly Reading[], options: EndOptions) {
  const { width, height = lowestOf(view.lanes), colourOf, pen } = options;
  const layout = layoutsOf(options).find(({ steps }) => sumOf(steps) <= height);
  if (!layout) return undefined;
  const { how, lines, steps, day } = layout;
  // Where there is room, entries are farther apart than their lines.
  const spare = Math.min(MAX_APART, (height - sumOf(steps)) / steps.length);
  const wide = steps.map((step) => step + spare);
  return placed(view.lanes, height, wide).map(({ lane, y, dy }) => {
    const { index } = lane;
    const { value, when } = readings[index]!;
    const name = lines[index]!;
    const step = steps[index]!;
    const line = (i: number) => Math.round(dy - step / 2 + 11.5) + i * LINE;
    const below = line(name.length);
    // Each value that a reading changes is its own text, so that the browser lays out nothing else.
    const [v, w] = pen ? [] : [`v${index}`, `w${index}`];
    const content = svg`
      <path class="lead" d=${`M1,0L7,${Math.round(dy)}`} />
      ${name.map((text, i) => svg`<text class="name" x=${GAP} y=${line(i)}>${text}</text>`)}
      ${
        how === 'joined'
          ? svg`<text class="now" data-t=${v} x=${width} y=${line(0)} text-anchor="end">${value}</text>`
          : svg`<text class="now" data-t=${v} x=${GAP} y=${below}>${value}</text>`
      }
      ${day === undefined ? undefined : svg`<text data-t=${w} x=${day} y=${how === 'below' ? below + LINE : below}>${when}</text>`}`;
    const colour = colourOf(lane);
    if (pen) return movedView(0, (y / 100) * height, svg`<g color=${colour}>${content}</g>`);
    return svg`<svg class="end" data-lane=${index} y=${percent(y)} overflow="visible" color=${colour}>
      <rect y=${Math.round(dy - step / 2)} width=${width} height=${step} fill="none" pointer-events="all" />
      ${content}</svg>`;
  });
}
