import type { Element, ElementContent, Nodes, Root } from 'hast';
import { childrenOf, contains, findAll, isBlock, isElement, rawText } from '../nodes.ts';

/** `Item 5.`, `ITEM 1A:`, `Items 1 and 2.`, `Item 5.02`, and what follows. */
const ITEM =
  /^items?\s*(\d{1,2}[a-d]?(?:\.\d{2})?)(?:\([a-z]\))?(?:\s*(?:and|&)\s*\d{1,2}[a-d]?)?\s*[.:)–—-]*\s*/i;
const PART = /^part\s+(?:i{1,3}|iv)\b(?!.*\bitem\b)/i;
const SIGNATURES = /^signatures?$/i;
/** How the titles of items begin in Forms 8-K, 10-Q and 10-K, before and after their numbering changed. */
const TITLE = new RegExp(
  `^(?:${[
    'changes? in (?:control|registrant|the registrant|fiscal|shell|and disagreements|securities)',
    '(?:completion of )?acquisitions? or disposition',
    'bankruptcy',
    'other (?:events|information|materially)',
    'resignations? of',
    '(?:consolidated |condensed |interim )*financial (?:statements|information)',
    'regulation fd',
    'sales? of (?:equity|unregistered)',
    'amendments? (?:to|of)',
    'temporary suspension',
    'results? of operations',
    'entry into',
    'termination of',
    'creation of',
    'triggering events',
    'costs associated',
    'material (?:impairments|modifications?)',
    'notice of delisting',
    'unregistered sales',
    'non-?reliance',
    'departure of',
    'election of',
    'appointment of',
    'submission of',
    'mine safety',
    "management['’]?s['’]? discussion",
    'quantitative and',
    'controls? and procedures',
    'legal proceedings',
    'risk factors',
    'defaults? (?:up)?on',
    'exhibits?',
    'business',
    'description of (?:business|property|properties)',
    'properties',
    'unresolved staff',
    'executive (?:officers|compensation)',
    'market (?:for|price)',
    'selected (?:consolidated |historical )*financial',
    'directors',
    'security ownership',
    'certain relationships',
    'principal account',
  ].join('|')})\\b`,
  'i',
);
/** The longest title in the forms has 180 characters. */
const LONGEST = 250;
/** Words that make up for a section; the lines of a table of contents have fewer between them. */
const FEWEST_WORDS = 5;

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

/** The text of a line, without a rule below it. */
const textOf = (node: Nodes): string =>
  rawText(node)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\S) [-=_]{3,}$/, '');

const element = (tagName: string, text: string): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children: [{ type: 'text', value: text }],
});

