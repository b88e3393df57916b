import type { Element, Nodes } from 'hast';

/** Block elements. Any other element is part of a line unless it contains one of these. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements whose content is not text of the page. */
const SKIPPED = new Set(
  'base datalist head input link meta nav noscript script select style svg template textarea title'.split(
    ' ',
  ),
);

export const isElement = (node: Nodes): node is Element => node.type === 'element';
export const isBlock = (node: Nodes): boolean => isElement(node) && BLOCKS.has(node.tagName);

/** Returns whether a node is never shown: a comment, script, form control, navigation, or backlink of a footnote. */
export const isSkipped = (node: Nodes): boolean =>
  node.type === 'comment' ||
  node.type === 'doctype' ||
  (isElement(node) && (SKIPPED.has(node.tagName) || node.properties['dataFootnoteBackref'] !== undefined));

export const childrenOf = (node: Nodes): Nodes[] => ('children' in node ? node.children : []);

/** Returns whether the node or one of its descendants meets the test. */
export function contains(node: Nodes, test: (node: Nodes) => boolean): boolean {
  return test(node) || childrenOf(node).some((child) => contains(child, test));
}

/** Returns the outermost elements with these names. */
export function findAll(nodes: Nodes[], names: string[]): Element[] {
  return nodes.flatMap((node) =>
    isElement(node) && names.includes(node.tagName) ? [node] : findAll(childrenOf(node), names),
  );
}

/** Returns an attribute's text, or undefined if it is absent or blank. */
export function attribute(node: Element, name: string): string | undefined {
  const value = node.properties[name];
  const text = Array.isArray(value) ? value.join(' ') : value === true || value == null ? '' : String(value);
  return text.trim() === '' ? undefined : text.trim();
}

/** Returns a length in whole pixels (`640`, `640px`), or null for percentages and anything else. */
export function pixels(node: Element, name: string): number | null {
  const match = /^(\d{1,6})(?:\.\d+)?(?:px)?$/.exec(attribute(node, name) ?? '');
  return match ? Number(match[1]) : null;
}

/** Returns the text of a node with its white space. A line break element is a newline. */
export function rawText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (isElement(node) && node.tagName === 'br') return '\n';
  return isSkipped(node) ? '' : childrenOf(node).map(rawText).join('');
}
