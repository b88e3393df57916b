import { recordKinds } from '@dossier/shared';
import type { DocumentRow } from '@dossier/store';
import { entriesOfTexts } from '../../stored/filing-texts.ts';
import { columnWhere, rowsWhere } from '../../stored/rows.ts';
import type { Kind } from '../kind.ts';
import { parseHtmlFile } from './html-file.ts';
import { parseMarkdownFile } from './markdown-file.ts';
import { pictureExtensions } from './picture-file.ts';
import { importPictures } from './pictures.ts';
import { documentRecord } from './record.ts';
import { searchDocuments } from './search.ts';
import { documentStatements } from './statements.ts';

/** The beginning of an HTML page, after comments, or of a submission to the SEC. */
const HTML =
  /^\s*(?:-----BEGIN PRIVACY[^]*?\n\n\s*)?(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|SEC-DOCUMENT|IMS-DOCUMENT|DOCUMENT|TYPE)\b/i;

/** Research documents: market reports, company one-pagers, interviews. Natural key: the slug. */
export const documentKind: Kind<typeof documentRecord> = {
  name: 'document',
  plural: recordKinds.document.plural,
  record: documentRecord,
  formats: {
    md: { extensions: ['.md', '.markdown'], begins: /^---\r?\n/, parse: parseMarkdownFile },
    html: { extensions: ['.html', '.htm', '.xhtml'], begins: HTML, parse: parseHtmlFile },
  },
  importFiles: importPictures,
  importedExtensions: pictureExtensions,
  rules: 'documents',
  statements: documentStatements,
  searchDocuments,
  // The entries of the filings whose texts they are.
  shownBy: async (trx, ids) => {
    const rows = await rowsWhere<DocumentRow>(trx, 'documents', 'id', ids, ['filing']);
    const accessions = rows.map(({ filing }) => filing);
    return entriesOfTexts(trx, accessions);
  },
  storage: {
    table: 'documents',
    key: ['slug'],
    ofCompany: false,
    parts: [
      { name: 'body', table: 'document_bodies', record: 'document_id', columns: ['content_json'] },
      {
        name: 'companies',
        table: 'document_companies',
        record: 'document_id',
        columns: ['domain', 'document_companies.relation'],
        of: { table: 'companies', by: 'company_id' },
      },
      {
        name: 'categories',
        table: 'document_categories',
        record: 'document_id',
        columns: ['slug'],
        of: { table: 'categories', by: 'category_id' },
      },
    ],
    companies: { table: 'document_companies', record: 'document_id' },
    // The source that stored it first.
    assigned: ['source'],
  },
  names: { companies: 'company', categories: 'category' },
  namedBy: { namesOf: async (trx, ids) => new Set(await columnWhere(trx, 'documents.slug', 'id', ids)) },
  nameOf: ({ slug, page, source }) => ({ slug, page, source }),
};
