import { readElements, type Elements } from './elements.ts';
import { htmlTree, markdownTree } from './markdown.ts';
import { readInline } from './inline.ts';
import { mendMarkdown } from './mend.ts';
import { cleanTemplates } from './templates.ts';

/** Reads Markdown, as GitHub and static site generators write it, to elements; or says why it cannot. */
export function convertMarkdown(source: string): Elements | { reason: string } {
  try {
    const cleaned = cleanTemplates(source.replace(/\r\n?/g, '\n'));
    const mended = mendMarkdown(cleaned.markdown);
    const read = readElements(markdownTree(mended.markdown));
    return { elements: read.elements, warnings: [...cleaned.warnings, ...mended.warnings, ...read.warnings] };
  } catch (error) {
    // The parsers call themselves for each level of nesting.
    if (error instanceof RangeError) return { reason: 'is nested too deeply to be read' };
    throw error;
  }
}

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
