import type { CompanyRow, Db } from '@dossier/store';
import { readDocument, type DocumentWithBody } from '../read.ts';

/** The rows of a document's public page. */
export interface ResearchRows {
  document: DocumentWithBody;
  /** Primary companies come first. */
  companies: Pick<CompanyRow, 'name'>[];
}

/** Reads a document with its body and its companies. @throws 404 */
export async function readResearch(db: Db, slug: string): Promise<ResearchRows> {
  const document = await readDocument(db, slug);
  const companies = await db('document_companies')
    .join('companies', 'companies.id', 'document_companies.company_id')
    .where({ document_id: document.id })
    .orderBy([{ column: 'relation', order: 'desc' }, 'name'])
    .select<ResearchRows['companies']>('name');
  return { document, companies };
}
