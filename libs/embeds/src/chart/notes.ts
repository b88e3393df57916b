import { tiers, WIDE } from './axis.ts';
import { slotOf } from './columns.ts';
import { hasEnds } from './ends.ts';
import type { Lane } from './lane.ts';
import { markOn, type DatasetView } from './dataset.ts';
import { short, timeOf } from './format.ts';
import type { Mark } from './frame.ts';
import {
  MIN_HEIGHT,
  MIN_HEIGHT_LOW_FRAME,
  placeable,
  placeableInTurn,
  type Box,
  type Obstacle,
  type Size,
  type SeriesLabel,
} from './labels.ts';
import { heightAt } from './line.ts';
import { peaksOf } from './peaks.ts';
import { fonts, widthOf } from '../text/width.ts';
import { plumbView, textView, type Pen } from './pen.ts';

/** The distance from a label to its mark in pixels. */
const OFF = 15;

/**
 * An annotation, its number in the drawing, and its position in percent of the plot. `mark` is the point of its day.
 * Without one, the note is placed on the line at its time. `beyond` is set if the day is before the chart's first day
 * or after its last; the note is then placed at that end.
 */
export type Note = {
  number: number;
  lane: Lane;
  date: string;
  until?: string | undefined;
  label: string;
  x: number;
  y: number;
  mark: Mark | undefined;
  beyond: 'before' | 'after' | undefined;
};

/** Returns a lane's `y` at `x`. Outside its marks, this is the `y` of the nearest one. */
function heightOf({ marks, series }: Lane, x: number): number {
  const end = marks.findLast((mark) => mark.x <= x) ?? marks[0];
  return heightAt(marks, x, series.path === 'step') ?? end?.y ?? 100;
}

/** Returns the annotations ordered by time and numbered from left to right. */
export function notesOf({ lanes, frame, dates }: DatasetView): Note[] {
  const [first, last] = [timeOf(dates[0]!), timeOf(dates.at(-1)!)];
  const all = lanes.flatMap((lane) =>
    lane.series.annotations
      .filter(({ date }) => !Number.isNaN(timeOf(date)))
      .map(({ date, until, label }) => {
        const time = timeOf(date);
        const mark = markOn(lane, date);
        const beyond = time < first ? ('before' as const) : time > last ? ('after' as const) : undefined;
        const x = frame.x(Math.min(Math.max(time, first), last));
        return { lane, date, until, label, x, y: mark?.y ?? heightOf(lane, x), mark, beyond };
      }),
  );
  return all.sort((a, b) => timeOf(a.date) - timeOf(b.date)).map((note, i) => ({ ...note, number: i + 1 }));
}

/** `rank` orders the texts: notes, then the newest, highest, lowest and first value of each dataset, then the others. */
type Text = SeriesLabel & { text: string; noted: boolean; rank: number };

/** Returns the centre of a position: in column charts, the centre of the lane's column. */
export function middle(view: DatasetView, lane: Lane, x: number): number {
  if (view.columns === undefined) return x;
  const { offset, width } = slotOf(view, lane);
  return x + offset + width / 2;
}

/** Returns the rank of each mark: the newest value first, then the highest, the lowest, and those of `next`. */
function ranksOf(marks: readonly Mark[], next: readonly Mark[]): Map<Mark, number> {
  const by = (better: (a: number, b: number) => boolean) =>
    marks.reduce((best, mark) => (better(mark.point.value, best.point.value) ? mark : best));
  const ranks = new Map<Mark, number>();
  if (marks.length === 0) return ranks;
  const first = [marks.at(-1)!, by((a, b) => a > b), by((a, b) => a < b), ...next, marks[0]!];
  for (const mark of [...first, ...marks.toReversed()]) if (!ranks.has(mark)) ranks.set(mark, ranks.size);
  return ranks;
}
/** The ranks of the newest, the highest and the lowest value. */
const PRIORITY_RANKS = 3;

