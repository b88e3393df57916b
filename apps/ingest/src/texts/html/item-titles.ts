import type { Nodes, Root } from 'hast';
import { blocksOf, isHeading, replaced } from './older-blocks.ts';
import { element, isReference, ITEM, splitTitle, textOf } from './older-line.ts';

/**
 * Joins the number of an item with its title in the next line, in any typography. A number that has neither a title nor
 * a stop (`Part II, Item 8`) refers to an item, and becomes a paragraph.
 */
export function joinTitles(root: Root): Root {
  const replacements = new Map<Nodes, Nodes | null>();
  const blocks = blocksOf(root).filter((block) => textOf(block) !== '');
  blocks.forEach((block, i) => {
    const text = textOf(block);
    if (!/^h\d$/.test(block.tagName) || !ITEM.test(text) || text.replace(ITEM, '') !== '') return;
    const next = blocks[i + 1];
    const isTable = next === undefined || isHeading(next) || next.tagName === 'table';
    const found = isTable ? undefined : splitTitle(textOf(next));
    if (found && !isReference(found.title) && !/^\p{Ll}/u.test(found.after)) {
      replacements.set(block, element(block.tagName, `${text} ${found.title}`));
      replacements.set(next!, found.after === '' ? null : element('p', found.after));
    } else if (!STOP.test(text) && text !== text.toUpperCase())
      replacements.set(block, { ...block, tagName: 'p' });
  });
  return replacements.size === 0 ? root : (replaced(root, replacements)[0] as Root);
}

const STOP = /[.:)–—-]$/;
