import type { Address } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import type { DocumentRow } from '@dossier/store';
import { embed, hideDetails, verified } from '../../../views/embed.ts';
import { Answer, BodyStream, redirect } from '../../../http/endpoint.ts';
import { route, type Context, type Route } from '../../../services.ts';
import { documentPdfUrl } from '../../../views/links.ts';
import { readDocumentRow } from '../read.ts';
import * as contract from './contract.ts';
import { readContent, readPicture } from './read.ts';
import { pdfTag, viewPdfInput, viewPdfPage } from './view.ts';

/** A document may change, and a PDF on another host may move. */
const CACHE = 'public, max-age=3600';
/** The policy of responses that are shown inside other pages. */
const FRAMED = "default-src 'none'";

type Parts = { document_slug: string; look: string; signature: string };

/** Reads the document of a signed address. An invalid address and a missing document look the same. @throws 404 */
async function signed(
  context: Context,
  { document_slug: subject, look, signature }: Parts,
): Promise<{ address: Address; row: DocumentRow }> {
  const { address } = await verified(context, { kind: 'document-pdf', subject, look, signature });
  const row = await readDocumentRow(context.db, address.subject).catch(hideDetails);
  return { address, row };
}

/** Returns the address of a document's PDF: its own one, or the one that this service builds. */
const pdfUrlOf = async ({ publicUrl, signingKeys }: Context, row: DocumentRow) =>
  documentPdfUrl(row, { publicUrl, key: (await signingKeys())[0] });

export const routes: Route[] = [
  route(contract.getDocumentPdf, async (context, input) => {
    if (input.document_slug === undefined) throw fail('document_slug_required');
    const { slug, title } = await readDocumentRow(context.db, input.document_slug);
    const options = input.theme === 'auto' ? {} : { theme: input.theme };
    return embed(context, { kind: 'document-pdf', subject: slug, options, title: `${title}: PDF` }, input);
  }),
  // This comes before the page route, whose last segment would match it.
  route(contract.getDocumentPdfFile, async (context, parts) => {
    const { row } = await signed(context, parts);
    const { db, publicUrl, pdfs } = context;
    const headers = { 'Cache-Control': CACHE, 'Content-Security-Policy': FRAMED };
    if (row.pdf_url !== null) return redirect(row.pdf_url, headers);
    const tag = pdfTag(row, publicUrl);
    const make = async function* () {
      // Loaded on first use: the PDF library takes longer to load than the rest of the API.
      const { documentPdf } = await import('./draw/document.ts');
      const content = await readContent(db, row);
      yield* documentPdf(
        viewPdfInput(row, publicUrl, { content, readPicture: (url) => readPicture(db, url) }),
      );
    };
    // Built only if the body is sent, so neither for a 304 nor for HEAD.
    const body = async function* () {
      yield await pdfs.get(tag, make);
    };
    const disposition = `inline; filename*=UTF-8''${encodeURIComponent(row.slug)}.pdf`;
    return new Answer(new BodyStream(body()), {
      headers: { ...headers, ETag: tag, 'Content-Disposition': disposition },
    });
  }),
  route(contract.getDocumentPdfPage, async (context, parts) => {
    const { row, address } = await signed(context, parts);
    const { page, policy } = viewPdfPage(
      row.title,
      await pdfUrlOf(context, row),
      address.options.theme ?? 'auto',
    );
    return new Answer(page, { headers: { 'Cache-Control': CACHE, 'Content-Security-Policy': policy } });
  }),
];
