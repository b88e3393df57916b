import drawSvg from 'svg-to-pdfkit';
import type { Face } from './fonts.ts';
import type { Sheet } from './sheet.ts';
import { isSoundPng } from './png.ts';
import { isDrawable } from './svg.ts';
import { drawText, small } from './text.ts';

/** A picture of the document, with its file if this service hosts it. */
export interface PdfPicture {
  url: string;
  caption: string | null;
  file: { media_type: string; body: Buffer } | undefined;
  dimensions: { width: number | null; height: number | null };
}

/** Points per CSS pixel: an inch is 96 pixels or 72 points. */
const POINTS = 0.75;
/** The media types that a PDF can embed or draw. */
const DRAWN = ['image/svg+xml', 'image/png', 'image/jpeg'];
const DEFAULT_SIZE = { width: 640, height: 360 };

/**
 * Draws a picture with its caption. Pictures of other hosts, and formats that PDF does not support (GIF, WebP, AVIF),
 * are replaced by a line with the caption or the address.
 */
export function drawPicture(sheet: Sheet, picture: PdfPicture): void {
  const { caption, url } = picture;
  sheet.space(4);
  if (!draw(sheet, picture)) {
    const text = `Picture: ${caption ?? url}`;
    const link = { start: 0, end: text.length, type: 'link' as const, data: { url } };
    drawText(sheet, text, [link], { type: small, indent: 16 });
  } else if (caption) {
    sheet.space(4);
    drawText(sheet, caption, [], { type: small, name: 'Caption' });
  }
  sheet.space(14);
}

function draw(sheet: Sheet, { file, dimensions, caption }: PdfPicture): boolean {
  if (!file || !DRAWN.includes(file.media_type)) return false;
  const { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height } = sizeOf(dimensions);
  // Leaves room for a caption below.
  const scale = Math.min(POINTS, sheet.width / width, (sheet.height * 0.72) / height);
  const box = { width: width * scale, height: height * scale };
  sheet.ensure(box.height + 3 * small.leading);
  const { doc } = sheet;
  const x = sheet.left;
  let isDrawn = false;
  sheet.part(
    'Figure',
    (figure) =>
      figure.add(() => {
        if (file.media_type === 'image/svg+xml')
          isDrawn = drawVector(sheet, file.body, { x, scale, width, height });
        else if (file.media_type === 'image/jpeg' || isSoundPng(file.body)) {
          isDrawn = attempt(() => doc.image(file.body, x, sheet.y, box));
        }
      }),
    { alt: caption ?? 'Picture' },
  );
  if (isDrawn) sheet.y += box.height;
  return isDrawn;
}

const sizeOf = ({ width, height }: PdfPicture['dimensions']) =>
  width !== null && height !== null && width > 0 && height > 0 ? { width, height } : {};

/** Runs a drawing step and returns whether it succeeded, so that a corrupt picture does not stop the document. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function drawVector(
  { doc, y }: Sheet,
  body: Buffer,
  { x, scale, width, height }: { x: number; scale: number; width: number; height: number },
): boolean {
  const svg = body.toString('utf8');
  if (!isDrawable(svg)) return false;
  const { page } = doc;
  const states = doc as unknown as { _ctmStack: unknown[] };
  const depth = states._ctmStack.length;
  // Links in a drawing could lead anywhere.
  const unlinked = svg.replace(/<(\/?)a(?=[\s/>])/gi, '<$1g');
  // Clips the drawing to its box, so that it cannot cover the text.
  doc.save().translate(x, y).scale(scale).rect(0, 0, width, height).clip();
  const isDrawn = attempt(() =>
    drawSvg(doc, unlinked, 0, 0, {
      width,
      height,
      assumePt: true,
      fontCallback: svgFace,
      imageCallback: () => '',
      warningCallback: () => {},
    }),
  );
  // A drawing that failed midway may leave graphics states and another page behind.
  doc.page = page;
  while (states._ctmStack.length > depth) doc.restore();
  return isDrawn;
}

function svgFace(family: string, bold: boolean, italic: boolean): Face {
  if (/mono|courier|consolas/i.test(family)) return 'mono';
  if (/(?<!sans-)serif|georgia|times/i.test(family)) {
    return bold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular';
  }
  return bold ? 'sansBold' : 'sans';
}
