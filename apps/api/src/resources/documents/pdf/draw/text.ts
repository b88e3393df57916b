import type { DocumentElement, Span } from '@dossier/shared';
import { piecesOf, type Look } from './inline.ts';
import { breakLines, type Line } from './lines.ts';
import { drawLine, drawLines, ink, type Sheet, type Structure, type Type } from './sheet.ts';

const body: Type = { size: 10.5, leading: 15.5 };
export const small: Type = { size: 8.5, leading: 12, colour: ink.muted };
const code: Type = { size: 9.6, leading: 12.5 };

const headings: Record<string, Type & { above: number; below: number }> = {
  1: { size: 18, leading: 23, above: 22, below: 8 },
  2: { size: 15.5, leading: 20, above: 20, below: 7 },
  3: { size: 12.5, leading: 17, above: 14, below: 5 },
  4: { size: 10.5, leading: 15.5, above: 10, below: 3 },
};

export type TextElement = Extract<DocumentElement, { spans: unknown }>;
const AFTER_PARAGRAPH = 8;
const INDENT = 16;
const BAR = 1.6;

interface Flow {
  type: Type;
  look?: Look;
  indent?: number;
  /** The type of the part in the document's structure. */
  name?: string;
  before?: (y: number) => void;
}

/** Breaks a text into lines of the page's width, less the indent. */
function linesOf(sheet: Sheet, text: string, spans: Span[], { type, look, indent = 0 }: Flow): Line[] {
  const pieces = piecesOf(text, spans, sheet.fonts, look);
  return breakLines(pieces, sheet.width - indent, sheet.measure(type.size));
}

/** Draws a text as a block of its own. */
export function drawText(sheet: Sheet, text: string, spans: Span[], flow: Flow): void {
  const lines = linesOf(sheet, text, spans, flow);
  const x = sheet.left + (flow.indent ?? 0);
  sheet.part(flow.name ?? 'P', (part) =>
    drawLines(sheet, lines, { x, type: flow.type, part, ...(flow.before && { before: flow.before }) }),
  );
}

/**
 * Draws a heading on the same page as the text that follows it.
 * @param level 1 to 6
 * @param onPlace called when its position is known, before it is drawn
 */
export function drawHeading(
  sheet: Sheet,
  text: string,
  spans: Span[],
  level: number,
  onPlace?: () => void,
): void {
  const { above, below, ...type } = headings[Math.min(level, 4)]!;
  const lines = linesOf(sheet, text, spans, { type, look: { bold: true } });
  sheet.space(above);
  sheet.ensure(lines.length * type.leading + below + 3 * body.leading);
  onPlace?.();
  sheet.part(`H${level}`, (part) => drawLines(sheet, lines, { x: sheet.left, type, part }));
  sheet.space(below);
}

/** The position of an element within its list, quote or code block. */
export interface TextPlace {
  number: number;
  isLast: boolean;
  list: Structure | undefined;
}

/**
 * Draws a text element other than a heading.
 * @param number the number of an item in an ordered list, from 1
 * @param isLast false if the next element belongs to the same list, quote or code block
 * @param list the list part that an item belongs to
 */
export function drawTextElement(
  sheet: Sheet,
  { text, type, spans }: TextElement,
  { number, isLast, list }: TextPlace,
): void {
  if (type === 'list_item' || type === 'ordered_list_item') {
    drawItem(sheet, text, spans, { label: type === 'list_item' ? '•' : `${number}.`, list });
  } else if (type === 'quote') {
    const { doc, left } = sheet;
    const before = (y: number) => doc.rect(left, y, BAR, body.leading).fill(ink.line);
    drawText(sheet, text, spans, {
      type: body,
      look: { italic: true },
      indent: INDENT,
      name: 'BlockQuote',
      before,
    });
  } else if (type === 'code') drawCode(sheet, text);
  else drawText(sheet, text, spans, { type: body });
  const isListed = type === 'list_item' || type === 'ordered_list_item';
  sheet.space(isListed && !isLast ? 3 : AFTER_PARAGRAPH);
}

function drawItem(
  sheet: Sheet,
  text: string,
  spans: Span[],
  { label, list }: { label: string; list: Structure | undefined },
): void {
  const measure = sheet.measure(body.size);
  const labelLine = breakLines(sheet.fonts.cut(label, 'regular'), sheet.width, measure)[0]!;
  const indent = Math.max(INDENT, labelLine.width + 6);
  const lines = linesOf(sheet, text, spans, { type: body, indent });
  sheet.ensure(body.leading * Math.min(lines.length, 2));
  const item = sheet.open('LI', list && { parent: list });
  const part = (name: string, draw: (part: Structure) => void) => sheet.part(name, draw, { parent: item });
  const { left, y } = sheet;
  part('Lbl', (lbl) => drawLine(sheet, labelLine, { x: left + 2, y, type: body, part: lbl }));
  part('LBody', (lBody) => drawLines(sheet, lines, { x: left + indent, type: body, part: lBody }));
  item.end();
}

function drawCode(sheet: Sheet, text: string): void {
  const { doc, left, width } = sheet;
  const padding = 8;
  const blank = '\u00a0';
  // Code keeps its indentation.
  const kept = text.replace(/\t/g, '    ').replace(/ /g, blank);
  const pieces = sheet.fonts.cut(kept, 'mono');
  const lines = breakLines(pieces, width - 2 * padding, sheet.measure(code.size));
  const shade = (y: number) => doc.rect(left, y - 0.3, width, code.leading + 0.6).fill(ink.code);
  sheet.part('P', (block) =>
    sheet.part(
      'Code',
      (part) => drawLines(sheet, lines, { x: left + padding, type: code, part, before: shade }),
      { parent: block },
    ),
  );
}
