import { nothing, svg } from 'lit';
import { tiers, WIDE } from './axis.ts';
import { columnsOf } from './columns.ts';
import { markOn, type DatasetView, type Lane } from './dataset.ts';
import { short } from './format.ts';
import type { Mark } from './frame.ts';
import { LEAST_HEIGHT, placeable, type Label, type Obstacle, type Size } from './labels.ts';
import { percent } from './line.ts';

/** Pixels of a label's character, and how far labels stand off their marks. */
const CHARACTER = 8;
const OFF = 15;

/** An annotation with the number that stands for it in the drawing. */
export type Note = { number: number; lane: Lane; mark: Mark; label: string };

/** The annotations that have a point to stand at, numbered in the order of datasets. */
export const notesOf = ({ lanes }: DatasetView): Note[] =>
  lanes
    .flatMap((lane) =>
      lane.series.annotations.flatMap(({ date, label }) => {
        const mark = markOn(lane, date);
        return mark ? [{ lane, mark, label }] : [];
      }),
    )
    .map((note, i) => ({ ...note, number: i + 1 }));

type Text = Label & { text: string; noted: boolean };

/** The horizontal middle of a mark: with columns, of its lane's column. */
function middle({ lanes, columns }: DatasetView, lane: Lane, mark: Mark): number {
  if (columns === undefined) return mark.x;
  const { offset, width } = columnsOf(lane, lanes.length, columns);
  return mark.x + offset + width / 2;
}

/** Pixels that a text may hang over at the plot's left, where the axis has its labels, and at its right. */
const OVERHANG = { left: 3, right: 18 };
/** Pixels by which a text at `x` percent moves inward so that it stays within the plot. */
function inward(x: number, length: number, width: number): number {
  const [before, after] = [(x / 100) * width, (1 - x / 100) * width];
  const [left, right] = [length / 2 - before - OVERHANG.left, length / 2 - after - OVERHANG.right];
  return Math.max(0, left) - Math.max(0, right);
}

const raised = (number: number) => [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');

/** The texts at the marks: numbers of notes first, then values from the latest on, for these have the right of way. */
function textsOf(view: DatasetView, unit: string, width: number): Text[] {
  const notes = notesOf(view);
  const all = view.lanes.flatMap((lane) =>
    lane.marks.toReversed().map((mark): Text => {
      const number = notes.find((note) => note.mark === mark)?.number;
      const value = lane.series.dataLabels ? short(mark.point.value, unit) : '';
      const text = value === '' ? String(number ?? '') : value + (number === undefined ? '' : raised(number));
      const x = middle(view, lane, mark);
      const length = text.length * CHARACTER + 4;
      const column = mark.point.value < 0 ? [OFF] : [-OFF];
      return {
        x,
        y: mark.y,
        dx: inward(x, length, width),
        length,
        sides: view.columns === undefined ? [-OFF, OFF + 2] : column,
        lane: lane.index,
        text,
        noted: number !== undefined,
      };
    }),
  );
  return all.filter(({ text }) => text !== '').sort((a, b) => Number(b.noted) - Number(a.noted));
}

/** What the lanes draw: their lines, or their columns. */
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
      const x = middle(view, lane, mark);
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

/**
 * The numbers of the notes and the values that were asked for, as many as have room. Where the plot's size is not
 * known they come for narrow and for wide ones.
 */
export function labelsView(view: DatasetView, unit: string, size?: Size) {
  const obstacles = obstaclesOf(view);
  const placed = (plot: Size) => {
    const texts = textsOf(view, unit, plot.width);
    const needed = texts.filter(({ noted }) => noted).length;
    const places = placeable(texts, plot, { obstacles, needed });
    return texts.map((text, i) => ({ ...text, dy: places.get(i) }));
  };
  if (size) return placed(size).map((text) => textView(text, 'datum'));
  const narrow = placed({ width: tiers[0], height: LEAST_HEIGHT });
  const wide = placed({ width: WIDE, height: LEAST_HEIGHT });
  return narrow.map((text, i) =>
    text.dy === wide[i]!.dy && text.dx === wide[i]!.dx
      ? textView(text, 'datum')
      : [textView(text, 'datum narrow'), textView(wide[i]!, 'datum wide')],
  );
}

const textView = ({ x, y, dx, dy, text }: Text & { dy: number | undefined }, className: string) =>
  dy === undefined
    ? nothing
    : svg`<text class=${className} x=${percent(x)} y=${percent(y)}
      dx=${dx} dy=${dy + 5} text-anchor="middle">${text}</text>`;