/** Returns a line as it is, as a heading, or as a heading and the text after it. */
function readLine(line: Element, isBold = isMarked(line)): Element[] {
  const text = textOf(line);
  if (text === '' || line.tagName === 'pre' || isOfContents(text)) return [line];
  const isSet = isBold || text === text.toUpperCase();
  if (PART.test(text)) return text.length <= 100 && isSet ? [element('h1', text)] : [line];
  if (SIGNATURES.test(text)) return [element('h1', text)];
  const item = ITEM.exec(text);
  if (!item || text.startsWith('i')) return [line];
  const rest = text.slice(item[0].length);
  if (rest === '') return [element('h2', text)];
  const end = TITLE.test(rest) && /^\p{Lu}/u.test(rest) ? endOfTitle(rest) : undefined;
  if (end === undefined)
    return isSet && text.length <= LONGEST && /^\p{Lu}/u.test(rest) ? [element('h2', text)] : [line];
  const after = rest.slice(end).replace(/^[\s.:–—-]+/, '');
  if (after === '' || (isSet && text.length <= LONGEST)) return [element('h2', text)];
  // A title that goes on in lowercase is a sentence about the item.
  if (!/^[\p{Lu}\p{N}("“]/u.test(after)) return text.length <= 120 ? [element('h2', text)] : [line];
  return [element('h2', text.slice(0, item[0].length + end).trim()), element('p', after)];
}

/** Returns where a title ends: at its full stop, colon or dash, or after its capital words. */
function endOfTitle(rest: string): number | undefined {
  const mark = /(?<!\b(?:inc|co|corp|no|u\.s))(?:[.:](?=\s|$)|\s[–—-]{1,2}\s)/i.exec(rest);
  const end = mark ? mark.index : rest.length;
  return end <= LONGEST ? end : undefined;
}

/** Returns whether a line ends like one of a table of contents: with dots, or a page number after a title. */
const isOfContents = (text: string): boolean =>
  /(?:\. ?){4,}|_{4,}/.test(text) ||
  (/^(?:item|part)\b/i.test(text) && /[a-z)\]] {1,}(?:\d{1,3}|n\/a|\*)$/i.test(text));

/** Returns whether all words of a line are bold or underlined. */
function isMarked(line: Element): boolean {
  const words = { all: 0, marked: 0 };
  const count = (node: Nodes, isInside: boolean): void => {
    if (node.type === 'text' && /[\p{L}\p{N}]/u.test(node.value)) {
      words.all++;
      if (isInside) words.marked++;
    }
    const style = isElement(node) ? String(node.properties['style'] ?? '') : '';
    const isMark = isElement(node) && /^(?:b|strong|u|h\d)$/.test(node.tagName);
    const inside = isInside || isMark || /text-decoration[\w-]*\s*:\s*underline/i.test(style);
    for (const child of childrenOf(node)) count(child, inside);
  };
  count(line, false);
  return words.all > 0 && words.all === words.marked;
}

/** Returns the paragraphs of preformatted text. Columns stay as they are. */
function paragraphsOf(text: string): Element[] {
  return text
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .filter((block) => block.trim() !== '')
    .flatMap((block) => {
      const lines = block.split('\n').filter((line) => line.trim() !== '');
      const heads = lines.findIndex((line, i) => i > 0 && ITEM.test(line.trim()));
      if (heads > 0)
        return [
          ...paragraphsOf(lines.slice(0, heads).join('\n')),
          ...paragraphsOf(lines.slice(heads).join('\n')),
        ];
      const [first = '', ...others] = lines;
      const isItem = ITEM.test(first.trim());
      const isColumns = lines.filter((line) => /\S(?: {3,}|\t)\S/.test(line)).length > lines.length / 2;
      if (isColumns && !(isItem && lines.length < 3)) return [element('pre', block)];
      const joined = lines.map((line) => line.trim()).join(' ');
      // The title of an item may go on in the next line, but a sentence there is its text.
      const isTitle = joined.length <= LONGEST && !/[a-z,;]\.\s+\p{Lu}/u.test(joined);
      const isText = isItem && others.length > 0 && !isTitle;
      return isText
        ? [
            element('p', first.trim()),
            element(
              'p',
              lines
                .slice(1)
                .map((line) => line.trim())
                .join(' '),
            ),
          ]
        : [element('p', joined)];
    });
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

const isHeading = (node: Nodes): boolean => isElement(node) && /^h[12]$/.test(node.tagName);

/** The blocks of a tree in reading order, without containers. */
function blocksOf(node: Nodes): Element[] {
  if (!isElement(node)) return childrenOf(node).flatMap(blocksOf);
  const isLeaf =
    isHeading(node) || (isBlock(node) && !node.children.some((child) => contains(child, isBlock)));
  return isLeaf || node.tagName === 'table' ? [node] : node.children.flatMap(blocksOf);
}

const replaced = (node: Nodes, by: Map<Nodes, Nodes | null>): Nodes[] => {
  const other = by.get(node);
  if (other !== undefined) return other === null ? [] : [other];
  return 'children' in node
    ? [{ ...node, children: childrenOf(node).flatMap((child) => replaced(child, by)) } as Nodes]
    : [node];
};

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

/**
 * Takes back the headings of a table of contents: those with hardly a word before the next one whose item comes again.
 * A heading that only continues an item on the next page is one of them.
 */
function withoutContents(root: Root): Root {
  const blocks = blocksOf(root);
  const headings = blocks.flatMap((block, at) =>
    isHeading(block) ? [{ block, at, key: keyOf(block) }] : [],
  );
  const by = new Map<Nodes, Nodes | null>();
  headings.forEach(({ block, at, key }, i) => {
    const end = headings[i + 1]?.at ?? blocks.length;
    const words = blocks
      .slice(at + 1, end)
      .map(textOf)
      .filter((text) => !isOfContents(text))
      .join(' ')
      .split(' ')
      .filter((word) => /\p{L}/u.test(word)).length;
    const isAgain = headings.slice(i + 1).some((other) => other.key === key);
    const isContinued =
      /\(?continued\)?\.?$/i.test(textOf(block)) && headings.slice(0, i).some((h) => h.key === key);
    // Of a table of contents, the last line is followed by text.
    const isListed = isAgain && (words < FEWEST_WORDS || (i > 0 && by.has(headings[i - 1]!.block)));
    if (isListed || isContinued) by.set(block, { ...block, tagName: 'p' });
  });
  return by.size === 0 ? root : (replaced(root, by)[0] as Root);
}

/** Returns the number of an item and the beginning of its title, by which it is found again. */
function keyOf(heading: Element): string {
  const text = textOf(heading).toLowerCase();
  const item = ITEM.exec(text);
  const title = text.slice(item?.[0].length ?? 0).replace(/[^a-z]/g, '');
  return `${item?.[1] ?? ''} ${title.slice(0, 12)}`;
}
