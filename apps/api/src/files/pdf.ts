import drawSvg from 'svg-to-pdfkit';
import { needsForeignFonts, outlined, renderPng } from './png.ts';

/** Points per CSS pixel: an inch is 96 pixels or 72 points. */
const POINTS = 0.75;
/** Pixels of a picture inside a PDF for each one of the drawing. */
const DENSITY = 3;

type Options = { title: string; alt: string; language: string };

/**
 * Draws an SVG of ours as a PDF of one page. Its letters are outlines, so every program shows them alike, in Arabic too, and
 * its text is that of the description. A drawing with letters that our fonts lack is a picture inside of it: looking through
 * the machine's fonts would stop all other requests.
 */
export async function renderPdf(svg: string, { title, alt, language }: Options): Promise<Uint8Array> {
  // Loaded on first use, as most requests need no PDF.
  const { default: PDFDocument } = await import('pdfkit');
  const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number) as [
    number,
    number,
    number,
  ];
  const picture = needsForeignFonts(svg) ? Buffer.from(await renderPng(svg, DENSITY)) : undefined;
  const outlines = picture ? '' : await outlined(svg);
  const doc = new PDFDocument({
    size: [width * POINTS, height * POINTS],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    // The same drawing is the same file.
    info: { Title: title, CreationDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => doc.on('end', resolve));
  const root = doc.struct('Document');
  doc.addStructure(root);
  const figure = doc.struct('Figure', { alt });
  root.add(figure);
  figure.add(() => {
    doc.scale(POINTS);
    if (picture) doc.image(picture, 0, 0, { width, height });
    else
      drawSvg(doc, outlines, 0, 0, {
        ...{ width, height, assumePt: true },
        fontCallback: () => 'Helvetica',
        imageCallback: () => '',
        warningCallback: () => {},
      });
  });
  figure.end();
  doc.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}
