import { groupBy, type CompanyDocumentItem, type GlobalDocumentItem } from '@dossier/shared';
import type { DocumentRow } from '@dossier/store';
import type { Signer } from '../../../links.ts';
import { viewDocumentItem } from '../../../views.ts';
import type { DocumentCompany, ScopedDocumentRow } from './read.ts';

/** Returns documents with their companies. */
export function viewGlobalItems(
  documents: DocumentRow[],
  companies: DocumentCompany[],
  signer: Signer,
): GlobalDocumentItem[] {
  const byDocument = groupBy(companies, ({ document_id }) => document_id);
  return documents.map((row) => ({
    ...viewDocumentItem(row, signer),
    companies: (byDocument.get(row.id) ?? []).map(({ company_id: id, domain, relation }) => ({
      id,
      domain,
      relation,
    })),
  }));
}

/** Returns a company's documents with their relation to it. */
export function viewCompanyItems(documents: ScopedDocumentRow[], signer: Signer): CompanyDocumentItem[] {
  return documents.map((row) => ({ ...viewDocumentItem(row, signer), relation: row.relation }));
}
