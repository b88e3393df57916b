import type { CompanyDocumentItem, GlobalDocumentItem } from '@dossier/shared';
import { list } from '../../../query/list.ts';
import { documentFilters, documentList } from './contract.ts';
import { viewCompanyItem, viewGlobalItem } from './view.ts';

/** Reads a page of all documents. */
export const readDocuments = list<GlobalDocumentItem>({
  list: documentList,
  table: 'documents',
  filters: documentFilters,
  item: viewGlobalItem,
  sorts: 'few',
});

/** Reads a page of the documents of a company, from an index by company. */
export const readCompanyDocuments = list<CompanyDocumentItem>({
  list: documentList,
  table: 'document_companies',
  company: 'document_companies.company_id',
  filters: documentFilters,
  from: (db) =>
    db('document_companies')
      .join('documents', 'documents.id', 'document_companies.document_id')
      .select('document_companies.relation'),
  countedAs: [],
  columns: { published_at: 'document_companies.published_at', id: 'document_companies.document_id' },
  item: viewCompanyItem,
});
