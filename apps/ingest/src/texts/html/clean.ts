import type { Element, Nodes, Root } from 'hast';
import { attribute, childrenOf, isElement } from '../nodes.ts';

/** Elements without an end tag. Source: https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Adds end tags to self-closing XHTML elements, which an HTML parser would leave open. */
export function closeXhtml(html: string): string {
  if (!/<html\b[^>]*\sxmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i.test(html.slice(0, 20_000)))
    return html;
  return html
    .replace(/^\s*<\?xml\b[^>]*\?>/, '')
    .replace(
      /<([a-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/>/gi,
      (tag, name: string, attributes: string) =>
        VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
    );
}

/**
 * Turns styles with a meaning into elements: filings consist of styled `div` and `span` only. A page with one main part
 * becomes that part.
 */
export function cleanTree(root: Root): Root {
  const children = root.children.map((child) => cleaned(child)) as Root['children'];
  const main = mainPart(children);
  return { type: 'root', children: main ? [main] : children };
}

function cleaned(node: Nodes): Nodes {
  if (!isElement(node)) return node;
  const style = attribute(node, 'style') ?? '';
  const children = node.children.map((child) => cleaned(child)) as Element['children'];
  const tagName = node.tagName === 'div' && INLINE.test(style) ? 'span' : node.tagName;
  return marked({ ...node, tagName, children }, style);
}

const BOLD = /(?:^|;)\s*font-weight\s*:\s*(?:bold|bolder|[6-9]00)\b/i;
/** A `div` that is a part of a line. */
const INLINE = /(?:^|;)\s*display\s*:\s*inline\s*(?:;|$)/i;
const ITALIC = /(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)/i;

/** Returns the element that means the same as a style, such as `strong` for a bold font. */
function marked(node: Element, style: string): Element {
  const names = [...(BOLD.test(style) ? ['strong'] : []), ...(ITALIC.test(style) ? ['em'] : [])];
  if (names.length === 0 || /^(?:h[1-6]|table|thead|tbody|tfoot|tr)$/.test(node.tagName)) return node;
  const children = names.reduce<Element['children']>(
    (inside, tagName) => wrapLines(inside, tagName),
    node.children,
  );
  return { ...node, children };
}

const wrapLines = (children: Element['children'], tagName: string): Element['children'] =>
  children.length === 0 ? children : [{ type: 'element', tagName, properties: {}, children }];

const MAIN = [
  (node: Element) => node.tagName === 'main' || node.properties['role'] === 'main',
  (node: Element) => node.tagName === 'article',
];

/** Returns the only `main` element or the only article, or undefined if there are none or several. */
function mainPart(children: Root['children']): Element | undefined {
  const found = MAIN.map((test) => findOutermost(children, test)).find((elements) => elements.length > 0);
  return found?.length === 1 ? found[0] : undefined;
}

const findOutermost = (nodes: Nodes[], test: (node: Element) => boolean): Element[] =>
  nodes.flatMap((node) => (isElement(node) && test(node) ? [node] : findOutermost(childrenOf(node), test)));
