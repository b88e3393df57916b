import { markdownCode } from './markdown.ts';

export interface Mended {
  markdown: string;
  /** One entry for each place that was mended. */
  warnings: string[];
}

// What stands between the marks is looked at on its own: two repeats that can share a character take hours for a line.
const LINK = /\]\(([^()<>"\n]*)\)/g;
const LOOSE_ADDRESS = /^(?:https?:|mailto:|\/).*[ \t]/;
const BLOCK =
  /(<(?:div|section|article|aside|p|td|th|li|blockquote)\b[^<>]*>)[ \t]*(?![ \t])\n?(?=[ \t]*\S)/gi;
const MARKDOWN_INSIDE = /\smarkdown="?(?:1|block)/i;
const CLOSE_HEADING = /^(#{2,6})(?=[^#\s])/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Mends what older Markdown programs took and CommonMark shows as it is written: addresses with blanks in them,
 * `** strong **` with blanks inside, `**strong:**word` closed against a word, empty `****`, `##Heading`, and kramdown's
 * Markdown inside HTML (https://kramdown.gettalong.org/syntax.html#html-blocks). Code is left alone.
 */
export function mendMarkdown(source: string): Mended {
  if (!/\*\*|\]\([^()\n]* |^##|\smarkdown=/im.test(source)) return { markdown: source, warnings: [] };
  const warnings: string[] = [];
  const markdown = source.replace(BLOCK, (whole, tag: string) => {
    if (!MARKDOWN_INSIDE.test(tag)) return whole;
    warnings.push('Markdown inside HTML read');
    return `${tag}\n\n`;
  });
  const code = markdownCode(markdown);
  let offset = 0;
  const lines = markdown.split('\n').map((line) => {
    const start = offset;
    offset += line.length + 1;
    if (code.some((range) => range.start < offset && range.end > start)) return line;
    return mendStrong(mendLinks(mendHeading(line, warnings), warnings), warnings);
  });
  return { markdown: lines.join('\n'), warnings };
}

function mendHeading(line: string, warnings: string[]): string {
  return line.replace(CLOSE_HEADING, (marks) => {
    warnings.push('heading without a blank mended');
    return `${marks} `;
  });
}

function mendLinks(line: string, warnings: string[]): string {
  return line.replace(LINK, (link, between: string) => {
    const address = between.trim();
    if (!LOOSE_ADDRESS.test(address)) return link;
    warnings.push('link address with blanks mended');
    return `](${address.replace(/^mailto:[ \t]+/, 'mailto:').replace(/[ \t]/g, '%20')})`;
  });
}

/** Only where the marks of a line pair up; an odd one has no place to end. */
function mendStrong(line: string, warnings: string[]): string {
  if (!line.includes('**') || line.includes('\\*') || /^[\s*]*$/.test(line)) return line;
  const filled = line.replace(/(?<!\*)\*{4}(?!\*)|(?<=\*\*)\*{4}(?!\*)/g, '');
  if (filled !== line) warnings.push('empty strong mended');
  const parts = filled.split('**');
  if (parts.length % 2 === 0 || parts.some((part) => part.startsWith('*') || part.endsWith('*')))
    return filled;
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part;
      const words = part.trim();
      if (words === '' || !isBroken(parts[index - 1]!, part, parts[index + 1]!)) return `**${part}**`;
      warnings.push('strong mended');
      return part.replace(words, () => `<strong>${words}</strong>`);
    })
    .join('');
}

/** True when CommonMark reads these marks as text: https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run */
function isBroken(before: string, inner: string, after: string): boolean {
  const opensOnWord = PUNCTUATION.test(inner[0]!) && WORD.test(before.at(-1) ?? '');
  const closesOnWord = PUNCTUATION.test(inner.at(-1)!) && WORD.test(after[0] ?? '');
  return inner.trim() !== inner || opensOnWord || closesOnWord;
}
