import { fail } from '@dossier/shared';
import type { CompanyRow, Db, DocumentBodyRow, DocumentRow } from '@dossier/store';

/** A document as its page needs it. */
export interface ResearchRows {
  document: DocumentRow & DocumentBodyRow;
  /** Those that it is about come first. */
  companies: Pick<CompanyRow, 'name'>[];
}

/** A document with its body and its companies. @throws 404 */
export async function readResearch(db: Db, slug: string): Promise<ResearchRows> {
  const document = await db('documents')
    .join('document_bodies', 'document_bodies.document_id', 'documents.id')
    .where({ slug })
    .first<ResearchRows['document'] | undefined>();
  if (!document) throw fail('document_not_found', { slug });
  const companies = await db('document_companies')
    .join('companies', 'companies.id', 'document_companies.company_id')
    .where({ document_id: document.id })
    .orderBy([{ column: 'relation', order: 'desc' }, 'name'])
    .select<ResearchRows['companies']>('name');
  return { document, companies };
}
