import type { Page, PageRequest } from '@dossier/shared';
import {
  keysetPage,
  keysetRows,
  whereBetween,
  type CompanyRef,
  type Db,
  type DocumentCompanyRow,
  type DocumentRow,
  type Query,
} from '@dossier/store';
import { documentList, type DocumentFilter } from './contract.ts';

export type ScopedDocumentRow = DocumentRow & Pick<DocumentCompanyRow, 'relation'>;
export type DocumentCompany = Pick<DocumentCompanyRow, 'document_id' | 'company_id' | 'relation'> & {
  domain: string;
};

/** Returns a page of all documents. */
export function readDocuments(
  db: Db,
  filter: DocumentFilter,
  request: PageRequest,
): Promise<Page<DocumentRow>> {
  return keysetRows(db, 'documents', documentList, request, (query) => {
    filtered(query, filter);
  });
}

/** Returns a page of one company's documents, read from an index by company. */
export function readCompanyDocuments(
  db: Db,
  company: CompanyRef,
  filter: DocumentFilter,
  request: PageRequest,
): Promise<Page<ScopedDocumentRow>> {
  const query = db('document_companies')
    .join('documents', 'documents.id', 'document_companies.document_id')
    .where('document_companies.company_id', company.id)
    .select('documents.*', 'relation');
  return keysetPage(documentList, request, {
    query: filtered(query, filter),
    columns: { published_at: 'document_companies.published_at', id: 'document_companies.document_id' },
  });
}

/** Returns the companies of a page of documents in one statement. */
export async function readDocumentCompanies(db: Db, documents: DocumentRow[]): Promise<DocumentCompany[]> {
  return db('document_companies')
    .join('companies', 'companies.id', 'document_companies.company_id')
    .whereIn(
      'document_id',
      documents.map(({ id }) => id),
    )
    .orderBy(['document_id', 'company_id'])
    .select<DocumentCompany[]>('document_id', 'company_id', 'relation', 'domain');
}

function filtered(query: Query, filter: DocumentFilter): Query {
  if (filter.type !== undefined) query.where('documents.type', filter.type);
  whereBetween(query, 'documents.created_at', filter.created_at_gte, filter.created_at_lte);
  return whereBetween(query, 'documents.updated_at', filter.updated_at_gte, filter.updated_at_lte);
}
