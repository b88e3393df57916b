import { themes } from '@dossier/embeds';
import { like, slugLookup, wholeNumber, type ErrorCode } from '@dossier/shared';
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
    document_slug: slugLookup.optional().meta({
      description: 'Required. From a document list',
      examples: ['payments-infrastructure'],
    }),
    height: wholeNumber(1, MAX_PIXELS).default(840).meta({ description: 'Of the iframe, in pixels' }),
    width: wholeNumber(1, MAX_PIXELS).default(600).meta({ description: 'Of the iframe, in pixels' }),
    theme: z.enum(themes).default('auto').meta({ description: "Auto follows the reader's own" }),
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
  errors: ['document_slug_required', 'document_not_found'],
  example: { document_slug: 'payments-infrastructure' },
  errorStyle: 'failed',
});

const part = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** The addresses are signed, as those of all embeds are: no browser ever holds a key. */
const signed = {
  method: 'GET' as const,
  tag: 'Embeds',
  access: 'public' as const,
  params: z.object({
    document_slug: part('The document', 'payments-infrastructure'),
    options: part('How it looks', '-'),
    signature: part('Of this address; the answer of the embed holds it', 'AAAAAAAAAAAAAAAAAAAAAA'),
  }),
  input: z.object({}),
  errors: ['not_found'] satisfies ErrorCode[],
  errorStyle: 'page' as const,
};
const SIGNED = '/embeds/document-pdf/:document_slug/:options/:signature';

export const getDocumentPdfPage = endpoint({
  ...signed,
  path: SIGNED,
  operationId: 'getDocumentPdfPage',
  summary: "The page of a document's PDF: the browser's viewer, and a link for browsers without one",
  output: { 200: like('<!doctype html><title>Payments infrastructure</title>') },
  produces: 'text/html',
});

/** What `pdf_url` of a document names, unless the document has a PDF of its own elsewhere: then it leads there. */
export const getDocumentPdfFile = endpoint({
  ...signed,
  path: `${SIGNED}.pdf`,
  operationId: 'getDocumentPdfFile',
  summary: 'A document as a PDF',
  output: { 200: like('%PDF-1.7'), 302: z.null() },
  produces: 'application/pdf',
});
