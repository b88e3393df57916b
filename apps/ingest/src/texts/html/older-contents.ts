import type { Element, Nodes, Root } from 'hast';
import { blocksOf, isHeading, replaced } from './older-blocks.ts';
import { isOfContents, ITEM, textOf } from './older-line.ts';

/** A section has at least this many words. A line of a table of contents is followed by fewer. */
const MIN_SECTION_WORDS = 5;

/**
 * Turns headings into paragraphs if they do not begin a section: the lines of a table of contents, and headings that only
 * continue an item on the next page. A heading is a line of a table of contents if the same heading comes again, and hardly
 * a word comes before the next heading. All `older-` files read filings from before inline XBRL.
 */
export function demoteContentsHeadings(root: Root): Root {
  const blocks = blocksOf(root);
  const headings = blocks.flatMap((block, at) =>
    isHeading(block) ? [{ block, at, key: itemKey(block) }] : [],
  );
  const replacements = new Map<Nodes, Nodes | null>();
  headings.forEach(({ block, at, key }, i) => {
    const end = headings[i + 1]?.at ?? blocks.length;
    const words = blocks
      .slice(at + 1, end)
      .map(textOf)
      .filter((text) => !isOfContents(text))
      .join(' ')
      .split(' ')
      .filter((word) => /\p{L}/u.test(word)).length;
    const isAgain = headings.slice(i + 1).some((other) => other.key === key && !isContinuation(other.block));
    const isContinued = isContinuation(block) && headings.slice(0, i).some((h) => h.key === key);
    // Text follows the last line of a table of contents. A repeated heading directly after such a line is one, too.
    const isListed =
      isAgain && (words < MIN_SECTION_WORDS || (i > 0 && replacements.has(headings[i - 1]!.block)));
    if (isListed || isContinued) replacements.set(block, { ...block, tagName: 'p' });
  });
  return replacements.size === 0 ? root : (replaced(root, replacements)[0] as Root);
}

const isContinuation = (heading: Element): boolean =>
  /\(?(?:continued|cont['’]?d\.?)\)?\.?$/i.test(textOf(heading));

/** Returns the number of an item and the beginning of its title, by which it is found again. */
function itemKey(heading: Element): string {
  const text = textOf(heading).toLowerCase();
  const item = ITEM.exec(text);
  const title = text.slice(item?.[0].length ?? 0).replace(/[^a-z]/g, '');
  return `${item?.[1] ?? ''} ${title.slice(0, 12)}`;
}
