import {
  documentType,
  type CompanyDocumentItem,
  type GlobalDocumentItem,
  type PageRequest,
} from '@dossier/shared';
import { amongAlso, between, equals, pagesOf, type CompanyRef, type Db, type ItemPage } from '@dossier/store';
import { documentList, type DocumentFilter } from './contract.ts';
import { viewCompanyItem, viewGlobalItem } from './view.ts';

const ofAll = pagesOf<GlobalDocumentItem>({
  list: documentList,
  from: (db) => db('documents'),
  item: viewGlobalItem,
  sorts: 'few',
  counted: 'documents',
  counters: [{ name: 'documents', columns: { type: documentType.options } }],
});

/** Read from an index by company. */
const ofCompany = pagesOf<CompanyDocumentItem>({
  list: documentList,
  from: (db) =>
    db('document_companies')
      .join('documents', 'documents.id', 'document_companies.document_id')
      .select('document_companies.relation'),
  columns: { published_at: 'document_companies.published_at', id: 'document_companies.document_id' },
  item: viewCompanyItem,
  counters: [{ name: 'document_companies', columns: { company_id: undefined } }],
});

/** Returns a page of the documents of a company, or of all documents. */
export function readDocuments(
  db: Db,
  company: CompanyRef | undefined,
  filter: DocumentFilter,
  request: PageRequest,
): Promise<ItemPage<CompanyDocumentItem> | ItemPage<GlobalDocumentItem>> {
  const where = [
    ...equals('document_companies.company_id', company?.id),
    // SQLite would prefer the index of a type that many documents have to the index of a company.
    ...(company
      ? amongAlso(db, 'documents.type', filter.type && [filter.type])
      : equals('documents.type', filter.type)),
    ...between('documents.created_at', filter.created_at_gte, filter.created_at_lte),
    ...between('documents.updated_at', filter.updated_at_gte, filter.updated_at_lte),
  ];
  return (company ? ofCompany : ofAll)(db, { request, where, form: undefined, params: {} });
}
