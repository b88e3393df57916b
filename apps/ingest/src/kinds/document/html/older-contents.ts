import type { Element, Nodes, Root } from 'hast';
import { blocksOf, isHeading, replaced } from './older-blocks.ts';
import { isOfContents, ITEM, textOf } from './older-line.ts';

/** Words that make up for a section; the lines of a table of contents have fewer between them. */
const FEWEST_WORDS = 5;

/**
 * Takes back the headings of a table of contents: those with hardly a word before the next one whose item comes again.
 * A heading that only continues an item on the next page is one of them.
 */
export function withoutContents(root: Root): Root {
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
    const isAgain = headings.slice(i + 1).some((other) => other.key === key && !isContinuation(other.block));
    const isContinued = isContinuation(block) && headings.slice(0, i).some((h) => h.key === key);
    // Of a table of contents, the last line is followed by text.
    const isListed = isAgain && (words < FEWEST_WORDS || (i > 0 && by.has(headings[i - 1]!.block)));
    if (isListed || isContinued) by.set(block, { ...block, tagName: 'p' });
  });
  return by.size === 0 ? root : (replaced(root, by)[0] as Root);
}

const isContinuation = (heading: Element): boolean =>
  /\(?(?:continued|cont['’]?d\.?)\)?\.?$/i.test(textOf(heading));

/** Returns the number of an item and the beginning of its title, by which it is found again. */
function keyOf(heading: Element): string {
  const text = textOf(heading).toLowerCase();
  const item = ITEM.exec(text);
  const title = text.slice(item?.[0].length ?? 0).replace(/[^a-z]/g, '');
  return `${item?.[1] ?? ''} ${title.slice(0, 12)}`;
}
