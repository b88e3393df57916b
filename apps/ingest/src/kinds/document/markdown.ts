import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();
/** Code is the same in plain Markdown, and GitHub's additions take half of the time. */
const plainParser = unified().use(remarkParse).freeze();
const toHtml = unified().use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).freeze();

/** Reads GitHub's Markdown, HTML inside it included, to a tree of HTML. */
export function markdownTree(markdown: string): Root {
  return toHtml.runSync(parser.parse(markdown));
}

/** Offsets in UTF-16 code units of the source. */
export interface SourceRange {
  start: number;
  end: number;
  /** False for code by indentation. */
  isFenced: boolean;
}

interface SourceNode {
  type: string;
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
  value?: string;
  children?: SourceNode[];
}

/** Where a Markdown source has code: fenced, indented, in a line, or a `pre` of HTML. In order. */
export function markdownCode(markdown: string): SourceRange[] {
  if (!/`|~~~|<pre\b|^ *(?: {4}|\t)/im.test(markdown)) return [];
  const ranges: SourceRange[] = [];
  const visit = (node: SourceNode): void => {
    const isCode =
      /^(?:code|inlineCode)$/.test(node.type) || (node.type === 'html' && /^<pre\b/i.test(node.value ?? ''));
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (isCode && start !== undefined && end !== undefined) {
      ranges.push({ start, end, isFenced: node.type !== 'code' || /^[`~]/.test(markdown.slice(start)) });
    }
    node.children?.forEach(visit);
  };
  visit(plainParser.parse(markdown));
  return ranges;
}

/** Reads HTML, a page or a part of one, to a tree. */
export function htmlTree(html: string): Root {
  return unified()
    .use(rehypeRaw)
    .runSync({ type: 'root', children: [{ type: 'raw', value: html }] });
}
