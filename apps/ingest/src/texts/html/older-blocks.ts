import type { Element, Nodes } from 'hast';
import { childrenOf, contains, isBlock, isElement } from '../nodes.ts';

/** Returns whether a node heads a part or an item. */
export const isHeading = (node: Nodes): boolean => isElement(node) && /^h[12]$/.test(node.tagName);

/** The blocks of a tree in reading order, without containers. */
export function blocksOf(node: Nodes): Element[] {
  if (!isElement(node)) return childrenOf(node).flatMap(blocksOf);
  const isLeaf =
    isHeading(node) || (isBlock(node) && !node.children.some((child) => contains(child, isBlock)));
  return isLeaf || node.tagName === 'table' ? [node] : node.children.flatMap(blocksOf);
}

/** Returns a node with others in place of some of its parts, which are left out if the other is null. */
export const replaced = (node: Nodes, by: Map<Nodes, Nodes | null>): Nodes[] => {
  const other = by.get(node);
  if (other !== undefined) return other === null ? [] : [other];
  return 'children' in node
    ? [{ ...node, children: childrenOf(node).flatMap((child) => replaced(child, by)) } as Nodes]
    : [node];
};
