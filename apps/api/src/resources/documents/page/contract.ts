import { textLike, slugLookup } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { publicPage } from '../../../views/contract.ts';

/** The page behind `web_url` and the `url` of search results. Only the site has the body, which is for partners. */
export const getResearchPage = endpoint({
  ...publicPage,
  path: '/research/:document_slug',
  operationId: 'getResearchPage',
  summary: 'The public page of a document',
  description:
    'The `web_url` of a document and the `url` of a search result lead here. The body is for partners: see the ' +
    'detail. With `PUBLIC_SITE=on`, the page has it too.',
  tag: 'Documents',
  params: z.object({
    document_slug: slugLookup.meta({
      description: 'The slug of the document',
      examples: ['payments-infrastructure'],
    }),
  }),
  output: { 200: textLike('<!doctype html><title>Payments infrastructure</title>') },
  errors: ['document_not_found'],
});
