import { like, slugLookup } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';

/** What `web_url` and search results name. The body of a document is for partners: the page has none. */
export const getResearchPage = endpoint({
  method: 'GET',
  path: '/research/:document_slug',
  operationId: 'getResearchPage',
  summary: 'What a document is about, for anybody: title, date, summary and table of contents',
  description:
    'Is what `web_url` of a document and `url` of a search result name. The body is for partners: see the detail.',
  tag: 'Documents',
  access: 'public',
  params: z.object({
    document_slug: slugLookup.meta({ description: 'The document', examples: ['payments-infrastructure'] }),
  }),
  input: z.object({}),
  output: { 200: like('<!doctype html><title>Payments infrastructure</title>') },
  errors: ['document_not_found'],
  errorStyle: 'page',
  produces: 'text/html',
});
