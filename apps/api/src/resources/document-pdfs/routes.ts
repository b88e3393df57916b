import { verifyAddress } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { Answer, route, type Route } from '../../http/endpoint.ts';
import * as contract from './contract.ts';
import { readDocumentPdf } from './read.ts';
import { viewEmbed } from './view.ts';

/** An hour: the PDF of a document may move. */
const CACHE = 'public, max-age=3600';
/** It stands in other people's pages, on its way to the PDF. */
const POLICY = "default-src 'none'; frame-ancestors *";

export const routes: Route[] = [
  route(contract.getDocumentPdf, async ({ db, publicUrl, signingKeys }, input) => {
    const pdf = await readDocumentPdf(db, input.document_slug);
    const [key] = await signingKeys();
    if (!key) throw new Error('There is no key to sign embed addresses with.');
    return viewEmbed(pdf, input, publicUrl, key);
  }),
  route(
    contract.getDocumentPdfPage,
    async ({ db, signingKeys, clock }, { document_slug, options, signature }) => {
      const path = `/embeds/document-pdf/${encodeURIComponent(document_slug)}/${options}/${signature}`;
      const address = verifyAddress(path, await signingKeys(), clock());
      if (!address) throw fail('not_found');
      const { url } = await readDocumentPdf(db, address.subject);
      const headers = { Location: url, 'Cache-Control': CACHE, 'Content-Security-Policy': POLICY };
      return new Answer(null, { status: 302, headers });
    },
  ),
];
