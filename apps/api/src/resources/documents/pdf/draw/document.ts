import { setImmediate } from 'node:timers/promises';
import { dayInWords, type DocumentElement, type DocumentSection, type Span } from '@dossier/shared';
import { pictureUrl } from '../../../../views/links.ts';
import { headingOf } from '../../heading.ts';
import { UNKNOWN } from './fonts.ts';
import type { PdfInput } from './input.ts';
import { drawPicture } from './picture.ts';
import { MAX_PAGES } from './pages.ts';
import { FullSheet, ink, openSheet, type Sheet, type Structure } from './sheet.ts';
import { drawTable } from './table.ts';
import { drawHeading, drawText, drawTextElement, small, type TextPlace } from './text.ts';

/**
 * Builds a tagged PDF of a document, with bookmarks, links and page numbers. Lets other work run between elements.
 */
export async function* documentPdf(input: PdfInput): AsyncGenerator<Uint8Array> {
  const sheet = openSheet(
    {
      lang: 'en',
      info: {
        Title: input.title,
        ...(input.summary !== null && { Subject: input.summary }),
        Creator: 'Dossier',
        Producer: 'Dossier',
        CreationDate: new Date(input.published),
        ModDate: new Date(input.updated),
      },
    },
    input.title,
  );
  const { doc } = sheet;
  const drawn = drawDocument(sheet, input).then(
    () => doc.end(),
    (error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    for await (const chunk of doc) yield chunk as Uint8Array;
  } finally {
    // If the reader disconnects, drawing stops too.
    doc.destroy();
    await drawn;
  }
}

async function drawDocument(sheet: Sheet, input: PdfInput): Promise<void> {
  let isWhole = true;
  try {
    await drawContent(sheet, input);
  } catch (error) {
    if (!(error instanceof FullSheet)) throw error;
    // Parts of the structure that are still open end with the document.
    isWhole = false;
    sheet.turn();
  }
  if (!sheet.doc.destroyed) drawEnd(sheet, input, isWhole);
}

async function drawContent(sheet: Sheet, input: PdfInput): Promise<void> {
  drawTitle(sheet, input);
  const bookmark = openOutline(sheet);
  for (const section of input.content.sections) {
    const heading = headingOf(section, input.title);
    const mark = () => {
      sheet.doc.addNamedDestination(section.id, 'XYZ', 0, sheet.y, 0);
      if (section.title !== input.title) bookmark(section);
    };
    if (heading) drawHeading(sheet, heading.text, heading.spans, heading.level, mark);
    else mark();
    let number = 0;
    let list: Structure | undefined;
    for (const [index, element] of section.elements.entries()) {
      if (sheet.doc.destroyed) return;
      if (index === 0 && heading?.isElement) continue;
      number = element.type === 'ordered_list_item' ? number + 1 : 0;
      const isLast = section.elements[index + 1]?.type !== element.type;
      if (/list_item$/.test(element.type)) list ??= sheet.open('L');
      await drawElement(sheet, element, input, { number, isLast, list });
      if (isLast) {
        list?.end();
        list = undefined;
      }
      await setImmediate();
    }
  }
}

async function drawElement(
  sheet: Sheet,
  element: DocumentElement,
  { publicUrl, readPicture }: PdfInput,
  place: TextPlace,
): Promise<void> {
  if (element.type === 'table') drawTable(sheet, element);
  else if (element.type === 'image') {
    const url = pictureUrl(publicUrl, element.url);
    drawPicture(sheet, { ...element, url, file: await readPicture(element.url) });
  } else if (element.type === 'embed')
    drawPicture(sheet, { ...element, file: undefined, dimensions: NO_SIZE });
  else {
    const heading = /^heading(\d)$/.exec(element.type);
    if (heading) drawHeading(sheet, element.text, element.spans, Number(heading[1]));
    else drawTextElement(sheet, element, place);
  }
}

const NO_SIZE = { width: null, height: null };

function drawTitle(sheet: Sheet, { title, label, published, updated, summary, content }: PdfInput): void {
  const changed = updated.slice(0, 10) === published.slice(0, 10) ? '' : ` · updated ${dayInWords(updated)}`;
  drawText(sheet, `${label} · ${dayInWords(published)}${changed}`, [], { type: small });
  sheet.space(8);
  drawText(sheet, title, [], { type: { size: 25, leading: 30 }, look: { bold: true }, name: 'H1' });
  sheet.space(8);
  if (summary) {
    drawText(sheet, summary, [], {
      type: { size: 12, leading: 17.5, colour: ink.muted },
      look: { italic: true },
    });
    sheet.space(6);
  }
  if (hasUnknown(sheet, [title, summary ?? '', JSON.stringify(content)])) {
    const note = `Some of its characters are of scripts that this PDF has no letters for; each is shown as ${UNKNOWN}.`;
    drawText(sheet, note, [], { type: small });
  }
  sheet.space(12);
}

const hasUnknown = ({ fonts }: Sheet, texts: string[]): boolean =>
  texts.some((text) => {
    const unknown = fonts.cut(text, 'regular').reduce((sum, cut) => sum + count(cut.text), 0);
    return unknown > count(text);
  });
const count = (text: string) => text.split(UNKNOWN).length - 1;

/** Returns a function that adds a bookmark at the current position. Deeper sections are nested. */
function openOutline(sheet: Sheet) {
  const { doc } = sheet;
  let parent: { level: number; item: PDFKit.PDFOutline } | undefined;
  return ({ title, level }: DocumentSection) => {
    const isDeep = parent !== undefined && level >= 3 && level > parent.level;
    // pdfkit measures the position from the right and the top. Its type definitions lack it.
    const place: object = { left: doc.page.width, top: sheet.y };
    const item = (isDeep ? parent!.item : doc.outline).addItem(title, { expanded: false, ...place });
    if (!isDeep) parent = { level, item };
  };
}

function drawEnd(sheet: Sheet, { webUrl }: PdfInput, isWhole: boolean): void {
  sheet.space(10);
  if (isWhole && !sheet.fits(2 * small.leading)) sheet.turn();
  const before = isWhole ? 'From ' : `This PDF ends after ${MAX_PAGES} pages. Read the rest at `;
  const text = before + webUrl;
  const link: Span = { start: before.length, end: text.length, type: 'link', data: { url: webUrl } };
  drawText(sheet, text, [link], { type: small });
}
