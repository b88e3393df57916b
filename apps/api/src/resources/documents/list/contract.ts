import {
  companyDocumentItem,
  cursorPagination,
  documentType,
  globalDocumentItem,
  listing,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { asOfErrors, asOfField } from '../../../query/as-of.ts';
import { fieldsOf, oneOf, within } from '../../../query/filters.ts';
import { companyFields, cursorFields } from '../../../query/fields.ts';

export const documentList = listing({
  name: 'documents',
  keys: { published_at: 'text', id: 'integer' },
  direction: 'desc',
  pageSize: { default: 30, max: 100 },
});

export const documentFilters = [
  oneOf(
    'documents.type',
    { type: documentType.optional().meta({ description: 'Only documents of this type' }) },
    { index: 'documents_by_type', all: documentType.options },
  ),
  within('documents.created_at', ['created_at_gte'], ['created_at_lte']),
  within('documents.updated_at', ['updated_at_gte'], ['updated_at_lte']),
] as const;

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/v1/documents',
  operationId: 'listDocuments',
  summary: 'Research documents of one company or of all',
  description:
    'Items have no body: read it from the detail. No date range is required. Newest first, ' +
    `${documentList.pageSize.default} on a page, at most ${documentList.pageSize.max}.`,
  tag: 'Documents',
  rows: 'documents',
  input: z.strictObject({
    ...companyFields,
    ...fieldsOf(documentFilters),
    ...asOfField,
    ...cursorFields(documentList),
  }),
  output: {
    200: z.object({
      documents: z
        .union([z.array(companyDocumentItem), z.array(globalDocumentItem)])
        .describe('The documents of the page'),
      pagination: cursorPagination,
    }),
  },
  errors: ['invalid_cursor', 'both_cursors', 'company_not_found', 'different_companies', ...asOfErrors],
  example: { company_domain: 'stripe.com' },
});
