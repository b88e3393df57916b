import type { DocumentContent, DocumentDetail, DocumentElement } from '@dossier/shared';
import type { SigningKey } from '@dossier/store';
import { documentPdfUrl, documentWebUrl, pictureUrl } from '../../../views/links.ts';
import { viewPreview } from '../../../views/companies.ts';
import type { DocumentWithBody } from '../read.ts';

/** Returns a document with its body. @param key signs the address of its PDF */
export function viewDocument(
  row: DocumentWithBody,
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
    pdf_url: documentPdfUrl(row, { publicUrl, key }),
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
