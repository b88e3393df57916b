import { like, slugLookup, wholeNumber } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

const MAX_PIXELS = 4000;

export const getDocumentPdf = endpoint({
  method: 'GET',
  path: '/api/v1/embed/document-pdfs',
  operationId: 'getDocumentPdfEmbed',
  summary: "A document's PDF, to paste into a page",
  tag: 'Embeds',
  input: z.strictObject({
    document_slug: slugLookup.meta({
      description: 'From a document list',
      examples: ['payments-infrastructure'],
    }),
    height: wholeNumber(1, MAX_PIXELS).default(840).meta({ description: 'Of the iframe, in pixels' }),
    width: wholeNumber(1, MAX_PIXELS).default(600).meta({ description: 'Of the iframe, in pixels' }),
  }),
  output: {
    200: z.object({
      status: z.literal('success'),
      data: z.object({
        embed_html: like(
          '<iframe title="Payments infrastructure" src="https://dossier.example/embeds/…"></iframe>',
        ),
      }),
    }),
  },
  errors: ['invalid_input', 'document_not_found', 'document_pdf_not_found'],
  example: { document_slug: 'payments-infrastructure' },
  errorStyle: 'failed',
});

const part = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** The address inside the iframe. It is signed, as those of all embeds are. */
export const getDocumentPdfPage = endpoint({
  method: 'GET',
  path: '/embeds/document-pdf/:document_slug/:options/:signature',
  operationId: 'getDocumentPdfPage',
  summary: 'Redirects to the PDF of an embed',
  tag: 'Embeds',
  access: 'public',
  params: z.object({
    document_slug: part('The document', 'payments-infrastructure'),
    options: part('How it looks', '-'),
    signature: part('Of this address; the answer of the embed holds it', 'AAAAAAAAAAAAAAAAAAAAAA'),
  }),
  input: z.strictObject({}),
  output: { 302: z.null() },
  errors: ['not_found'],
  errorStyle: 'page',
  produces: 'text/html',
});
