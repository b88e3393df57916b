import { groupBy } from '@dossier/shared';
import type {
  CompanyDocumentItem,
  DocumentContent,
  DocumentDetail,
  DocumentElement,
  GlobalDocumentItem,
} from '@dossier/shared';
import type { DocumentBodyRow, DocumentRow, SigningKey } from '@dossier/store';
import { documentPdfUrl, documentWebUrl, pictureUrl } from '../../links.ts';
import { viewDocumentItem, viewPreview } from '../../views.ts';
import type { DocumentCompany, ScopedDocumentRow } from './read.ts';

/** A document with its body. @param key signs the address of its PDF */
export function viewDocument(
  row: DocumentRow & DocumentBodyRow,
  publicUrl: string,
  key: SigningKey | undefined,
): DocumentDetail {
  return {
    type: row.type,
    slug: row.slug,
    title: row.title,
    last_publication_date: row.last_publication_date,
    metadata: JSON.parse(row.metadata_json) as DocumentDetail['metadata'],
    preview: viewPreview(row, publicUrl),
    pdf_url: row.pdf_url ?? documentPdfUrl(publicUrl, row.slug, key),
    web_url: row.web_url ?? documentWebUrl(publicUrl, row.slug),
    content: viewContent(JSON.parse(row.content_json) as DocumentContent, publicUrl),
  };
}

function viewContent(content: DocumentContent, publicUrl: string): DocumentContent {
  const viewElement = (element: DocumentElement): DocumentElement =>
    element.type === 'image' ? viewImage(element, publicUrl) : element;
  return {
    ...content,
    sections: content.sections.map((section) => ({
      ...section,
      elements: section.elements.map(viewElement),
    })),
  };
}

function viewImage(image: DocumentElement & { type: 'image' }, publicUrl: string): DocumentElement {
  const { small, medium, large, original } = image.srcset;
  const url = (address: string) => pictureUrl(publicUrl, address);
  return {
    ...image,
    url: url(image.url),
    srcset: { small: url(small), medium: url(medium), large: url(large), original: url(original) },
  };
}

/** Documents with their companies. */
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

/** A company's documents with their relation to it. */
export function viewCompanyItems(documents: ScopedDocumentRow[], publicUrl: string): CompanyDocumentItem[] {
  return documents.map((row) => ({ ...viewDocumentItem(row, publicUrl), relation: row.relation }));
}
