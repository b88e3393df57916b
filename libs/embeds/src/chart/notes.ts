import { nothing, svg } from 'lit';
import { tiers, WIDE } from './axis.ts';
import { columnsOf } from './columns.ts';
import { markOn, type DatasetView, type Lane } from './dataset.ts';
import { short, timeOf } from './format.ts';
import type { Mark } from './frame.ts';
import { LEAST_HEIGHT, LOWEST, placeable, type Label, type Obstacle, type Size } from './labels.ts';
import { heightAt, percent } from './line.ts';

/** The width of a label's character, and the distance from a label to its mark, in pixels. */
const CHARACTER = 8;
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
  label: string;
  x: number;
  y: number;
  mark: Mark | undefined;
  beyond: 'before' | 'after' | undefined;
};

/** Returns a lane's `y` at `x`. Outside its marks, this is the `y` of the nearest one. */
function heightOf({ marks }: Lane, x: number): number {
  const end = marks.findLast((mark) => mark.x <= x) ?? marks[0];
  return heightAt(marks, x) ?? end?.y ?? 100;
}

/** Returns the annotations ordered by time and numbered from left to right. */
export function notesOf({ lanes, frame, dates }: DatasetView): Note[] {
  const [first, last] = [timeOf(dates[0]!), timeOf(dates.at(-1)!)];
  const all = lanes.flatMap((lane) =>
    lane.series.annotations
      .filter(({ date }) => !Number.isNaN(timeOf(date)))
      .map(({ date, label }) => {
        const time = timeOf(date);
        const mark = markOn(lane, date);
        const beyond = time < first ? ('before' as const) : time > last ? ('after' as const) : undefined;
        const x = frame.x(Math.min(Math.max(time, first), last));
        return { lane, date, label, x, y: mark?.y ?? heightOf(lane, x), mark, beyond };
      }),
  );
  return all.sort((a, b) => timeOf(a.date) - timeOf(b.date)).map((note, i) => ({ ...note, number: i + 1 }));
}

type Text = Label & { text: string; noted: boolean };

/** Returns the centre of a position: in column charts, the centre of the lane's column. */
function middle({ lanes, columns }: DatasetView, lane: Lane, x: number): number {
  if (columns === undefined) return x;
  const { offset, width } = columnsOf(lane, lanes.length, columns);
  return x + offset + width / 2;
}

/** Pixels that a text may extend beyond the plot. The left side has the axis labels. */
const OVERHANG = { left: 3, right: 18 };
/** Returns the pixels to move a text at `x` percent so that it stays within the plot. */
function inward(x: number, length: number, width: number): number {
  const [before, after] = [(x / 100) * width, (1 - x / 100) * width];
  const [left, right] = [length / 2 - before - OVERHANG.left, length / 2 - after - OVERHANG.right];
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

/** Returns the texts at the marks by priority: note numbers first, then values from the latest. */
function textsOf(view: DatasetView, unit: string, width: number): Text[] {
  const notes = notesOf(view);
  const textAt = (lane: Lane, at: { x: number; y: number; below: boolean }, text: string, noted: boolean) => {
    const length = text.length * CHARACTER + 4;
    const sides = view.columns === undefined ? [-OFF, OFF + 2] : at.below ? [OFF] : [-OFF];
    const dx = inward(at.x, length, width);
    return { x: at.x, y: at.y, dx, length, sides, lane: lane.index, text, noted };
  };
  const all = view.lanes.flatMap((lane) => [
    ...looseNotes(notes, lane).map((group) =>
      textAt(lane, { ...group[0]!, below: false }, numbersText(group), true),
    ),
    ...lane.marks.toReversed().map((mark): Text => {
      const numbers = notes.filter((note) => note.mark === mark).map(({ number }) => number);
      const value = lane.series.dataLabels ? short(mark.point.value, unit) : '';
      const text = value === '' ? numbers.join(', ') : value + raised(numbers);
      const at = { x: middle(view, lane, mark.x), y: mark.y, below: mark.point.value < 0 };
      return textAt(lane, at, text, numbers.length > 0);
    }),
  ]);
  return all.filter(({ text }) => text !== '').sort((a, b) => Number(b.noted) - Number(a.noted));
}

/** Returns the lines or columns that labels should not cover. */
function obstaclesOf(view: DatasetView): Obstacle[] {
  const zero = view.frame.y(0);
  return view.lanes.flatMap((lane): Obstacle[] => {
    if (view.columns === undefined) {
      return lane.stretches.flatMap((marks) =>
        marks.slice(1).flatMap((to, i) => {
          const from = marks[i]!;
          const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
          return [from, to].map((mark) => ({ lane: lane.index, from: mark, to: half }));
        }),
      );
    }
    const { width } = columnsOf(lane, view.lanes.length, view.columns);
    return lane.marks.map((mark) => {
      const x = middle(view, lane, mark.x);
      const box = {
        left: x - width / 2,
        right: x + width / 2,
        top: Math.min(mark.y, zero),
        bottom: Math.max(mark.y, zero),
      };
      return { lane: lane.index, box };
    });
  });
}

/** Draws a line from each note without a point down to the time axis. */
export const noteRulesView = (view: DatasetView) =>
  notesOf(view)
    .filter(({ mark, beyond }) => !mark && !beyond)
    .map(
      ({ x, y }) => svg`<line class="note" x1=${percent(x)} x2=${percent(x)} y1=${percent(y)} y2="100%" />`,
    );

/**
 * Draws the note numbers and requested values that fit. If the plot's size is unknown, draws one set for narrow or low
 * plots and one for wide plots.
 */
export function labelsView(
  view: DatasetView,
  unit: string,
  { size, colourOf }: { size?: Size; colourOf: (lane: Lane) => string },
) {
  const obstacles = obstaclesOf(view);
  const placed = (plot: Size) => {
    const texts = textsOf(view, unit, plot.width);
    const needed = texts.filter(({ noted }) => noted).length;
    const places = placeable(texts, plot, { obstacles, needed });
    return texts.map((text, i) => ({ ...text, dy: places.get(i) }));
  };
  // With several datasets, each text has the colour of its dataset.
  const textView = (text: Text & { dy: number | undefined }, className: string) =>
    datumView(text, className, view.lanes.length > 1 ? colourOf(view.lanes[text.lane]!) : nothing);
  if (size) return placed(size).map((text) => textView(text, 'datum'));
  const narrow = placed({ width: tiers[0], height: LOWEST });
  const wide = placed({ width: WIDE, height: LEAST_HEIGHT });
  return narrow.map((text, i) =>
    text.dy === wide[i]!.dy && text.dx === wide[i]!.dx
      ? textView(text, 'datum')
      : [textView(text, 'datum narrow'), textView(wide[i]!, 'datum wide')],
  );
}

const datumView = (
  { x, y, dx, dy, text }: Text & { dy: number | undefined },
  className: string,
  colour: string | typeof nothing,
) =>
  dy === undefined
    ? nothing
    : svg`<text class=${className} color=${colour} x=${percent(x)} y=${percent(y)}
      dx=${dx} dy=${dy + 5} text-anchor="middle">${text}</text>`;
