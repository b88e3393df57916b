import type { Passage, SearchDocument } from '@dossier/search';
import { groupBy, type DocumentContent, type DocumentSection } from '@dossier/shared';
import type { Db, DocumentBodyRow, DocumentCompanyRow, DocumentRow, Trx } from '@dossier/store';
import { excerptOf } from '../../texts/excerpt.ts';
import { readTexts, storedAccessions } from '../../stored/filing-texts.ts';

/**
 * Returns the search entries of documents, without deleted ones and texts of filings: a passage for each section and one
 * for the summary.
 */
export async function searchDocuments(db: Db | Trx, ids: string[]): Promise<SearchDocument[]> {
  const keys = ids.map(Number).filter(Number.isSafeInteger);
  const all = (await db('documents')
    .join('document_bodies', 'document_bodies.document_id', 'documents.id')
    .whereIn('documents.id', keys)
    .orderBy('documents.id')) as (DocumentRow & DocumentBodyRow)[];
  const rows = await withoutTexts(db, all);
  const companies = groupBy(
    await db<DocumentCompanyRow>('document_companies').whereIn('document_id', keys).orderBy('company_id'),
    (row) => row.document_id,
  );
  return rows.map((row) => {
    const { sections } = JSON.parse(row.content_json) as DocumentContent;
    const { preview_description: summary } = row;
    return {
      type: 'document',
      id: String(row.id),
      slug: row.slug,
      companies: (companies.get(row.id) ?? []).map(({ company_id }) => company_id),
      form: row.type,
      suggest: [row.title],
      title: row.title,
      excerpt: excerptOf(summary ?? firstParagraph(sections) ?? ''),
      url: `/research/${row.slug}`,
      date: row.published_at,
      passages: passagesOf(sections, summary),
    };
  });
}

/** Returns the documents that are found as documents: a text of a stored filing is found as the filing. */
async function withoutTexts<Row extends DocumentRow>(db: Db | Trx, rows: Row[]): Promise<Row[]> {
  const accessions = rows.flatMap(({ filing }) => filing ?? []);
  if (accessions.length === 0) return rows;
  const stored = await storedAccessions(db, accessions);
  const texts = await readTexts(db, stored);
  return rows.filter(({ id, filing }) => filing === null || texts.get(filing) !== id);
}

/** Returns the passages of a document. The summary comes last: a section with the same match is the better result. */
export const passagesOf = (sections: DocumentSection[], summary: string | null): Passage[] => [
  ...sections.map(passageOf),
  ...(summary === null ? [] : [{ title: '', text: summary }]),
];

function passageOf({ id, title, elements }: DocumentSection): Passage {
  const texts = elements.map((element, index) => {
    if (!('text' in element)) return element.caption ?? '';
    // The heading that opens the section is already its title.
    return index === 0 && element.type.startsWith('heading') ? '' : element.text;
  });
  return { id, title, text: texts.filter((text) => text !== '').join('\n') };
}

function firstParagraph(sections: DocumentSection[]): string | undefined {
  const paragraph = sections.flatMap(({ elements }) => elements).find(({ type }) => type === 'paragraph');
  return paragraph && 'text' in paragraph ? paragraph.text : undefined;
}
