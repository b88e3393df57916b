import type { Element, Nodes } from 'hast';
import { readInline, type InlineText } from './inline.ts';
import { attribute, contains, findAll, isElement } from './nodes.ts';
import type { Media } from './media.ts';

/** The most columns that a cell may span. HTML allows 1000, but each takes memory in every row. */
const WIDEST_CELL = 50;
/** In later columns, a cell is in one row only: else each row may be wider than the one before. */
const WIDEST_TABLE = 1000;

interface TableText {
  text: string;
  rows: string[][];
  header_rows: number;
  media: Media[];
  warnings: string[];
}

const rowsOf = (table: Element): Element[] => findAll(table.children, ['tr']);
const cellsOf = (row: Element): Element[] => findAll(row.children, ['td', 'th']);

/**
 * Returns whether a table is only used for layout: it has one column, or its cells contain a table, a heading or
 * code.
 */
export function isLayoutTable(table: Element): boolean {
  const isFlow = (node: Nodes) => isElement(node) && /^(table|h[1-6]|pre)$/.test(node.tagName);
  return (
    table.children.some((child) => contains(child, isFlow)) ||
    rowsOf(table).every((row) => cellsOf(row).length < 2)
  );
}

/** Returns the cells of a layout table in reading order. */
export const layoutCells = (table: Element): Element[] => findAll(table.children, ['caption', 'td', 'th']);

/**
 * Reads a data table. The text of a cell that spans columns or rows is in the first of them, the others are empty.
 * Empty rows and columns are left out. Leading rows in `thead`, or with `th` only, are header rows. In `text`, cells
 * are separated by tabs and rows by newlines.
 */
export function readTable(table: Element): TableText {
  const inHead = new Set(findAll(table.children, ['thead']).flatMap(rowsOf));
  const found: { cells: string[]; isHead: boolean }[] = [];
  const texts: InlineText[] = [];
  const reach: number[] = [];
  for (const row of rowsOf(table)) {
    const cells: string[] = [];
    const elements = cellsOf(row);
    for (const cell of elements) {
      while ((reach[cells.length] ?? 0) > 0) cells.push(takeCovered(reach, cells.length));
      const inline = readInline(cell.children);
      texts.push(inline);
      const rowSpan = cells.length < WIDEST_TABLE ? spanOf(cell, 'rowSpan', 1000) : 1;
      for (let column = 0; column < spanOf(cell, 'colSpan', WIDEST_CELL); column++) {
        reach[cells.length] = rowSpan - 1;
        cells.push(column === 0 ? inline.text : '');
      }
    }
    while (reach.slice(cells.length).some((rows) => rows > 0)) cells.push(takeCovered(reach, cells.length));
    const isHead = inHead.has(row) || elements.every((cell) => cell.tagName === 'th');
    if (cells.some((text) => /\S/.test(text))) found.push({ cells, isHead });
  }
  const rows = dropEmptyColumns(found.map(({ cells }) => cells));
  const firstBody = found.findIndex(({ isHead }) => !isHead);
  return {
    text: rows.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')).join('\t')).join('\n'),
    rows,
    header_rows: firstBody === -1 ? found.length : firstBody,
    media: texts.flatMap(({ mediaBefore, mediaAfter }) => [...mediaBefore, ...mediaAfter]),
    warnings: texts.flatMap(({ warnings }) => warnings),
  };
}

function takeCovered(reach: number[], column: number): string {
  if ((reach[column] ?? 0) > 0) reach[column]!--;
  return '';
}

function spanOf(cell: Element, name: string, most: number): number {
  const span = Number.parseInt(attribute(cell, name) ?? '1', 10);
  return Math.min(Math.max(Number.isNaN(span) ? 1 : span, 1), most);
}

/** Returns rows of equal length without empty columns. */
function dropEmptyColumns(rows: string[][]): string[][] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const used = Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.some((row) => /\S/.test(row[column] ?? '')),
  );
  return rows.map((row) => used.map((column) => row[column] ?? ''));
}
