import type { Element, ElementContent, Nodes, Root } from 'hast';
import { contains, findAll, isBlock, isElement, rawText } from '../nodes.ts';
import { joinTitles } from './item-titles.ts';
import { cellsOf, linesOfRow, listsItems, rowsOf, tableParts } from './layout-tables.ts';
import { isHeading } from './older-blocks.ts';
import { demoteContentsHeadings } from './older-contents.ts';
import { element, isMarked, MAX_TITLE, readLine, textOf } from './older-line.ts';
import { paragraphsOf } from './older-pre.ts';

/**
 * Marks the lines that head parts and items of a filing from before inline XBRL as headings, in any typography: a line
 * with a number and a title of the forms, or a bold, underlined or capital one. A PART gets level 1, an Item level 2.
 * Lines of a table of contents get none. An item that is followed by its text in the same line is split from it, and
 * text in `pre` becomes paragraphs.
 */
export function markOlderItems(root: Root): Root {
  const marked = { ...root, children: root.children.flatMap((child) => visit(child)) as Root['children'] };
  return demoteContentsHeadings(joinTitles(marked));
}

function visit(node: Nodes): Nodes[] {
  if (!isElement(node)) return [node];
  if (node.tagName === 'pre') return paragraphsOf(rawText(node)).flatMap((line) => readLine(line));
  if (node.tagName === 'table') return partsOf(node);
  const isLine = isBlock(node) && !node.children.some((child) => contains(child, isBlock));
  return isLine
    ? readLine(node)
    : [{ ...node, children: node.children.flatMap((child) => visit(child) as ElementContent[]) }];
}

/**
 * Takes the rows that head items, and those with the text of whole items, out of a table that is used for layout. A table
 * of contents stays whole.
 */
function partsOf(table: Element): Element[] {
  if (findAll(table.children, ['table']).length > 0)
    return [{ ...table, children: table.children.map(inside) }];
  const headings = new Map(rowsOf(table).map((row) => [row, headingOf(row)]));
  if (listsItems(table, [...headings.values()].filter(Boolean).length)) return [table];
  return tableParts(table, (row) => {
    const heading = headings.get(row);
    if (heading) return [heading];
    const parts = linesOfRow(row)?.flatMap((line) => visit(line) as Element[]);
    return parts?.some((part) => contains(part, isHeading)) ? parts : undefined;
  });
}

/** Returns the heading that a row is. */
function headingOf(row: Element): Element | undefined {
  const text = cellsOf(row).map(textOf).join(' ');
  const isLinked = findAll([row], ['a']).some((link) => link.properties['href'] !== undefined);
  if (isLinked || text.length > MAX_TITLE) return undefined;
  const [heading, ...others] = readLine(element('p', text), isMarked(row));
  return heading && isHeading(heading) && others.length === 0 ? heading : undefined;
}

/** Marks the items of the tables inside of a table. */
const inside = (node: ElementContent): ElementContent =>
  isElement(node)
    ? { ...node, children: node.children.flatMap((child) => visit(child) as ElementContent[]) }
    : node;
