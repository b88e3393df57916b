import { createHash } from 'node:crypto';
import { parseAddress, type Theme } from '@dossier/embeds';
import { documentTypeNames } from '@dossier/shared';
import type { DocumentRow } from '@dossier/store';
import { html } from '../../../http/html.ts';
import { documentWebUrl } from '../../../links.ts';
import { viewPage } from '../../../http/page.ts';
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
 * The page inside the iframe. What stands in the viewer's place shows where a browser has none, as on phones; the
 * link below it is always there, since another host's PDF may refuse to be framed.
 */
export function viewPdfPage(title: string, pdfUrl: string, theme: Theme): { page: string; policy: string } {
  const origin = parseAddress(pdfUrl)?.origin;
  return viewPage({
    title: `${title}: PDF`,
    styles,
    theme,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<object type="application/pdf" data="${viewerAddress(pdfUrl)}" aria-label="${title}">
        <p>This browser shows no PDF inside of a page.</p>
      </object>
      <p><a href="${pdfUrl}" target="_blank" rel="noopener">Open “${title}” as a PDF</a></p>`,
    // The viewer is a plugin to some browsers and a frame to others.
    allow: origin === undefined ? [] : [`object-src ${origin}`, `frame-src ${origin}`],
    framed: true,
  });
}

/** Asks the viewer for the whole width, without its bookmarks, which have no room in an embed. */
const viewerAddress = (url: string) =>
  url.includes('#') ? url : `${url}#view=FitH&navpanes=0&pagemode=none`;

/** A document as its PDF is made of it. */
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
 * The ETag of a document's PDF: of all that goes into it, so that it need not be made to be known. A weak one, since
 * the parts of a PDF may come in any order.
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
