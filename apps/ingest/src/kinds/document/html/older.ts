import type { Element, ElementContent, Nodes, Root } from 'hast';
import { contains, findAll, isBlock, isElement, rawText } from '../nodes.ts';
import { blocksOf, isHeading, replaced } from './older-blocks.ts';
import { withoutContents } from './older-contents.ts';
import { element, isMarked, ITEM, LONGEST, readLine, textOf, TITLE } from './older-line.ts';
import { paragraphsOf } from './older-pre.ts';

/**
 * Marks the lines that head parts and items of a filing from before inline XBRL as headings, in any typography: a line
 * with a number and a title of the forms, or a bold, underlined or capital one. A PART gets level 1, an Item level 2.
 * Lines of a table of contents get none. An item that is followed by its text in the same line is split from it, and
 * text in `pre` becomes paragraphs.
 */
export function markOlderItems(root: Root): Root {
  const marked = { ...root, children: root.children.flatMap((child) => visit(child)) as Root['children'] };
  return withoutContents(joinTitles(marked));
}

function visit(node: Nodes): Nodes[] {
  if (!isElement(node)) return [node];
  if (node.tagName === 'pre') return paragraphsOf(rawText(node)).flatMap((line) => readLine(line));
  if (node.tagName === 'table') return tableParts(node);
  const isLine = isBlock(node) && !node.children.some((child) => contains(child, isBlock));
  return isLine
    ? readLine(node)
    : [{ ...node, children: node.children.flatMap((child) => visit(child) as ElementContent[]) }];
}

/** Takes the rows that head items out of a table that is used for layout. A table of contents stays whole. */
function tableParts(table: Element): Element[] {
  const rows = findAll(table.children, ['tr']);
  const headings = rows.map((row) => {
    const [heading, ...others] =
      textOf(row).length <= LONGEST ? readLine(element('p', cellsOf(row)), isMarked(row)) : [];
    const isHeading = heading !== undefined && /^h\d$/.test(heading.tagName) && others.length === 0;
    const isLinked = findAll([row], ['a']).some((link) => link.properties['href'] !== undefined);
    return isHeading && !isLinked ? heading : undefined;
  });
  const found = headings.filter((heading) => heading !== undefined);
  const words = textOf(table).split(' ').length;
  const isContents = found.length > 2 && words < found.length * 25;
  if (found.length === 0 || isContents || findAll(table.children, ['table']).length > 0) {
    const hasTables = findAll(table.children, ['table']).length > 0;
    return hasTables ? [{ ...table, children: table.children.map(inside) }] : [table];
  }
  const parts: Element[] = [];
  let open: Element[] = [];
  const close = () => {
    if (open.some((row) => textOf(row) !== ''))
      parts.push({
        ...table,
        children: [{ type: 'element', tagName: 'tbody', properties: {}, children: open }],
      });
    open = [];
  };
  rows.forEach((row, i) => {
    const heading = headings[i];
    if (!heading) open.push(row);
    else {
      close();
      parts.push(heading);
    }
  });
  close();
  return parts;
}

/** Marks the items of the tables inside of a table. */
const inside = (node: ElementContent): ElementContent =>
  isElement(node)
    ? { ...node, children: node.children.flatMap((child) => visit(child) as ElementContent[]) }
    : node;

const cellsOf = (row: Element): string =>
  findAll(row.children, ['td', 'th'])
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ');

/** Joins the number of an item with the title in the next line. */
function joinTitles(root: Root): Root {
  const by = new Map<Nodes, Nodes | null>();
  const blocks = blocksOf(root).filter((block) => textOf(block) !== '');
  blocks.forEach((block, i) => {
    const next = blocks[i + 1];
    const text = textOf(block);
    if (!isHeading(block) || block.tagName !== 'h2' || text.replace(ITEM, '') !== '' || !next) return;
    const title = textOf(next);
    if (isHeading(next) || next.tagName === 'table' || title.length > LONGEST || !TITLE.test(title)) return;
    by.set(block, element('h2', `${text} ${title}`));
    by.set(next, null);
  });
  return replaced(root, by)[0] as Root;
}
