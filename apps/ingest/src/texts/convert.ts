import { readElements, type Elements } from './elements.ts';
import { htmlTree, markdownTree } from './markdown.ts';
import { plainTree } from './markup.ts';
import { readInline } from './inline.ts';

/** Converts GitHub Flavored Markdown to document elements, or returns the reason why it cannot. */
export function convertMarkdown(source: string): Elements | { reason: string } {
  if (isDeep(source)) return { reason: TOO_DEEP };
  try {
    const { root, warnings } = plainTree(markdownTree(source.replace(/\r\n?/g, '\n')));
    const read = readElements(root);
    const tags = hasTemplateTag(source) ? [TEMPLATE_TAGS] : [];
    return { elements: read.elements, warnings: [...tags, ...warnings, ...read.warnings] };
  } catch (error) {
    // The parsers are recursive: deep nesting overflows the stack.
    if (error instanceof RangeError) return { reason: TOO_DEEP };
    throw error;
  }
}

const TEMPLATE_TAGS =
  'template tags ({{ … }}, {% … %}) kept as text: export the site to plain Markdown or HTML first';
const CODE = /^(`{3,}|~{3,})[^]*?(?:^\1|(?![^]))|`[^`\n]*`/gm;
const TEMPLATE_TAG = /\{\{[^{}]*\}\}|\{%[^{}]*%\}/;

/** Returns whether Markdown has template tags of a site generator (Liquid, Hugo, Jinja) outside code. */
const hasTemplateTag = (source: string): boolean =>
  TEMPLATE_TAG.test(source) && TEMPLATE_TAG.test(source.replace(CODE, ''));

const TOO_DEEP = 'is nested too deeply to be read';
const MAX_LEVELS = 100;

/** Returns whether lists, quotations or emphasis are nested so deeply that the parsers would take minutes. */
function isDeep(source: string): boolean {
  const levels: number[] = [];
  let fence: string | undefined;
  return source.split(/\r\n?|\n/).some((line) => {
    if (fence !== undefined) {
      const mark = line.trim();
      if (mark.startsWith(fence) && /^(.)\1*$/.test(mark)) fence = undefined;
      return false;
    }
    // An indented fence may end with its list.
    fence = /^(?:`{3,}(?!.*`)|~{3,})/.exec(line)?.[0];
    if (LONG_RUN.test(line)) return true;
    const marks = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/.exec(line)?.[0];
    if (marks === undefined) return false;
    const indent = marks.search(/[^ \t]/);
    while (levels.length > 0 && levels.at(-1)! >= indent) levels.pop();
    levels.push(indent);
    return levels.length > MAX_LEVELS || marks.match(/>|[-+*]|\d+[.)]/g)!.length > MAX_LEVELS;
  });
}

/** Emphasis marks before a word. Long rules and the blanks of a form are no problem. */
const LONG_RUN = new RegExp(`(?<![*_])[*_]{${10 * MAX_LEVELS},}(?![\\s*_]|$)`);

const ELEMENTS =
  'abbr address article aside big blockquote body br button center cite code dd del details dfn div dl dt em ' +
  'figcaption figure font footer form h[1-6] head header hr html iframe img input ins kbd label li main mark nav ' +
  'noscript ol option picture pre samp script section select small source span strike strong style sub summary ' +
  'sup svg table tbody td textarea tfoot th thead tr tt ul var video wbr';
/** An element of one letter has attributes with values, unlike a comparison such as `a<b and c>d`. */
const AFTER_SIGN =
  `/?(?:[abipqsu](?:\\s[^<>]*=[^<>]*)?|(?:${ELEMENTS.replaceAll(' ', '|')})(?:\\s[^<>]*)?)\\s*/?>` +
  '|!--[^]*?-->';
/** A tag of an element of HTML, or a comment. */
export const TAG = new RegExp(`<(?:${AFTER_SIGN})`, 'i');
const OTHER_SIGN = new RegExp(`<(?!${AFTER_SIGN})`, 'gi');

/** Returns the plain text of a short field that may contain HTML entities and tags. Another `<` is a sign: `LTV<CAC`. */
export function plainHtml(text: string): string {
  const plain = /&#?\w+;|</.test(text)
    ? readInline(plainTree(htmlTree(text.replaceAll(OTHER_SIGN, '&lt;'))).root.children).text
    : text;
  return plain.replace(/\s+/g, ' ').trim();
}

/** Returns the plain text of a short field that may contain Markdown. */
export function plainMarkdown(text: string): string {
  if (!/[&<>*_`[\]{}\\]/.test(text)) return plainHtml(text);
  const read = convertMarkdown(text);
  if ('reason' in read) return plainHtml(text);
  const parts = read.elements.flatMap((element) => ('text' in element ? [element.text] : []));
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}
