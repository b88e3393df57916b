import type { Element, Nodes } from 'hast';
import { readInline } from '../inline.ts';
import { childrenOf, isElement } from '../nodes.ts';

/**
 * The number of an item: `Item 5.`, `ITEM 1A:`, `Items 1 and 2.`, `Item 5.02`, `Item 7(A).`, `Item No. 3.`, `Part II, Item 8.`
 */
export const ITEM = new RegExp(
  String.raw`^(?:part\s+[ivx]+\s*[.,:–—-]*\s*)?items?\s*(?:no\.?\s*|#\s*)?` +
    String.raw`(\d{1,2}(?:[a-k](?![a-z])|\.\d{2})?)(?:\s?\([a-z]\)|\s[a-d](?![a-z’']))?` +
    String.raw`(?:(?:\s*,|\s*,?\s*(?:and|&|through))\s*(?:items?\s*)?\d{1,2}[a-k]?)*(?![\dA-Za-z])` +
    String.raw`\s*[.:)–—-]*\s*`,
  'i',
);
const PART = /^part\s+(?:i{1,3}|iv)\b(?!.*\bitem\b)/i;
const SEVERAL = /^items\b.*[.:]\s*$/i;
/** What filers say instead of a title and a text. */
const NOTHING = /^(?:not applicable|none|omitted)\b/i;
/** A part with no title, or with one of the two in a 10-Q: it needs no typography. */
const PART_TITLE =
  /^part\s+(?:i{1,3}|iv)\s*[.:,–—-]*\s*(?:(?:financial|other)\s+information)?(?:\s*\(unaudited\))?\.?$/i;
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
    'cybersecurity',
    '[[(]?(?:removed and )?reserved',
    'form 10-k summary',
    'disclosures? regarding',
    'unresolved',
    'code of ethics',
    'audit committee',
    'key information',
    'information on the company',
    'operating and financial review',
    'major shareholders',
    'additional information',
    'description of (?:business|property|properties)',
    'properties',
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
export const MAX_TITLE = 250;
/** Words of sentences that refer to an item. Titles have none of them, but may say `our common equity`. */
const SENTENCE =
  /\b(?:elsewhere|herein|hereof|hereto|this|these|those|above|below|see|is|are|was|were|been|be|has|have|had|contains?|discuss(?:es|ed)?|describe[sd]?|included?|incorporated|entitled|captioned|headed|we|us|you|should|will|would|can|could|which|also)\b/;

/** Returns whether a line refers to an item in a sentence, and does not head it. Lines in capitals are no sentences. */
export const isReference = (text: string): boolean => text !== text.toUpperCase() && SENTENCE.test(text);

/** The text of a line, without a rule below it. */
export const textOf = (node: Nodes): string =>
  readInline([node])
    .text.replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\S) [-=_]{3,}$/, '');

/** Returns an element that contains a text. */
export const element = (tagName: string, text: string): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children: [{ type: 'text', value: text }],
});

/** Returns a line as it is, as a heading, or as a heading and the text after it. */
export function readLine(line: Element, isBold = isMarked(line)): Element[] {
  const text = textOf(line);
  if (text === '' || line.tagName === 'pre' || isOfContents(text)) return [line];
  const isSet = isBold || text === text.toUpperCase();
  if (PART.test(text))
    return PART_TITLE.test(text) || (text.length <= 100 && isSet) ? [element('h1', text)] : [line];
  if (SIGNATURES.test(text)) return [element('h1', text)];
  const item = ITEM.exec(text);
  if (!item || text.startsWith('i')) return [line];
  const rest = text.slice(item[0].length);
  if (rest === '') return [element('h2', text)];
  const found = splitTitle(rest);
  // "Items 10, 11 and 12. The proxy statement has this information."
  const isAnswer = (SEVERAL.test(item[0]) && /^\p{Lu}/u.test(rest)) || NOTHING.test(rest);
  if (!found && isAnswer && !isSet) return [element('h2', item[0].trim()), element('p', rest)];
  if (isReference(found?.title ?? rest)) return [line];
  if (!found)
    return isSet && text.length <= MAX_TITLE && /^\p{Lu}/u.test(rest) ? [element('h2', text)] : [line];
  const { title, after } = found;
  if (after === '' || (isSet && text.length <= MAX_TITLE)) return [element('h2', text)];
  // A title that goes on in lowercase is a sentence about the item.
  if (!BEGINNING.test(after)) return text.length <= 120 ? [element('h2', text)] : [line];
  return [element('h2', item[0] + title), element('p', after)];
}

/** How a sentence begins. */
const BEGINNING = /^[\p{Lu}\p{N}("“]/u;

/** Returns the title of an item at the beginning of a text, and the text after it, or undefined if there is no title. */
export function splitTitle(text: string): { title: string; after: string } | undefined {
  const end = TITLE.test(text) && /^[\p{Lu}[(]/u.test(text) ? endOfTitle(text) : undefined;
  if (end === undefined) return undefined;
  const after = text.slice(end).replace(/^[\s.:–—-]+/, '');
  return { title: after === '' ? text : text.slice(0, end).trim(), after };
}

/** Returns where a title ends: at its full stop, colon or dash, or after its capital words. */
function endOfTitle(rest: string): number | undefined {
  const mark = /(?<!\b(?:inc|co|corp|no|u\.s))(?:[.:](?=\s|$)|\s[–—-]{1,2}\s)/i.exec(rest);
  const end = mark ? mark.index : rest.length;
  return end <= MAX_TITLE ? end : undefined;
}

/** Returns whether a line ends like one of a table of contents: with dots, or a page number after a title. */
export const isOfContents = (text: string): boolean =>
  /(?:\. ?){4,}|_{4,}/.test(text) ||
  (/^(?:item|part)\b/i.test(text) && /[a-z)\]] {1,}(?:\d{1,3}|n\/a|\*)$/i.test(text));

/** Returns whether all words of a line are bold or underlined. */
export function isMarked(line: Element): boolean {
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

/** Returns whether a line of text begins an item or is the heading of a part. */
export const isHead = (line: string): boolean => ITEM.test(line.trim()) || PART_TITLE.test(line.trim());
