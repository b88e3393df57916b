import type { DocumentElement } from '@dossier/shared';
import type { Element, Nodes } from 'hast';
import { readInline } from './inline.ts';
import type { Media } from './media.ts';
import { childrenOf, contains, findAll, isBlock, isElement, isSkipped, rawText } from './nodes.ts';
import { isLayoutTable, layoutCells, readTable } from './tables.ts';

export interface Elements {
  elements: DocumentElement[];
  /** One entry for each part that was left out. */
  warnings: string[];
}

type TextType = 'paragraph' | 'quote' | 'list_item' | 'ordered_list_item';
type TextElement = Extract<DocumentElement, { spans: unknown }>;
type TableElement = Extract<DocumentElement, { type: 'table' }>;
/** Emits an element. It gets its id in reading order. */
type Emit = (element: TextElement | Media | Omit<TableElement, 'id'>) => void;

interface Sink {
  emit: Emit;
  warn: (message: string) => void;
}

/**
 * Converts an HTML tree, from HTML or Markdown, to the elements of a document in reading order.
 *
 * - Text directly in a container is a paragraph; in a block quote it is a quote, headings included.
 * - Nested lists are flattened. The paragraphs of an item are one item, joined by newlines; anything after a list,
 *   code block, table or image in the item is an element of its own.
 * - An image or embed inside a line comes before the line if no word precedes it, else after it.
 * - A table that is only used for layout is read cell by cell.
 */
export function readElements(root: Nodes): Elements {
  const elements: DocumentElement[] = [];
  const warnings: string[] = [];
  const counts = { image: 0, embed: 0, table: 0 };
  readFlow(childrenOf(root), 'paragraph', {
    emit: (element) => {
      if (element.type === 'image' || element.type === 'embed' || element.type === 'table') {
        const id = `${element.type}-${++counts[element.type]}`;
        elements.push({ ...element, id });
      } else elements.push(element);
    },
    warn: (message) => void warnings.push(message),
  });
  return { elements, warnings };
}

/** Reads lines and blocks: each unbroken run of inline nodes is one text. */
function readFlow(nodes: Nodes[], textType: TextType, sink: Sink): void {
  let line: Nodes[] = [];
  const endLine = () => {
    if (line.length > 0) emitText(line, textType, sink);
    line = [];
  };
  for (const node of nodes) {
    if (isSkipped(node)) continue;
    if (!contains(node, isBlock)) line.push(node);
    else {
      endLine();
      readBlock(node, textType, sink);
    }
  }
  endLine();
}

function readBlock(node: Nodes, textType: TextType, sink: Sink): void {
  const name = isElement(node) ? node.tagName : '';
  if (!isElement(node)) readFlow(childrenOf(node), textType, sink);
  else if (/^h[1-6]$/.test(name)) readHeading(node, textType, sink);
  else if (name === 'p') emitText(node.children, textType, sink);
  else if (/^(ul|ol|menu|dir)$/.test(name)) readList(node, sink);
  else if (name === 'blockquote') readFlow(node.children, 'quote', sink);
  else if (name === 'pre') emitCode(node, sink);
  else if (name === 'table') readTableOrLayout(node, textType, sink);
  else if (name === 'figure') readFigure(node, textType, sink);
  else readFlow(node.children, textType, sink);
}

function emitText(nodes: Nodes[], type: TextElement['type'], sink: Sink): void {
  const { text, spans, mediaBefore, mediaAfter, warnings } = readInline(nodes);
  mediaBefore.forEach(sink.emit);
  if (/\S/.test(text)) sink.emit({ text, type, spans });
  mediaAfter.forEach(sink.emit);
  warnings.forEach(sink.warn);
}

function readHeading(node: Element, textType: TextType, sink: Sink): void {
  const level = node.tagName.slice(1) as '1' | '2' | '3' | '4' | '5' | '6';
  emitText(node.children, textType === 'quote' ? 'quote' : `heading${level}`, sink);
}

function readList(list: Element, sink: Sink): void {
  const type = list.tagName === 'ol' ? 'ordered_list_item' : 'list_item';
  for (const child of list.children) {
    if (isElement(child) && child.tagName === 'li') readItem(child, type, sink);
    else readFlow([child], type, sink);
  }
}

function readItem(item: Element, type: TextType, sink: Sink): void {
  const isParagraph = (node: Nodes) =>
    isElement(node) &&
    /^(?:p|div)$/.test(node.tagName) &&
    !node.children.some((child) => contains(child, isBlock));
  const isLine = (node: Nodes) => !contains(node, isBlock) || isParagraph(node);
  const end = item.children.findIndex((child) => !isLine(child));
  const line = end === -1 ? item.children : item.children.slice(0, end);
  emitText(line, type, sink);
  readFlow(item.children.slice(line.length), 'paragraph', sink);
}

function emitCode(node: Element, sink: Sink): void {
  const text = rawText(node).replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (/\S/.test(text)) sink.emit({ text, type: 'code', spans: [] });
}

function readTableOrLayout(table: Element, textType: TextType, sink: Sink): void {
  if (isLayoutTable(table)) {
    for (const cell of layoutCells(table)) readFlow(cell.children, textType, sink);
    return;
  }
  for (const caption of findAll(table.children, ['caption'])) emitText(caption.children, textType, sink);
  const { media, warnings, ...read } = readTable(table);
  if (read.rows.length > 0) sink.emit({ type: 'table', ...read });
  media.forEach(sink.emit);
  warnings.forEach(sink.warn);
}

/** Puts the caption on the figure's first image or embed; without one it is a paragraph after the rest. */
function readFigure(figure: Element, textType: TextType, sink: Sink): void {
  const captions = findAll(figure.children, ['figcaption']);
  let caption = captions.map((node) => readInline(node.children).text).find((text) => /\S/.test(text));
  const emit: Emit = (element) => {
    if (caption === undefined || (element.type !== 'image' && element.type !== 'embed'))
      return sink.emit(element);
    sink.emit({ ...element, caption });
    caption = undefined;
  };
  readFlow(withoutCaptions(figure.children), textType, { ...sink, emit });
  if (caption === undefined) return;
  for (const node of captions) emitText(node.children, textType, sink);
}

const withoutCaptions = (nodes: Nodes[]): Nodes[] =>
  nodes
    .filter((node) => !(isElement(node) && node.tagName === 'figcaption'))
    .map((node) =>
      isElement(node) ? { ...node, children: withoutCaptions(node.children) as Element['children'] } : node,
    );

/** Returns the text of the first heading, or undefined. */
export function firstHeading(elements: DocumentElement[]): string | undefined {
  const heading = elements.find((element) => element.type.startsWith('heading'));
  return heading && 'text' in heading ? heading.text : undefined;
}
