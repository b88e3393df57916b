import { readElements, type Elements } from './elements.ts';
import { htmlTree, markdownTree } from './markdown.ts';
import { readInline } from './inline.ts';
import { mendMarkdown } from './mend.ts';
import { cleanTemplates } from './templates.ts';

/** Reads Markdown, as GitHub and static site generators write it, to elements; or says why it cannot. */
export function convertMarkdown(source: string): Elements | { reason: string } {
  if (isDeep(source)) return { reason: TOO_DEEP };
  try {
    const cleaned = cleanTemplates(source.replace(/\r\n?/g, '\n'));
    const mended = mendMarkdown(cleaned.markdown);
    const read = readElements(markdownTree(mended.markdown));
    return { elements: read.elements, warnings: [...cleaned.warnings, ...mended.warnings, ...read.warnings] };
  } catch (error) {
    // The parsers call themselves for each level of nesting.
    if (error instanceof RangeError) return { reason: TOO_DEEP };
    throw error;
  }
}

const TOO_DEEP = 'is nested too deeply to be read';
const MAX_LEVELS = 100;

/** Lists and quotations in one another, or emphasis: the parsers take minutes for a thousand levels of them. */
function isDeep(source: string): boolean {
  const levels: number[] = [];
  let fence: string | undefined;
  return source.split(/\r\n?|\n/).some((line) => {
    if (fence !== undefined) {
      const mark = line.trim();
      if (mark.startsWith(fence) && /^(.)\1*$/.test(mark)) fence = undefined;
      return false;
    }
    // One that is set in may end with its list.
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

/** Marks of emphasis before a word; what is a rule, or a blank of a form, takes no time. */
const LONG_RUN = new RegExp(`(?<![*_])[*_]{${10 * MAX_LEVELS},}(?![\\s*_]|$)`);

/** The plain text of a short field that may hold entities and tags of HTML. */
export function plainHtml(text: string): string {
  const plain = /&#?\w+;|<\/?[a-z!]/i.test(text) ? readInline(htmlTree(text).children).text : text;
  return plain.replace(/\s+/g, ' ').trim();
}

/** The plain text of a short field that may hold Markdown. */
export function plainMarkdown(text: string): string {
  if (!/[&<>*_`[\]{}\\]/.test(text)) return plainHtml(text);
  const read = convertMarkdown(text);
  if ('reason' in read) return plainHtml(text);
  const parts = read.elements.flatMap((element) => ('text' in element ? [element.text] : []));
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}
