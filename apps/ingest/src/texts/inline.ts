import type { Span } from '@dossier/shared';
import type { Element, Nodes } from 'hast';
import { linkTarget } from './addresses.ts';
import { isMedia, readMedia, type Media } from './media.ts';
import { attribute, childrenOf, isBlock, isElement, isSkipped } from './nodes.ts';

/** The text of an element with its spans, and the media inside it: before the first word, or after. */
export interface InlineText {
  text: string;
  spans: Span[];
  mediaBefore: Media[];
  mediaAfter: Media[];
  warnings: string[];
}

type Mark = Omit<Span, 'start' | 'end'> & { start?: number };

interface Run extends InlineText {
  /** White space not written yet. It is dropped at both ends, and no span starts with it. */
  gap: '' | ' ' | '\n' | '\n\n';
  open: Mark[];
}

const MARKS: Record<string, Span['type']> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  cite: 'emphasis',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/**
 * Reads the nodes of a line of text. White space folds as in HTML; a line break, or the border of a block inside the
 * line (a paragraph in a list item), becomes a newline. Spans are sorted by start, longer ones first.
 */
export function readInline(nodes: Nodes[]): InlineText {
  const run: Run = { text: '', spans: [], mediaBefore: [], mediaAfter: [], warnings: [], gap: '', open: [] };
  for (const node of nodes) walk(node, run);
  const { text, mediaBefore, mediaAfter, warnings } = run;
  return { text, spans: orderSpans(run.spans), mediaBefore, mediaAfter, warnings };
}

function walk(node: Nodes, run: Run): void {
  if (node.type === 'text') return append(node.value, run);
  if (isSkipped(node)) return;
  if (!isElement(node)) return walkAll(node, run);
  if (isMedia(node)) return addMedia(node, run);
  if (node.tagName === 'br') run.gap = run.gap.startsWith('\n') ? '\n\n' : '\n';
  else if (isBlock(node)) walkBlock(node, run);
  else if (node.properties['dataFootnoteRef'] !== undefined) wrap('[', node, ']', run);
  else if (node.tagName === 'q') wrap('“', node, '”', run);
  else walkMarked(node, run);
}

const walkAll = (node: Nodes, run: Run): void => childrenOf(node).forEach((child) => walk(child, run));

function wrap(before: string, node: Element, after: string, run: Run): void {
  append(before, run);
  walkAll(node, run);
  append(after, run);
}

function walkBlock(node: Element, run: Run): void {
  const border = () => {
    if (!run.gap.startsWith('\n')) run.gap = '\n';
  };
  border();
  walkAll(node, run);
  border();
}

function walkMarked(node: Element, run: Run): void {
  const mark = markOf(node, run);
  if (!mark) return walkAll(node, run);
  run.open.push(mark);
  walkAll(node, run);
  run.open.pop();
  const { start, ...rest } = mark;
  if (start !== undefined) run.spans.push({ start, end: run.text.length, ...rest });
}

function markOf(node: Element, run: Run): Mark | undefined {
  const type = MARKS[node.tagName];
  if (type) return { type };
  const address = node.tagName === 'a' ? attribute(node, 'href') : undefined;
  if (address === undefined) return undefined;
  const url = linkTarget(address);
  if (url !== undefined) return { type: 'link', data: { url } };
  run.warnings.push('link target dropped: not http, https, mailto or relative');
  return undefined;
}

function append(value: string, run: Run): void {
  for (const part of value.match(/[ \t\n\f\r]+|[^ \t\n\f\r]+/g) ?? []) {
    if (/^[ \t\n\f\r]/.test(part)) {
      run.gap ||= ' ';
      continue;
    }
    if (run.text !== '') run.text += run.gap;
    run.gap = '';
    for (const mark of run.open) mark.start ??= run.text.length;
    run.text += part;
  }
}

function addMedia(node: Element, run: Run): void {
  const media = readMedia(node);
  if (!media)
    run.warnings.push(`${node.tagName === 'img' ? 'image' : 'embed'} dropped: it has no usable address`);
  else (run.text === '' ? run.mediaBefore : run.mediaAfter).push(media);
}

/** Sorts spans. Equal spans, as from a strong heading that is marked as strong, count once. */
function orderSpans(spans: Span[]): Span[] {
  const seen = new Set<string>();
  return spans
    .filter((span) => {
      const key = JSON.stringify([span.start, span.end, span.type, span.data?.url]);
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
}
