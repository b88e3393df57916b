import type { Element, Nodes } from 'hast';

/** Elements that stand on their own lines; everything else is part of a line unless it holds one of these. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements whose content is no part of the text. */
const SKIPPED = new Set(
  'base datalist head input link meta nav noscript script select style svg template textarea title'.split(
    ' ',
  ),
);

export const isElement = (node: Nodes): node is Element => node.type === 'element';
export const isBlock = (node: Nodes): boolean => isElement(node) && BLOCKS.has(node.tagName);

/** True for what never shows: comments, scripts, form controls, site navigation, links back from footnotes. */
export const isSkipped = (node: Nodes): boolean =>
  node.type === 'comment' ||
  node.type === 'doctype' ||
  (isElement(node) && (SKIPPED.has(node.tagName) || node.properties['dataFootnoteBackref'] !== undefined));

export const childrenOf = (node: Nodes): Nodes[] => ('children' in node ? node.children : []);

/** True when the node or anything in it meets the test. */
export function contains(node: Nodes, test: (node: Nodes) => boolean): boolean {
  return test(node) || childrenOf(node).some((child) => contains(child, test));
}

/** The elements of the given names in a tree, outermost first; what is inside of one found is not searched. */
export function findAll(nodes: Nodes[], names: string[]): Element[] {
  return nodes.flatMap((node) =>
    isElement(node) && names.includes(node.tagName) ? [node] : findAll(childrenOf(node), names),
  );
}

/** An attribute's text, or undefined when it is absent or blank. */
export function attribute(node: Element, name: string): string | undefined {
  const value = node.properties[name];
  const text = Array.isArray(value) ? value.join(' ') : value === true || value == null ? '' : String(value);
  return text.trim() === '' ? undefined : text.trim();
}

/** A length in whole pixels: `640` and `640px`; undefined for percentages and anything else. */
export function pixels(node: Element, name: string): number | null {
  const match = /^(\d{1,6})(?:\.\d+)?(?:px)?$/.exec(attribute(node, name) ?? '');
  return match ? Number(match[1]) : null;
}

/** The text inside as written, white space kept; a line break element is a newline. */
export function rawText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (isElement(node) && node.tagName === 'br') return '\n';
  return isSkipped(node) ? '' : childrenOf(node).map(rawText).join('');
}
