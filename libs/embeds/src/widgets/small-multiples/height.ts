import { plainText } from '../../text.ts';
import { wrapText } from '../../width.ts';
import type { ComparisonData } from './data.ts';

/** Pixels: what is around the panels, the padding beside them, the least width of a panel, and the gap between two. */
const AROUND = 276;
const PADDING = 32;
const LEAST = 128;
const GAP = 28;
/** Pixels: a row of panels whose names have one line, a row without values, a line of a name, and its letters. */
const ROW = 200;
const EMPTY = 62;
const LINE = 21;
const NAME = { size: 13, bold: true };

/** Returns the pixels of height that the panels need in a frame of this width. */
export function multiplesHeight(data: ComparisonData, width: number): number {
  const { companies } = data;
  const room = width - PADDING;
  const across = Math.max(1, Math.floor((room + GAP) / (LEAST + GAP)));
  const column = (room + GAP) / across - GAP;
  let height = AROUND;
  for (let i = 0; i < companies.length; i += across) {
    const panels = companies.slice(i, i + across);
    const most = Math.max(
      ...panels.map(({ company }) => wrapText(plainText(company.name), column, NAME).length),
    );
    const isFull = panels.some(({ points }) => points.length > 0);
    height += (isFull ? ROW : EMPTY) + (most - 1) * LINE;
  }
  return height;
}
