import type { Element, Nodes, Root, Text } from 'hast';
import { attribute, contains, isBlock, isElement, rawText } from './nodes.ts';

/** A tree whose text means without markup what the page shows. */
export interface PlainTree {
  root: Root;
  /** One entry for each deleted passage. */
  warnings: string[];
}

/** The text of the line so far. */
interface Line {
  text: string;
}

/**
 * Removes hidden and deleted parts, and writes superscripts and subscripts as text: `$1,234<sup>1</sup>` is `$1,234[1]`,
 * and `10<sup>6</sup>` is `10⁶`. Otherwise the text of an element would join a number with its note mark.
 */
export function plainTree(tree: Root): PlainTree {
  const warnings: string[] = [];
  const line: Line = { text: '' };
  const visit = (node: Nodes, after: () => string): Nodes[] => {
    if (node.type === 'text') line.text = (line.text + node.value).slice(-20);
    if (!isElement(node)) return [withChildren(node, after)];
    const style = attribute(node, 'style') ?? '';
    if (isHidden(node, style)) return [];
    if (/^(?:s|del|strike)$/.test(node.tagName) || STRUCK.test(style)) {
      if (/\S/.test(rawText(node))) warnings.push('deleted text left out');
      return [];
    }
    const isBreak = node.tagName === 'br' || isBlock(node);
    if (isBreak) line.text = '';
    const marks = scriptMarks(node, style, line.text, after);
    const read = withChildren(node, after) as Element;
    if (isBreak) line.text = '';
    if (!marks) return [read];
    line.text += marks.at(-1)!;
    return marks.length === 1
      ? [textNode(marks[0]!)]
      : [textNode(marks[0]!), { ...read, tagName: 'span' }, textNode(marks[1]!)];
  };
  const withChildren = (node: Nodes, after: () => string): Nodes => {
    if (!('children' in node)) return node;
    const { children } = node;
    const read = children.flatMap((child, i) =>
      visit(child, () => {
        const next = children.slice(i + 1, i + 4);
        const end = next.findIndex(isBlock);
        const text = next.slice(0, end === -1 ? undefined : end).map(rawText);
        return text.join('') + (end === -1 && !isBlock(node) ? after() : '');
      }),
    );
    return { ...node, children: read } as Nodes;
  };
  return { root: withChildren(tree, () => '') as Root, warnings };
}

const STRUCK = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;

const isHidden = (node: Element, style: string): boolean =>
  node.tagName === 'ix:header' ||
  node.properties['hidden'] != null ||
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i.test(style);

const RAISED = /(?:^|;)\s*vertical-align\s*:\s*super\b|(?:^|;)\s*top\s*:\s*-\d/i;
const LOWERED = /(?:^|;)\s*vertical-align\s*:\s*sub\b/i;
/** The longest content of an element that is raised by a style: a longer one is no mark. */
const MAX_MARK = 12;

function scriptOf(node: Element, style: string): 'sup' | 'sub' | undefined {
  if (node.tagName === 'sup' || node.tagName === 'sub') return node.tagName;
  const kind = RAISED.test(style) ? 'sup' : LOWERED.test(style) ? 'sub' : undefined;
  return kind && !isBlock(node) && rawText(node).trim().length <= MAX_MARK ? kind : undefined;
}

/** Ordinals and abbreviations: `1st`, `n°`, `Mme`. */
const ENDING = /^(?:st|nd|rd|th|er|re|ère|e|ème|o|r|me|lle|te)$/i;
/** What is raised to a power: ten, a unit, a variable, a product in a formula (`= mc`, `πr`), a sum in brackets. */
const BASE =
  /(?:(?:^|[^\p{L}\p{Sc}\d.,]|\d\s?x\s?)(?:10|[a-z]|R)|(?:^|[^\p{L}])(?:[kcdmµn]?m|ft|in|yd|mi|s|\p{sc=Greek}[a-z]?)|(?:[=≈∝×·]|\s[+−]\s)\s*\p{L}{1,2}|\(\s*\w{1,2}(?:\s*[-+−–×·]\s*\w{1,2})+\s*\))$/u;
/** Two is raised to large powers only: `2<sup>3</sup>` is a note at a number. */
const TWO = /(?:^|[^\p{L}\p{Sc}\d.,])2$/u;
/** A ten that is a number in a list or a date, or counts a unit, has a note: `Note 10`, `May 10`, `top 10`, `10 million`. */
const COUNTED =
  /\b(?:top|notes?|items?|tables?|figures?|forms?|pages?|parts?|phases?|exhibits?|windows|january|february|march|april|may|june|july|august|september|october|november|december)\s+10$/i;
const UNIT_AFTER = /^\s*(?:%|percent|thousand|million|billion|trillion|[mb]n?\b)/i;
const RAISED_DIGITS: Record<string, string> = Object.fromEntries(
  [...'0123456789+-−–n'].map((digit, i) => [digit, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ⁿ'][i]!]),
);

/**
 * Returns the text before and after the content of a superscript or subscript, or the one text that replaces it.
 * Undefined for any other element, and if the content is right as it is.
 */
function scriptMarks(
  node: Element,
  style: string,
  before: string,
  textAfter: () => string,
): string[] | undefined {
  const kind = scriptOf(node, style);
  // A footnote of Markdown gets its brackets with its link.
  if (!kind || contains(node, (each) => isElement(each) && each.properties['dataFootnoteRef'] !== undefined))
    return undefined;
  if (node.children.some((child) => isElement(child) && scriptOf(child, attribute(child, 'style') ?? '')))
    return undefined;
  const text = rawText(node).trim();
  const after = textAfter();
  if (text === '' || (before.trim() === '' && after.trim() === '')) return undefined;
  if (/^tm$/i.test(text)) return ['™'];
  if (/^sm$/i.test(text)) return ['℠'];
  const isFraction =
    /^\d+$/.test(text) && (kind === 'sup' ? /^\s*[/⁄]\s*\d/.test(after) : /[/⁄]\s*$/.test(before));
  if (isFraction) return [/\d$/.test(before) ? ' ' : '', ''];
  const isPower = kind === 'sup' && (/^[+−–-]\d+$/.test(text) || (/^(?:\d+|n)$/.test(text) && text !== '1'));
  const isCharge = kind === 'sup' && /^\d[+−–-]$/.test(text) && /\p{L}$/u.test(before);
  if ((isPower && isBase(before, text, after)) || isCharge)
    return [[...text].map((digit) => RAISED_DIGITS[digit]!).join('')];
  const isApart = kind === 'sub' && !/\d$/.test(before) && !/^\d/.test(after);
  if (!/^[\p{L}\p{N}]/u.test(text) || isApart) return undefined;
  const isWord = /^\p{L}{2,}$/u.test(text) && /\p{L}$/u.test(before);
  if (isWord || (ENDING.test(text) && /[\p{L}\d]$/u.test(before))) return undefined;
  return ['[', /^[\p{L}\p{N}]/u.test(after) && before.trim() === '' ? '] ' : ']'];
}

/** Returns whether a text before a raised number is the base of a power, not a word or number with a note mark. */
function isBase(before: string, power: string, after: string): boolean {
  if (/^[+−–-]/.test(power)) return true;
  if (/10$/.test(before) && (COUNTED.test(before) || UNIT_AFTER.test(after))) return false;
  return BASE.test(before) || (TWO.test(before) && /^(?:\d\d|n)$/.test(power));
}

const textNode = (value: string): Text => ({ type: 'text', value });
