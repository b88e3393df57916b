import { markdownCode, type SourceRange } from './markdown.ts';
import { readOutput, readTag, type Replacement } from './template-tags.ts';

export interface Cleaned {
  markdown: string;
  /** One entry for each tag that was replaced. */
  warnings: string[];
}

const inner = (name: string) => String.raw`(?<${name}>(?:(?!\{\{|\{%|\n[ \t]*\n)[\s\S])*?)`;
/**
 * - Liquid blocks whose content is not what it seems: a comment is not shown, raw is shown as it is.
 * - Hugo shortcodes: https://gohugo.io/content-management/shortcodes/
 * - Liquid output and tags: https://shopify.github.io/liquid/basics/introduction/
 * - kramdown attribute lists: https://kramdown.gettalong.org/syntax.html#attribute-list-definitions
 */
const TAG = new RegExp(
  [
    String.raw`\{%-?\s*(?<block>comment|raw|highlight)\b(?<blockArguments>[^%]*)%\}(?<content>[\s\S]*?)\{%-?\s*end\k<block>\s*-?%\}`,
    String.raw`\{\{(?:<${inner('shortcode')}>|%${inner('shortcodeInMarkdown')}%)\}\}`,
    String.raw`\{\{${inner('output')}\}\}`,
    String.raw`\{%-?${inner('tag')}-?%\}`,
    String.raw`(?<attributes>[ \t]*\{:(?::[a-z][^{}\n]*|[ \t]*[.#\w][^{}\n]*)\}|[ \t]+\{[.#][^{}\n]*\}(?=[ \t]*$)(?<=^#{1,6}[ \t][^\n]*)|(?<=[\])*_]|^[ \t]*)\{[.#][\w-][^{}\n]*\})`,
  ].join('|'),
  'gm',
);

/**
 * Removes what a site generator would have read from a page's source: Hugo shortcodes, Liquid, kramdown attributes.
 * One that plainly names an image, a video, a link or words of the text is replaced by it. Code is left alone but
 * for Liquid's `raw`, which sites put there to keep Liquid from reading the rest.
 */
export function cleanTemplates(markdown: string): Cleaned {
  if (!/\{[{%:#.]/.test(markdown)) return { markdown, warnings: [] };
  const ranges = markdownCode(markdown);
  const indented = ranges.filter((range) => isOnlyTags(markdown, range));
  const code = ranges.filter((range) => !indented.includes(range));
  const warnings: string[] = [];
  let out = '';
  let read = 0;
  for (const match of markdown.matchAll(TAG)) {
    if (match.index < read || (match.groups!['block'] !== 'raw' && isWithin(match.index, code))) continue;
    const before = out + markdown.slice(read, match.index);
    read = match.index + match[0].length;
    const { text, skip, warning } = replace(match, before, markdown.slice(read, read + 300));
    out = (isWithin(match.index, indented) ? dedent(before) : before) + text;
    read += skip;
    warnings.push(warning);
  }
  return { markdown: out + markdown.slice(read), warnings };
}

const isWithin = (offset: number, ranges: SourceRange[]): boolean =>
  ranges.some(({ start, end }) => offset >= start && offset < end);

/** Indented by a site author for looks, not as code: nothing but tags stands in it. */
function isOnlyTags(markdown: string, { start, end, isFenced }: SourceRange): boolean {
  const text = markdown.slice(start, end);
  return !isFenced && text.replace(TAG, '').trim() === '';
}

interface Replaced {
  text: string;
  /** How many characters after the tag go with it. */
  skip: number;
  warning: string;
}

function replace(match: RegExpExecArray, before: string, after: string): Replaced {
  const { block, content, blockArguments, attributes } = match.groups!;
  if (attributes !== undefined) return { text: '', skip: 0, warning: 'kramdown attributes removed' };
  const verbatim = block !== undefined ? readBlock(block, content!, blockArguments!) : undefined;
  if (verbatim) return { ...verbatim, skip: 0 };
  const { replacement, isUnknownPage } = read(match.groups!);
  if (isAddressExpected(before)) return asAddress(replacement, isUnknownPage, before, after);
  return { text: asText(replacement, before, after), skip: 0, warning: replacement.warning };
}

function readBlock(block: string, content: string, blockArguments: string): Omit<Replaced, 'skip'> {
  if (block === 'comment') return { text: '', warning: 'Liquid comment removed' };
  if (block === 'raw') return { text: content, warning: 'Liquid tag "raw" removed' };
  const fence = '`'.repeat(Math.max(3, ...(content.match(/`+/g) ?? []).map((run) => run.length + 1)));
  const language = blockArguments.trim().split(/\s/)[0]!;
  const text = `\n\n${fence}${language}\n${content.replace(/^\n|\n$/g, '')}\n${fence}\n\n`;
  return { text, warning: 'Liquid tag "highlight" read as code' };
}

function read(groups: Record<string, string | undefined>): {
  replacement: Replacement;
  isUnknownPage: boolean;
} {
  const { output, tag } = groups;
  if (output !== undefined) return { replacement: readOutput(output), isUnknownPage: false };
  const shortcode = groups['shortcode'] ?? groups['shortcodeInMarkdown'];
  const replacement = shortcode === undefined ? readTag('Liquid tag', tag!) : readTag('shortcode', shortcode);
  return { replacement, isUnknownPage: replacement.address === undefined };
}

/** True inside a Markdown link's or definition's target, and inside an attribute's value. */
function isAddressExpected(before: string): boolean {
  const near = before.slice(-500);
  return (
    /\]\(\s*<?[^\s()<>]*$/.test(near) ||
    /(?:^|\n) {0,3}\[[^\]\n]+\]:\s*<?\S*$/.test(near) ||
    /<[a-z][^<>]*=\s*(?:"[^"<>]*|'[^'<>]*)$/i.test(near)
  );
}

/** A page that only the generator knows takes the rest of its address with it: half an address leads astray. */
function asAddress(
  replacement: Replacement,
  isUnknownPage: boolean,
  before: string,
  after: string,
): Replaced {
  const address = (replacement.address ?? '').replace(/[\s()<>"']/g, encodeURIComponent);
  const skip = isUnknownPage ? /^[^\s)"'<>]*/.exec(after)![0].length : 0;
  const isEmpty =
    address === '' && /(?:\]\(|\]:)\s*$/.test(before.slice(-80)) && /^[\s)]|^$/.test(after.slice(skip));
  // A title of the link that has quotes in its quotes would keep the link from being read at all.
  const title = isEmpty ? /^\s+".*"(?=\s*\))/.exec(after.slice(skip))?.[0].length : 0;
  return { text: isEmpty ? '<>' : address, skip: skip + (title ?? 0), warning: replacement.warning };
}

/**
 * HTML that shares a line with text is part of the line. Alone on its line it would swallow the Markdown of the
 * next lines (CommonMark's HTML blocks of kinds 6 and 7); behind a comment it is a block of kind 2, which ends
 * with the line. A removed tag leaves the comment, because an empty line would end an HTML block around it.
 */
function asText({ html = '', block = false }: Replacement, before: string, after: string): string {
  if (isAlone(before, after[0]) || (block && isLineStart(before))) {
    return `<!-- -->${html}${/^[ \t]*(?:\n|$)/.test(after) ? '' : '\n'}`;
  }
  return html;
}

const isLineStart = (before: string): boolean => /(?:^|\n)[ \t]*$/.test(before.slice(-80));
const isAlone = (before: string, next: string | undefined): boolean =>
  isLineStart(before) && (next === undefined || next === '\n');

const dedent = (before: string): string => before.replace(/[ \t]+$/, '');
