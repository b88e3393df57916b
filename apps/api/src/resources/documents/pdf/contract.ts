import { themes } from '@dossier/embeds';
import { textLike, slugLookup } from '@dossier/shared';
import { z } from 'zod';
import {
  behindSignature,
  embedAnswer,
  part,
  SIGNED_NOTE,
  signedParts,
  sizeFields,
} from '../../../views/embed.ts';
import { endpoint } from '../../../http/endpoint.ts';

export const getDocumentPdf = endpoint({
  method: 'GET',
  path: '/api/v1/embed/document-pdfs',
  operationId: 'getDocumentPdfEmbed',
  summary: "A document's PDF",
  description:
    'Returns one `<iframe>` with a signed address, which shows the PDF of the document. `document_slug` is in the items ' +
    'of the list of documents.',
  tag: 'Embeds',
  input: z.strictObject({
    document_slug: slugLookup.optional().meta({
      description: 'The slug of the document, from the list. Required',
      examples: ['payments-infrastructure'],
    }),
    ...sizeFields('document-pdf'),
    theme: z.enum(themes).default('auto').meta({ description: "`auto` follows the reader's setting" }),
  }),
  output: { 200: embedAnswer },
  errors: ['document_slug_required', 'document_not_found'],
  example: { document_slug: 'payments-infrastructure' },
  errorStyle: 'failed',
});

const signed = {
  ...behindSignature,
  params: z.object({
    document_slug: part('The slug of the document', 'payments-infrastructure'),
    ...signedParts,
  }),
};
const SIGNED = '/embeds/document-pdf/:document_slug/:look/:signature';

export const getDocumentPdfPage = endpoint({
  ...signed,
  path: SIGNED,
  operationId: 'getDocumentPdfPage',
  summary: "The page with a document's PDF",
  description: `Shows the PDF in the viewer of the browser, and a link in browsers without one. ${SIGNED_NOTE}`,
  output: { 200: textLike('<!doctype html><title>Payments infrastructure</title>') },
  produces: 'text/html',
});

/** The target of `pdf_url`, unless the document has a PDF of its own elsewhere: then it redirects there. */
export const getDocumentPdfFile = endpoint({
  ...signed,
  path: `${SIGNED}.pdf`,
  operationId: 'getDocumentPdfFile',
  summary: 'A document as a PDF',
  description: `The \`pdf_url\` of a document leads here. Redirects if the document has its own PDF elsewhere. ${SIGNED_NOTE}`,
  output: { 200: textLike('%PDF-1.7'), 302: z.null() },
  produces: 'application/pdf',
});