/** Pixels that a text may extend beyond the plot. The left side has the axis labels, the right may have the ends. */
const MAX_LEFT = 3;
const MAX_RIGHT = 18;
/** Returns the pixels to move a text at `x` percent so that it stays within the plot. */
function inward(x: number, length: number, width: number, overhang: number): number {
  const [before, after] = [(x / 100) * width, (1 - x / 100) * width];
  const [left, right] = [length / 2 - before - MAX_LEFT, length / 2 - after - overhang];
  return Math.max(0, left) - Math.max(0, right);
}

const raised = (numbers: readonly number[]) =>
  numbers.map((number) => [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')).join(' ');

/** Formats the numbers of notes. An arrow marks days outside the chart. */
function numbersText(notes: readonly Note[]): string {
  const { beyond } = notes[0]!;
  const numbers = notes.map(({ number }) => number).join(', ');
  return `${beyond === 'before' ? '← ' : ''}${numbers}${beyond === 'after' ? ' →' : ''}`;
}

/** Notes without a point that are closer than this share one text. In percent of the width. */
const CLOSE = 6;

/** Returns a lane's notes that have no point, grouped where they are too close for separate texts. */
function looseNotes(notes: readonly Note[], lane: Lane): Note[][] {
  const groups: Note[][] = [];
  for (const note of notes) {
    if (note.lane !== lane || note.mark) continue;
    const last = groups.at(-1);
    if (last && last[0]!.beyond === note.beyond && note.x - last[0]!.x < CLOSE) last.push(note);
    else groups.push([note]);
  }
  return groups;
}

/** More values than fit in a plot. To look for the place of each of thousands would take minutes. */
const MAX_VALUES = 200;

/** Returns the texts at the marks by priority: note numbers first, then values by rank. */
function textsOf(view: DatasetView, unit: string, width: number, few: boolean, known: boolean): Text[] {
  const notes = notesOf(view);
  const textAt = (
    lane: Lane,
    at: { x: number; y: number; below: boolean },
    { text, noted, rank, newerValues }: Pick<Text, 'text' | 'noted' | 'rank' | 'newerValues'>,
  ) => {
    const length = widthOf(text, few && rank === 0 ? fonts.value : fonts.strong) + 6;
    const away = at.below ? 1 : -1;
    // In a known size, the values that matter most may be written above higher columns beside theirs.
    const steps = !known || rank >= PRIORITY_RANKS ? [0] : rank < 2 ? [0, 8, 16, 24, 32] : [0, 8, 16];
    const sides = view.columns === undefined ? [-OFF, OFF + 2] : steps.map((step) => away * (OFF + step));
    const dx = inward(at.x, length, width, hasEnds(view) ? 0 : MAX_RIGHT);
    // Beside a steep line there is room to the left above it, or to the right below.
    const aside = length / 2 - 3;
    const shifts = view.columns === undefined && dx === 0 ? [-aside, aside] : [];
    const given = { text, noted, rank, newerValues, hasPriority: noted || rank < PRIORITY_RANKS };
    return { x: at.x, y: at.y, dx, length, sides, shifts, lane: lane.index, ...given };
  };
  const all = view.lanes.flatMap((lane) => {
    const peaks = few ? peaksOf(lane.marks) : [];
    const ranks = ranksOf(lane.marks, peaks);
    return [
      ...looseNotes(notes, lane).map((group) =>
        textAt(
          lane,
          { ...group[0]!, below: false },
          { text: numbersText(group), noted: true, rank: 0, newerValues: 0 },
        ),
      ),
      ...lane.marks.map((mark, i): Text => {
        const numbers = notes.filter((note) => note.mark === mark).map(({ number }) => number);
        const rank = ranks.get(mark)!;
        const shown = lane.series.dataLabels || (few && (rank < PRIORITY_RANKS || peaks.includes(mark)));
        const value = shown ? short(mark.point.value, unit) : '';
        const text = value === '' ? numbers.join(', ') : value + raised(numbers);
        const at = { x: middle(view, lane, mark.x), y: mark.y, below: mark.point.value < 0 };
        const newerValues = lane.marks.length - 1 - i;
        return textAt(lane, at, { text, noted: numbers.length > 0, rank, newerValues });
      }),
    ];
  });
  const ordered = all
    .filter(({ text }) => text !== '')
    .sort((a, b) => Number(b.noted) - Number(a.noted) || a.rank - b.rank);
  const values = ordered.filter(({ noted }) => !noted).slice(0, MAX_VALUES);
  return [...ordered.filter(({ noted }) => noted), ...values];
}

/** Returns the ends of the straight lines that join two marks: one, or the two of a step. */
function joints(from: Mark, to: Mark, step: boolean): { x: number; y: number }[] {
  if (step) return [from, { x: to.x, y: from.y }, to];
  return [from, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, to];
}

/** Returns the lines or columns that labels should not cover. */
function obstaclesOf(view: DatasetView): Obstacle[] {
  return view.lanes.flatMap((lane): Obstacle[] => {
    if (view.columns === undefined) {
      const step = lane.series.path === 'step';
      return lane.stretches.flatMap((marks) =>
        marks.slice(1).flatMap((to, i) => {
          const from = marks[i]!;
          const [start, half, end] = joints(from, to, step) as [typeof from, typeof from, typeof from];
          return [
            { lane: lane.index, from: start, to: half },
            { lane: lane.index, from: end, to: half },
          ];
        }),
      );
    }
    const { width } = slotOf(view, lane);
    return lane.marks.map((mark) => {
      const x = middle(view, lane, mark.x);
      const base = mark.base ?? view.frame.zero;
      const box = {
        left: x - width / 2,
        right: x + width / 2,
        top: Math.min(mark.y, base),
        bottom: Math.max(mark.y, base),
      };
      return { lane: lane.index, box };
    });
  });
}

/** Returns the box of a text above the right end of the plot, in pixels. */
const boxAbove = (text: string, { width }: Size): Box => ({
  left: width - widthOf(text, fonts.label),
  right: width + MAX_RIGHT,
  top: -22,
  bottom: -2,
});

/** Draws a line from each note without a point down to the time axis. */
export const noteRulesView = (view: DatasetView, pen: Pen) =>
  notesOf(view)
    .filter(({ mark, beyond }) => !mark && !beyond)
    .map(({ x, y }) => plumbView('note', x, [y, 100], pen));

/**
 * Draws the note numbers and requested values that fit, none of them on `above`, a text above the end of the plot. If the
 * plot's size is unknown, draws one set for narrow or low plots and one for wide plots.
 */
export function labelsView(
  view: DatasetView,
  unit: string,
  {
    size,
    few = false,
    colourOf,
    pen,
    above,
  }: { size?: Size; few?: boolean; colourOf: (lane: Lane) => string; pen: Pen; above?: string | undefined },
) {
  const obstacles = obstaclesOf(view);
  const placed = (plot: Size) => {
    const texts = textsOf(view, unit, plot.width, few, size !== undefined);
    const needed = texts.filter(({ noted }) => noted).length;
    const place = view.columns !== undefined && view.lanes.length === 1 ? placeableInTurn : placeable;
    const taken = above === undefined ? [] : [boxAbove(above, plot)];
    const places = place(texts, plot, { obstacles, needed, taken });
    return texts.map((text, i) => ({ ...text, ...(places.get(i) ?? { dy: undefined }) }));
  };
  // With several datasets, each text has the colour of its dataset.
  const textView = (text: Placed, tier = '') =>
    datumView(
      text,
      (few && text.rank === 0 ? 'value' : 'datum') + tier,
      view.lanes.length > 1 ? colourOf(view.lanes[text.lane]!) : undefined,
      pen,
    );
  if (size) return placed(size).map((text) => textView(text));
  const narrow = placed({ width: tiers[0], height: MIN_HEIGHT_LOW_FRAME });
  const wide = placed({ width: WIDE, height: MIN_HEIGHT });
  return narrow.map((text, i) =>
    text.dy === wide[i]!.dy && text.dx === wide[i]!.dx
      ? textView(text)
      : [textView(text, ' narrow'), textView(wide[i]!, ' wide')],
  );
}
type Placed = Text & { dy: number | undefined };

const datumView = (
  { x, y, dx, dy, text }: Placed,
  className: string,
  colour: string | undefined,
  pen: Pen,
) => {
  if (dy === undefined) return undefined;
  const at = { x, y, dx: Math.round(dx), dy: dy + 5, anchor: 'middle', colour, halo: true } as const;
  return textView(className, at, text, pen);
};
