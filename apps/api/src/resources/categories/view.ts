import type { CategoryItem } from '@dossier/shared';
import type { CompanyRow, DocumentRow } from '@dossier/store';
import { documentPdfUrl, pictureUrl, type Signer } from '../../links.ts';
import type { ItemPlace, ItemRows } from './read.ts';

/** Returns the items in the order of their places. Leaves out items deleted since their places were read. */
export function viewItems(
  places: ItemPlace[],
  { companies, documents }: ItemRows,
  signer: Signer,
): CategoryItem[] {
  return places.flatMap((place) => {
    const company = place.type === 'company' ? companies.get(place.id) : undefined;
    const document = place.type === 'document' ? documents.get(place.id) : undefined;
    return [
      ...(company ? [viewCompany(company, place.published_at)] : []),
      ...(document ? [viewDocument(document, place.published_at, signer)] : []),
    ];
  });
}

function viewCompany(row: CompanyRow, published_at: string): CategoryItem {
  return {
    type: 'company',
    id: row.id,
    slug: row.slug,
    title: row.name,
    description: row.description,
    published_at,
    meta: {
      domain: row.domain,
      logo: JSON.parse(row.logo_json ?? 'null') as (CategoryItem & { type: 'company' })['meta']['logo'],
    },
  };
}

function viewDocument(row: DocumentRow, published_at: string, signer: Signer): CategoryItem {
  return {
    type: 'document',
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.preview_description,
    published_at,
    meta: {
      doc_type: row.type,
      document_type: row.type,
      pdf_url: documentPdfUrl(row, signer),
      preview_image: row.preview_image && pictureUrl(signer.publicUrl, row.preview_image),
    },
  };
}

/** Returns the specification's offset pagination. */
export function viewOffsetPagination(limit: number, offset: number, total: number) {
  return { limit, offset, total, next_offset: offset + limit < total ? offset + limit : null };
}
