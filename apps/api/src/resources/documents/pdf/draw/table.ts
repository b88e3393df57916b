import type { DocumentElement } from '@dossier/shared';
import type { Face } from './fonts.ts';
import { breakLines, type Line } from './lines.ts';
import { drawArtifact, drawLine, ink, type Part, type Sheet, type Type } from './sheet.ts';

type TableElement = Extract<DocumentElement, { type: 'table' }>;

const TYPE: Type = { size: 9, leading: 12.5 };
const GAP = 14;
const PADDING = 4;
/** The widest a sparse table may be stretched, as a multiple of its natural width. */
const WIDEST = 2.2;

interface Cell {
  lines: Line[];
  isRight: boolean;
}

/** Draws a table over the full width. A header of at most half a page repeats on each page, and only taller rows are split. */
export function drawTable(sheet: Sheet, { rows, header_rows }: TableElement): void {
  if (rows.length === 0) return;
  const widths = columnWidths(sheet, rows, header_rows);
  const isNumeric = widths.map((_, column) =>
    isNumbers(rows.slice(header_rows).map((row) => row[column] ?? '')),
  );
  const cellsOf = (row: string[], index: number): Cell[] =>
    widths.map((width, column) => ({
      lines: linesOf(sheet, row[column] ?? '', index < header_rows ? 'bold' : 'regular', width),
      isRight: isNumeric[column]!,
    }));
  const all = rows.map(cellsOf);
  const heights = all.map((cells) => heightOf(linesOfRow(cells)));
  const headHeight = sum(heights.slice(0, header_rows));
  const repeated = headHeight <= sheet.height / 2 ? all.slice(0, header_rows) : [];
  const below = linesIn(sheet.height - (repeated.length > 0 ? headHeight : 0));
  const drawHeadAgain = () => drawRepeated(sheet, repeated, widths);

  sheet.part('Table', (table) => {
    all.forEach((cells, index) => {
      const isHead = index < header_rows;
      // The header stays on the same page as the row below it.
      const kept = index === 0 ? sum(heights.slice(0, header_rows + 1)) : heights[index]!;
      const isNewPage = sheet.ensure(Math.min(kept, isHead ? sheet.height : heightOf(below)));
      if (isNewPage && !isHead) drawHeadAgain();
      const tr = sheet.open('TR', { parent: table });
      const inCell: InCell = (draw) => sheet.part(isHead ? 'TH' : 'TD', draw, { parent: tr });
      if (isHead) drawRow(sheet, cells, { widths, inCell });
      else drawRow(sheet, cells, { widths, inCell, most: below, onPage: drawHeadAgain });
      tr.end();
      rule(sheet, widths, isHead && index === header_rows - 1);
    });
  });
  sheet.space(12);
}

const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);

const linesOfRow = (cells: Cell[]): number => Math.max(1, ...cells.map(({ lines }) => lines.length));
const heightOf = (lines: number): number => lines * TYPE.leading + 2 * PADDING;
const linesIn = (height: number): number => Math.max(1, Math.floor((height - 2 * PADDING) / TYPE.leading));

function drawRepeated(sheet: Sheet, head: Cell[][], widths: number[]): void {
  if (head.length === 0) return;
  const part: Part = {
    add: (draw) => {
      if (typeof draw === 'function') draw();
      return undefined as never;
    },
  };
  drawArtifact(sheet.doc, 'Pagination', () => {
    for (const cells of head) drawRow(sheet, cells, { widths, inCell: (draw) => draw(part) });
  });
  rule(sheet, widths, true);
}

type InCell = (draw: (part: Part) => void) => void;

/** Draws a row from top to bottom. A row of more than `most` lines continues on the next pages. */
function drawRow(
  sheet: Sheet,
  cells: Cell[],
  {
    widths,
    inCell,
    most = linesIn(sheet.height),
    onPage = () => {},
  }: { widths: number[]; inCell: InCell; most?: number; onPage?: () => void },
): void {
  const count = linesOfRow(cells);
  for (let start = 0; start < count; start += most) {
    if (start > 0 && sheet.ensure(sheet.height)) onPage();
    const from = sheet.y + PADDING;
    let x = sheet.left;
    cells.forEach(({ lines, isRight }, column) => {
      const width = widths[column]!;
      const left = x;
      inCell((part) => {
        lines.slice(start, start + most).forEach((line, index) => {
          const at = isRight ? left + width - line.width : left;
          drawLine(sheet, line, { x: at, y: from + index * TYPE.leading, type: TYPE, part });
        });
      });
      x += width + GAP;
    });
    sheet.y = from + Math.min(most, count - start) * TYPE.leading + PADDING;
  }
}

function rule({ doc, left, y }: Sheet, widths: number[], isStrong: boolean): void {
  const width = sum(widths) + GAP * (widths.length - 1);
  drawArtifact(doc, 'Layout', () =>
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(isStrong ? 0.8 : 0.4)
      .stroke(isStrong ? ink.text : ink.line),
  );
}

function linesOf(sheet: Sheet, text: string, face: Face, width: number): Line[] {
  return breakLines(sheet.fonts.cut(text, face), width, sheet.measure(TYPE.size));
}

/**
 * Returns the width of each column. If all cells fit on one line, the remaining space is divided in proportion.
 * Otherwise each column fits at least its longest word, and the columns that need more share the rest.
 */
function columnWidths(sheet: Sheet, rows: string[][], header_rows: number): number[] {
  const count = Math.max(...rows.map((row) => row.length));
  const total = sheet.width - GAP * (count - 1);
  const measure = sheet.measure(TYPE.size);
  const widest = (column: number, cut: (text: string) => string[]) =>
    Math.max(
      8,
      ...rows.flatMap((row, index) => {
        const face = index < header_rows ? 'bold' : 'regular';
        return cut(row[column] ?? '').map((text) =>
          sheet.fonts.cut(text, face).reduce((sum, each) => sum + measure(each.text, each.face), 0.1),
        );
      }),
    );
  const columns = Array.from({ length: count }, (_, column) => column);
  const natural = columns.map((column) => widest(column, (text) => text.split('\n')));
  const least = columns.map((column) => widest(column, (text) => text.split(/\s+/)));

  if (sum(natural) <= total) {
    const factor = Math.min(total / sum(natural), WIDEST);
    return natural.map((width) => width * factor);
  }
  if (sum(least) >= total) return least.map((width) => (width / sum(least)) * total);
  const wanted = natural.map((width, column) => width - least[column]!);
  const left = total - sum(least);
  return least.map((width, column) => width + (wanted[column]! / sum(wanted)) * left);
}

/** Returns true for a column of figures, which are aligned right. */
function isNumbers(cells: string[]): boolean {
  const given = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && !/^[-–—]$/.test(cell));
  const numbers = given.filter((cell) =>
    /^[-+−~≈<>]?\s?\p{Sc}?\s?[\d.,\s]*\d\S{0,3}(?:\s(?:\p{L}{1,8}\.?))?$/u.test(cell),
  );
  // Years are aligned left, like words.
  return given.length > 0 && numbers.length === given.length && !given.every((cell) => /^\d{4}$/.test(cell));
}
