import type { Element, ElementContent } from 'hast';
import { contains, findAll, isBlock, isElement } from '../nodes.ts';
import { MAX_TITLE, textOf } from './older-line.ts';

export const rowsOf = (table: Element): Element[] => findAll(table.children, ['tr']);

/** Returns the cells of a row that show text. */
export const cellsOf = (row: Element): Element[] =>
  findAll(row.children, ['td', 'th']).filter((cell) => textOf(cell) !== '');

/** Returns whether a table lists items, as a table of contents does: hardly a word stands between them. */
export const listsItems = (table: Element, items: number): boolean =>
  items > 2 && textOf(table).split(' ').length < items * 25;

/**
 * Takes rows out of a table that is used for layout.
 * @param read returns what takes the place of a row; undefined for a row that stays in a table
 */
export function tableParts(table: Element, read: (row: Element) => Element[] | undefined): Element[] {
  const parts: Element[] = [];
  let open: Element[] = [];
  const close = () => {
    if (open.some((row) => textOf(row) !== '')) parts.push({ ...table, children: [madeOf('tbody', open)] });
    open = [];
  };
  for (const row of rowsOf(table)) {
    const found = read(row);
    if (!found) open.push(row);
    else {
      close();
      parts.push(...found);
    }
  }
  close();
  return open.length === 0 && parts.length === 1 && parts[0]!.tagName === 'table' ? [table] : parts;
}

/** Returns the lines in the cells of a row that has a whole text; undefined for a row of short cells. */
export function linesOfRow(row: Element): Element[] | undefined {
  if (textOf(row).length <= MAX_TITLE) return undefined;
  return cellsOf(row).flatMap(({ children }) => {
    if (children.some((child) => contains(child, isBlock))) return [madeOf('div', children)];
    const lines: ElementContent[][] = [[]];
    for (const child of children)
      if (isElement(child) && child.tagName === 'br') lines.push([]);
      else lines.at(-1)!.push(child);
    return lines.map((line) => madeOf('p', line)).filter((line) => textOf(line) !== '');
  });
}

const madeOf = (tagName: string, children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});
