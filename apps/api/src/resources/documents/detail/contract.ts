import { documentDetail, slugLookup } from '@dossier/shared';
import { z } from 'zod';
import { asOfErrors, asOfField } from '../../../query/as-of.ts';
import { endpoint } from '../../../http/endpoint.ts';

export const getDocument = endpoint({
  method: 'GET',
  path: '/api/v1/documents/:document_slug',
  operationId: 'getDocument',
  summary: 'A research document with its body',
  description:
    'Returns the sections with their elements, and a table of contents. The slug is in the items of the list; ' +
    'the numeric id works too.',
  tag: 'Documents',
  params: z.object({
    document_slug: slugLookup.meta({
      description: 'The slug of the document, from an item of the list or a search result, or its id',
      examples: ['payments-infrastructure'],
    }),
  }),
  input: z.strictObject({ ...asOfField }),
  output: { 200: documentDetail },
  errors: ['document_not_found', ...asOfErrors],
});
