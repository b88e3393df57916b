import { groupBy, type CompanyDocumentItem, type GlobalDocumentItem } from '@dossier/shared';
import type { DocumentRow } from '@dossier/store';
import { viewDocumentItem } from '../../../views.ts';
import type { DocumentCompany, ScopedDocumentRow } from './read.ts';

/** Returns documents with their companies. */
export function viewGlobalItems(
  documents: DocumentRow[],
  companies: DocumentCompany[],
  publicUrl: string,
): GlobalDocumentItem[] {
  const byDocument = groupBy(companies, ({ document_id }) => document_id);
  return documents.map((row) => ({
    ...viewDocumentItem(row, publicUrl),
    companies: (byDocument.get(row.id) ?? []).map(({ company_id: id, domain, relation }) => ({
      id,
      domain,
      relation,
    })),
  }));
}

/** Returns a company's documents with their relation to it. */
export function viewCompanyItems(documents: ScopedDocumentRow[], publicUrl: string): CompanyDocumentItem[] {
  return documents.map((row) => ({ ...viewDocumentItem(row, publicUrl), relation: row.relation }));
}
