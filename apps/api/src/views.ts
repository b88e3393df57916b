import {
  previewMeta,
  type CitationSource,
  type CompanyDocumentItem,
  type CompanyReference,
} from '@dossier/shared';
import { fillHoles, hasHoles, jsonFor, type CompanyRef, type Db, type DocumentRow } from '@dossier/store';
import { documentPdfUrl, documentWebUrl, pictureUrl, type Signer } from './links.ts';
import type { Context } from './services.ts';

// Views that several resources share. `base` is PUBLIC_URL.

export const viewPreview = (row: DocumentRow, base: string) => ({
  title: row.preview_title,
  image: row.preview_image && pictureUrl(base, row.preview_image),
  description: row.preview_description,
});

/** Returns a document as a list item, without its relation to companies. */
export const viewDocumentItem = (
  row: DocumentRow,
  signer: Signer,
): Omit<CompanyDocumentItem, 'relation'> => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  link: documentPdfUrl(row, signer),
  web_url: row.web_url ?? documentWebUrl(signer.publicUrl, row.slug),
  type: row.type,
  date: row.published_at.slice(0, 10),
  published_at: row.published_at.slice(0, 10),
  created_at: row.created_at,
  updated_at: row.updated_at,
  preview_meta: viewPreview(row, signer.publicUrl),
});

/** Returns the fields of a document as a list item, as SQL with holes for the addresses that need PUBLIC_URL. */
export function documentFields(db: Db) {
  const json = jsonFor(db);
  const published = db.raw('substr(documents.published_at, 1, 10)');
  return {
    id: 'documents.id',
    slug: 'documents.slug',
    title: 'documents.title',
    link: json.textOr('documents.pdf_url', json.hole('pdf', 'documents.slug')),
    type: 'documents.type',
    date: published,
    published_at: published,
    created_at: 'documents.created_at',
    updated_at: 'documents.updated_at',
    preview_meta: json.object(previewMeta, {
      title: 'documents.preview_title',
      image: json.hole('picture', 'documents.preview_image'),
      description: 'documents.preview_description',
    }),
  };
}

/** Fills the holes of `documentFields` with addresses. */
export async function withAddresses(text: string, { publicUrl, signingKeys }: Context): Promise<string> {
  if (!hasHoles(text)) return text;
  const [key] = await signingKeys();
  return fillHoles(text, {
    pdf: (slug) => documentPdfUrl({ slug: slug!, pdf_url: null }, { publicUrl, key }),
    picture: (url) => url && pictureUrl(publicUrl, url),
  });
}

/** Returns a company with its id as a string. */
export const viewCompanyReference = ({ id, slug, domain }: CompanyRef): CompanyReference => ({
  id: String(id),
  slug,
  domain,
});

/** Returns the public fields of a source. */
export const viewSource = ({ link, headline, quote, publication, type }: CitationSource): CitationSource => ({
  link,
  headline,
  quote,
  publication,
  type,
});
