import type { Element, ElementContent, Nodes, Root } from 'hast';
import { joinTitles } from './item-titles.ts';
import { cellsOf, linesOfRow, listsItems, rowsOf, tableParts } from './layout-tables.ts';
import { isHeading } from './older-blocks.ts';
import { isOfContents, isReference, ITEM, readLine, textOf } from './older-line.ts';
import { childrenOf, contains, findAll, isBlock, isElement } from '../nodes.ts';

/** `PART II`, `Part I – Financial Information`: 10-K and 10-Q. */
const PART = /^part\s+(?:[ivx]+|[1-4])\b(?!.*\bitem\b)/i;
const SIGNATURES = /^signatures?$/i;
/** `See accompanying notes`, `Refer to Part II`, `Note 3 to Item 8`: a line in bold that names another part. */
const REFERENCE = /^\(?(?:please\s+)?(?:see|refer|read|cf)\b|\bitems?\s*\d{1,2}[a-k]?(?:\.\d{2})?(?!\d)/i;
/** A longer line is a sentence, even in bold. The longest title of an item in the forms has 180 characters. */
const MAX_ITEM = 250;
const MAX_BOLD = 120;

/**
 * Marks the lines that head the parts of an SEC filing as headings. Filings have no heading elements: parts and items
 * are bold, capital or underlined lines. A PART gets level 1, an Item level 2, and other lines that are entirely bold
 * level 3. The cover page, links (as in tables of contents), references to other parts, and lines inside lists and tables
 * get none, except items that are set in a table for layout. An item that begins a paragraph is split from it.
 * @param filer the filer's name, which many statements repeat above their own title
 */
export function markHeadings(root: Root, filer: string): Root {
  const hasOwn = findAll(root.children, ['h1', 'h2', 'h3', 'h4']).length > 2;
  let isBegun = false;
  const level = (text: string, line: Line): number | undefined => {
    if (text === '' || line.isLinked) return undefined;
    const isSet = line.isBold || line.isUnderlined || (line.isBegunMarked && isTitle(text));
    if (text.length <= MAX_ITEM && (isSet || /^(?:ITEMS?|PART)\b/.test(text)) && !isReference(text)) {
      const found = PART.test(text) ? 1 : isItem(text) ? 2 : undefined;
      if (found !== undefined) {
        isBegun = true;
        return found;
      }
    }
    if (!isBegun || hasOwn || !line.isBold) return undefined;
    if (SIGNATURES.test(text)) return 1;
    const isSentence = text.length > MAX_BOLD || /[:;,]$/.test(text) || !/\p{L}{2}/u.test(text);
    const isBeside = /^\(.*\)$/.test(text) || text.toLowerCase().endsWith(filer.toLowerCase());
    return isSentence || isBeside || REFERENCE.test(text) ? undefined : 3;
  };
  /** Returns the heading that a line is, or a heading and the text after it; undefined for another line. */
  const read = (line: Element): Element[] | undefined => {
    const text = textOf(line);
    const marks = marksOf(line);
    const found = level(text, marks);
    if (found !== undefined) return [heading(found, line)];
    const isRunIn = marks.isBegunMarked && !marks.isLinked && ITEM.test(text);
    const parts = isRunIn ? readLine(line, false) : [line];
    if (parts[0] === line) return undefined;
    isBegun = true;
    return parts;
  };
  const visit = (node: Nodes): Nodes[] => {
    if (!isElement(node) || /^h[1-6]$/.test(node.tagName)) return [withChildren(node, visit)];
    if (node.tagName === 'table') return partsOf(node);
    if (/^[uo]l$/.test(node.tagName)) return [node];
    const isLine = isBlock(node) && !node.children.some((child) => contains(child, isBlock));
    return isLine ? (read(node) ?? [node]) : [withChildren(node, visit)];
  };
  /** Takes the rows that head items, and those with the text of whole items, out of a table that is used for layout. */
  const partsOf = (table: Element): Nodes[] => {
    if (findAll(table.children, ['table']).length > 0) return [withChildren(table, visit)];
    const items = new Map(rowsOf(table).map((row) => [row, itemOfRow(row)]));
    if (listsItems(table, [...items.values()].filter(Boolean).length)) return [table];
    return tableParts(table, (row) => {
      const line = items.get(row);
      const found = line && read(line);
      if (found) return found;
      const parts = linesOfRow(row)?.flatMap((part) => visit(part) as Element[]);
      return parts?.some((part) => contains(part, isHeading)) ? parts : undefined;
    });
  };
  return joinTitles(withChildren(root, visit) as Root);
}

/** Returns whether a line is the number of an item, alone or with a title. A title does not begin like a sentence or a quotation. */
function isItem(text: string): boolean {
  const number = ITEM.exec(text)?.[0];
  const isCapital = text === text.toUpperCase();
  return (
    number !== undefined &&
    /^(?:[\p{Lu}\p{N}[(]|$)/u.test(text.slice(number.length).replace(isCapital ? /^,\s*/ : '', ''))
  );
}

const withChildren = (node: Nodes, visit: (child: Nodes) => Nodes[]): Nodes =>
  'children' in node ? ({ ...node, children: childrenOf(node).flatMap(visit) } as Nodes) : node;

const heading = (level: number, { children }: Element): Element => ({
  type: 'element',
  tagName: `h${level}`,
  properties: {},
  children,
});

/** Returns whether a line is a title: its longer words begin with a capital letter, and it does not end like a table of contents. */
const isTitle = (text: string): boolean =>
  text.length <= MAX_BOLD &&
  !isOfContents(text) &&
  (text.match(/[\p{L}’']{5,}/gu) ?? []).every((word) => /^\p{Lu}/u.test(word));

interface Line {
  /** Whether its first words are bold, italic or underlined. */
  isBegunMarked: boolean;
  /** Whether the whole line is bold. */
  isBold: boolean;
  isUnderlined: boolean;
  isLinked: boolean;
}

/** Returns how a line is set. A mark counts if all words have it. */
function marksOf(line: Element): Line {
  const words = { all: 0, bold: 0, underlined: 0, linked: 0 };
  let isBegunMarked = false;
  const visit = (node: Nodes, marks: Record<'bold' | 'italic' | 'underlined' | 'linked', boolean>): void => {
    if (node.type === 'text' && /\S/.test(node.value)) {
      if (words.all++ === 0) isBegunMarked = marks.bold || marks.italic || marks.underlined;
      for (const mark of ['bold', 'underlined', 'linked'] as const) if (marks[mark]) words[mark]++;
    }
    const name = isElement(node) ? node.tagName : '';
    const style = isElement(node) ? String(node.properties['style'] ?? '') : '';
    const inside = {
      bold: marks.bold || name === 'b' || name === 'strong',
      italic: marks.italic || name === 'i' || name === 'em',
      underlined: marks.underlined || name === 'u' || /text-decoration[\w-]*\s*:\s*underline/i.test(style),
      linked: marks.linked || (name === 'a' && isElement(node) && node.properties['href'] !== undefined),
    };
    for (const child of childrenOf(node)) visit(child, inside);
  };
  visit(line, { bold: false, italic: false, underlined: false, linked: false });
  const isAll = (count: number) => words.all > 0 && count === words.all;
  return {
    isBegunMarked,
    isBold: isAll(words.bold),
    isUnderlined: isAll(words.underlined),
    isLinked: isAll(words.linked),
  };
}

/** Returns an item that is set as a row of a table, its number and its title in two cells, as one line. */
function itemOfRow(row: Element): Element | undefined {
  const cells = cellsOf(row);
  const text = cells.map(textOf).join(' ');
  if (text.length > MAX_ITEM || !ITEM.test(text) || isOfContents(text)) return undefined;
  const space: ElementContent = { type: 'text', value: ' ' };
  const children = cells.flatMap((cell) => [...cell.children, space]);
  return { type: 'element', tagName: 'div', properties: {}, children };
}
