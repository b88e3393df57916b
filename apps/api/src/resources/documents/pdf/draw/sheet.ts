import PDFDocument from 'pdfkit';
import { faceFile, faces, openFonts, type Face, type Fonts } from './fonts.ts';
import type { Line } from './lines.ts';
import { MAX_PAGES } from './pages.ts';

export type Structure = PDFKit.PDFStructureElement;
/** A part of the PDF's structure that accepts drawings and links. */
export type Part = Pick<Structure, 'add'>;

/** An A4 page in points. The margins leave room for lines of about eighty letters. */
const PAGE = { width: 595.28, height: 841.89, top: 72, bottom: 84, side: 74 };
const FOOTER = PAGE.height - 48;

/** Ends the drawing of a document that needs more pages. */
export class FullSheet extends Error {}

export const ink = {
  text: '#1a212b',
  muted: '#58626e',
  line: '#d5dae0',
  link: '#1b5e9e',
  code: '#f4f6f8',
} as const;

/** A font size and its line height, in points. */
export interface Type {
  size: number;
  leading: number;
  colour?: string;
}

/** The pages of a document, written from top to bottom. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  fonts: Fonts;
  left: number;
  width: number;
  /** The height of a page's text area. */
  height: number;
  /** The position of the next line, from the top of the page. */
  y: number;
  /** Returns true if the current page has room for that height, or is empty. */
  fits: (height: number) => boolean;
  /** Begins a new page if the current one lacks room for that height. Returns true if it did. @throws FullSheet after the last page */
  ensure: (height: number) => boolean;
  /** Begins a new page. */
  turn: () => void;
  /** Leaves vertical space, except at the top of a page. */
  space: (height: number) => void;
  measure: (size: number) => (text: string, face: Face) => number;
  /** Adds a part to the document's structure, which screen readers use. */
  part(type: string, draw: (part: Structure) => void, options?: { alt?: string; parent?: Structure }): void;
  /** Adds a part that contains other parts. The caller ends it. */
  open(type: string, options?: { alt?: string; parent?: Structure }): Structure;
}

/** Returns the scale of a face. Monospace and sans-serif letters look larger than serif ones of the same size. */
const scaleOf = (face: Face) => (face === 'mono' ? 0.86 : face.startsWith('sans') ? 0.9 : 1);

/** Opens a document with its first page. Each page shows `footer` and the page number at its foot. */
export function openSheet(options: PDFKit.PDFDocumentOptions, footer: string): Sheet {
  const doc = new PDFDocument({
    ...options,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
  });
  for (const face of Object.keys(faces) as Face[]) doc.registerFont(face, faceFile(face));
  const fonts = openFonts();
  const bottom = PAGE.height - PAGE.bottom;
  let number = 0;

  const sheet: Sheet = {
    doc,
    fonts,
    left: PAGE.side,
    width: PAGE.width - 2 * PAGE.side,
    height: bottom - PAGE.top,
    y: PAGE.top,
    fits: (height) => sheet.y + height <= bottom || sheet.y === PAGE.top,
    ensure: (height) => {
      if (sheet.fits(height)) return false;
      if (number === MAX_PAGES) throw new FullSheet();
      sheet.turn();
      return true;
    },
    turn: () => {
      doc.continueOnNewPage();
      sheet.y = PAGE.top;
    },
    space: (height) => {
      if (sheet.y > PAGE.top) sheet.y += height;
    },
    measure: (size) => (text, face) =>
      doc
        .font(face)
        .fontSize(size * scaleOf(face))
        .widthOfString(text),
    open: (type, { alt, parent = root } = {}) => {
      const part = doc.struct(type, alt === undefined ? {} : { alt });
      parent.add(part);
      return part;
    },
    part: (type, draw, options) => {
      const part = sheet.open(type, options);
      draw(part);
      part.end();
    },
  };
  doc.on('pageAdded', () => drawFooter(sheet, footer, ++number));
  const root = doc.struct('Document');
  doc.addStructure(root);
  doc.addPage();
  return sheet;
}

function drawFooter({ doc, fonts, left, width, measure }: Sheet, footer: string, number: number): void {
  const size = 8.5;
  const type = { size, leading: 12, colour: ink.muted };
  const lineOf = (text: string): Line => {
    const pieces = fonts
      .cut(text, 'regular')
      .map((cut) => ({ ...cut, width: measure(size)(cut.text, cut.face) }));
    return { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0) };
  };
  const page = lineOf(String(number));
  drawArtifact(doc, 'Pagination', () => {
    drawPieces(doc, lineOf(footer).pieces, { x: left, baseline: FOOTER, type });
    drawPieces(doc, page.pieces, { x: left + width - page.width, baseline: FOOTER, type });
  });
}

/** Draws something that is not part of the document's text, such as ornaments and footers. */
export function drawArtifact(doc: PDFKit.PDFDocument, type: 'Layout' | 'Pagination', draw: () => void): void {
  doc.markContent('Artifact', { type });
  try {
    draw();
  } finally {
    doc.endMarkedContent();
  }
}

/** Draws lines into a part of the structure. Page breaks leave at least two lines of a text on each page. */
export function drawLines(
  sheet: Sheet,
  lines: Line[],
  { x, type, part, before }: { x: number; type: Type; part: Part; before?: (y: number) => void },
): void {
  lines.forEach((line, index) => {
    const isOrphan = index === 0 || index === lines.length - 2;
    sheet.ensure(type.leading * (isOrphan && index < lines.length - 1 ? 2 : 1));
    if (before) drawArtifact(sheet.doc, 'Layout', () => before(sheet.y));
    drawLine(sheet, line, { x, y: sheet.y, type, part });
    sheet.y += type.leading;
  });
}

/** Draws one line whose top is at `y`. Each link becomes a part of its own. */
export function drawLine(
  { doc }: Sheet,
  line: Line,
  { x, y, type, part }: { x: number; y: number; type: Type; part: Part },
): void {
  const baseline = y + (type.leading + type.size * 0.64) / 2;
  let at = x;
  for (const piece of line.pieces) {
    const place = { x: at, baseline, type };
    if (piece.link === undefined) part.add(() => drawPieces(doc, [piece], place));
    else drawLink(doc, { ...piece, link: piece.link }, { ...place, part });
    at += piece.width;
  }
}

type Place = { x: number; baseline: number; type: Type };

function drawLink(
  doc: PDFKit.PDFDocument,
  piece: Line['pieces'][number] & { link: string },
  { part, ...place }: Place & { part: Part },
): void {
  const { x, baseline, type } = place;
  const link = doc.struct('Link');
  part.add(link);
  link.add(() => {
    drawPieces(doc, [piece], { ...place, type: { ...type, colour: ink.link } });
    doc
      .moveTo(x, baseline + 1.6)
      .lineTo(x + piece.width, baseline + 1.6)
      .lineWidth(0.4)
      .stroke(ink.link);
  });
  const box = [x, baseline - type.size * 0.8, piece.width, type.size * 1.1] as const;
  // The type definitions lack `structParent`.
  const options: object = { structParent: link, Border: [0, 0, 0] };
  if (piece.link.startsWith('#')) doc.goTo(...box, piece.link.slice(1), options);
  else doc.link(...box, piece.link, options);
  link.end();
}

function drawPieces(doc: PDFKit.PDFDocument, pieces: Line['pieces'], { x, baseline, type }: Place): void {
  let at = x;
  for (const { text, face, width } of pieces) {
    doc
      .font(face)
      .fontSize(type.size * scaleOf(face))
      .fillColor(type.colour ?? ink.text)
      .text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    at += width;
  }
}
