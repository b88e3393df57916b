import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** A single tilde deletes nothing: it writes ranges and estimates, `5~10 and 7~8`. */
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).freeze();
const toHtml = unified().use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).freeze();

/** Parses GitHub Flavored Markdown, including inline HTML, to an HTML tree. */
export function markdownTree(markdown: string): Root {
  return toHtml.runSync(parser.parse(markdown));
}

/** Parses an HTML page or fragment to a tree. */
export function htmlTree(html: string): Root {
  return unified()
    .use(rehypeRaw)
    .runSync({ type: 'root', children: [{ type: 'raw', value: html }] });
}
