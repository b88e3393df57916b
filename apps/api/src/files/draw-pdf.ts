import { parentPort } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import drawSvg from 'svg-to-pdfkit';
import { needsForeignFonts, outlined, renderPng } from './png.ts';
import type { PdfInput } from './pdf.ts';

/** Points per CSS pixel: an inch is 96 pixels or 72 points. */
const POINTS = 0.75;
/** Pixels of a picture inside a PDF for each one of the drawing. */
const DENSITY = 3;

/**
 * Draws a PDF of one page. A drawing with letters that our fonts lack is a picture inside of it, because their outlines
 * would need the fonts of the machine.
 */
async function drawPdf({ svg, title, alt, language }: PdfInput): Promise<Uint8Array> {
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

// The program runs in a thread of the service, which sends what to draw, one drawing after another.
parentPort!.on('message', (input: PdfInput) => {
  void drawPdf(input).then((file) => parentPort!.postMessage(file));
});
