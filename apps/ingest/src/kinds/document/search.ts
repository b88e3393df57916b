import type { Passage, SearchDocument } from '@dossier/search';
import type { DocumentContent, DocumentSection } from '@dossier/shared';
import type { Db, DocumentBodyRow, DocumentRow } from '@dossier/store';

/** An excerpt is a few lines in a list. */
const EXCERPT = 300;

/**
 * Returns the search entries of documents, without deleted ones: a passage for each section and one for the summary.
 */
export async function searchDocuments(db: Db, ids: string[]): Promise<SearchDocument[]> {
  const keys = ids.map(Number).filter(Number.isSafeInteger);
  const rows = (await db('documents')
    .join('document_bodies', 'document_bodies.document_id', 'documents.id')
    .whereIn('documents.id', keys)
    .orderBy('documents.id')) as (DocumentRow & DocumentBodyRow)[];
  return rows.map((row) => {
    const { sections } = JSON.parse(row.content_json) as DocumentContent;
    const summary = row.preview_description === null ? [] : [{ title: '', text: row.preview_description }];
    return {
      type: 'document',
      id: String(row.id),
      title: row.title,
      excerpt: shorten(row.preview_description ?? firstParagraph(sections) ?? ''),
      url: `/research/${row.slug}`,
      date: row.published_at,
      // The summary comes last: a section with the same match is the better result.
      passages: [...sections.map(passageOf), ...summary],
    };
  });
}

function passageOf({ title, elements }: DocumentSection): Passage {
  const texts = elements.map((element, index) => {
    if (!('text' in element)) return element.caption ?? '';
    // The heading that opens the section is already its title.
    return index === 0 && element.type.startsWith('heading') ? '' : element.text;
  });
  return { title, text: texts.filter((text) => text !== '').join('\n') };
}

function firstParagraph(sections: DocumentSection[]): string | undefined {
  const paragraph = sections.flatMap(({ elements }) => elements).find(({ type }) => type === 'paragraph');
  return paragraph && 'text' in paragraph ? paragraph.text : undefined;
}

function shorten(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  if (folded.length <= EXCERPT) return folded;
  return `${folded.slice(0, EXCERPT).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')}…`;
}
