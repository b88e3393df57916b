import type { CompanyRow, Db, FilingRow } from '@dossier/store';
import { readDocument, type DocumentWithBody } from '../read.ts';

/** The rows of a document's public page. */
export interface DocumentPageRows {
  document: DocumentWithBody;
  /** Subjects come first: 'subject' sorts after 'connected'. */
  companies: Pick<CompanyRow, 'name' | 'slug'>[];
  /** The filing whose text the document is, if it is stored. */
  filing: Pick<FilingRow, 'id'> | undefined;
}

/** Reads a document with its body, its companies and its filing. @throws 404 */
export async function readDocumentPage(db: Db, slug: string): Promise<DocumentPageRows> {
  const document = await readDocument(db, slug);
  const companies = await db('document_companies')
    .join('companies', 'companies.id', 'document_companies.company_id')
    .where({ document_id: document.id })
    .orderBy([{ column: 'relation', order: 'desc' }, 'name'])
    .select<DocumentPageRows['companies']>('name', 'slug');
  const filing =
    document.filing === null
      ? undefined
      : await db<FilingRow>('filings')
          .where({ accession_number: document.filing })
          .orderBy('id')
          .first<DocumentPageRows['filing']>('id');
  return { document, companies, filing };
}
