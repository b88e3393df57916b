import type { Nodes, Root } from 'hast';
import {
  attribute,
  childrenOf,
  contains,
  findAll,
  isBlock,
  isElement,
  isSkipped,
  rawText,
} from '../nodes.ts';

/** How many lines above and below a page break may be a page header or footer. */
const NEAR = 2;
/** A header or footer occurs at this many breaks or more. */
const MIN_BREAKS = 3;

/**
 * Removes the headers and footers of printed pages, as filings have them: lines next to page breaks that recur, apart
 * from a number, at half of the breaks (`Table of Contents`, `12`).
 */
export function withoutPageEdges(root: Root): Root {
  const lines: (Nodes | 'break')[] = [];
  const read = (node: Nodes): void => {
    if (isSkipped(node)) return;
    if (isElement(node) && isBreak(node.tagName, String(node.properties['style'] ?? ''))) lines.push('break');
    const isLine =
      isElement(node) &&
      (node.tagName === 'table' ||
        (isBlock(node) && !childrenOf(node).some((child) => contains(child, isBlock))));
    if (!isLine) childrenOf(node).forEach(read);
    else if (formOf(node) !== '') lines.push(node);
  };
  read(root);

  const breaks = lines.flatMap((line, index) => (line === 'break' ? [index] : []));
  const counts = new Map<string, number>();
  const edges = breaks.map((at) => edgesOf(lines, at));
  for (const edge of edges) {
    for (const form of new Set(edge.map(formOf))) counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  const isEdge = (line: Nodes) => (counts.get(formOf(line)) ?? 0) >= Math.max(MIN_BREAKS, breaks.length / 2);
  const removed = new Set(edges.flat().filter(isEdge));
  return removed.size === 0 ? root : (without(root, removed) as Root);
}

const isBreak = (name: string, style: string) =>
  /page-break-(?:after|before)\s*:\s*always|break-(?:after|before)\s*:\s*page/i.test(style) &&
  name !== 'table';

/** Returns the lines around a break, up to the next break. A table counts as one line. */
function edgesOf(lines: (Nodes | 'break')[], at: number): Nodes[] {
  const found: Nodes[] = [];
  for (const step of [-1, 1]) {
    for (let i = at + step; Math.abs(i - at) <= NEAR; i += step) {
      const line = lines[i];
      if (line === undefined || line === 'break') break;
      found.push(line);
    }
  }
  return found;
}

/**
 * Returns the text of a line without its numbers, so that page headers compare as equal. A picture counts by its
 * address.
 */
function formOf(line: Nodes): string {
  const pictures = findAll([line], ['img']).map((image) => attribute(image, 'src') ?? '');
  const text = rawText(line).replace(/\s+/g, ' ').trim().replace(/\d+/g, '#');
  return [text, ...pictures].join(' ').trim();
}

const without = (node: Nodes, removed: Set<Nodes>): Nodes =>
  'children' in node
    ? ({
        ...node,
        children: childrenOf(node)
          .filter((child) => !removed.has(child))
          .map((child) => without(child, removed)),
      } as Nodes)
    : node;
