import { createHash } from 'node:crypto';
import { parseAddress, type Theme } from '@dossier/embeds';
import { barePage, html } from '@dossier/pages';
import { documentTypeNames } from '@dossier/shared';
import type { DocumentRow } from '@dossier/store';
import { documentWebUrl } from '../../../views/links.ts';
import { PDF_VERSION, type PdfInput } from './draw/input.ts';

const styles = `
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;font:15px/1.45 system-ui,sans-serif;background:Canvas;color:CanvasText}
object{flex:1;min-height:0;width:100%;border:0}
object p{padding:0 16px}
p{margin:0;padding:8px 16px}
a{color:LinkText}
@media print{object{display:none}}`;

/**
 * Returns the page inside the iframe. Browsers without a PDF viewer, such as those on phones, show the fallback text.
 * The link below the viewer is always there, because another host may forbid framing its PDF.
 */
export function viewPdfPage(title: string, pdfUrl: string, theme: Theme): { page: string; policy: string } {
  const origin = parseAddress(pdfUrl)?.origin;
  return barePage({
    title: `${title}: PDF`,
    styles,
    theme,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<object type="application/pdf" data="${viewerAddress(pdfUrl)}" aria-label="${title}">
        <p>This browser shows no PDF inside of a page.</p>
      </object>
      <p><a href="${pdfUrl}" target="_blank" rel="noopener">Open “${title}” as a PDF</a></p>`,
    // Some browsers load the viewer as a plugin, others as a frame.
    allow: origin === undefined ? [] : [`object-src ${origin}`, `frame-src ${origin}`],
    framed: true,
  });
}

/** Adds the viewer's options for full width and no sidebar, which has no room in an embed. */
const viewerAddress = (url: string) =>
  url.includes('#') ? url : `${url}#view=FitH&navpanes=0&pagemode=none`;

/** Returns the input for a document's PDF. */
export function viewPdfInput(
  row: DocumentRow,
  publicUrl: string,
  { content, readPicture }: Pick<PdfInput, 'content' | 'readPicture'>,
): PdfInput {
  return {
    title: row.title,
    label: documentTypeNames[row.type],
    summary: row.preview_description,
    published: row.published_at,
    updated: row.last_publication_date,
    webUrl: webUrlOf(row, publicUrl),
    publicUrl,
    content,
    readPicture,
  };
}

const webUrlOf = ({ web_url, slug }: DocumentRow, publicUrl: string) =>
  web_url ?? documentWebUrl(publicUrl, slug);

/**
 * Returns the ETag of a document's PDF. It is a hash of the PDF's inputs, so it is known before the PDF is built. It
 * is weak because equal inputs do not guarantee equal bytes.
 */
export function pdfTag(row: DocumentRow, publicUrl: string): string {
  const parts = [
    PDF_VERSION,
    publicUrl,
    webUrlOf(row, publicUrl),
    row.slug,
    row.updated_at,
    row.content_hash,
  ];
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`;
}
