import { fail } from '@dossier/shared';
import type { Db, DocumentRow } from '@dossier/store';

/** A document's slug, title and the address of its PDF. @throws 404 when it is unknown, or has no PDF */
export async function readDocumentPdf(
  db: Db,
  slug: string,
): Promise<{ slug: string; title: string; url: string }> {
  const row = await db<DocumentRow>('documents').where({ slug }).first('title', 'pdf_url');
  if (!row) throw fail('document_not_found', slug);
  if (row.pdf_url === null) throw fail('document_pdf_not_found', slug);
  return { slug, title: row.title, url: row.pdf_url };
}
