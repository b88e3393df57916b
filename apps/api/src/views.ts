import type { CitationSource, CompanyDocumentItem, CompanyReference } from '@dossier/shared';
import type { CompanyRef, DocumentRow } from '@dossier/store';
import { documentPdfUrl, documentWebUrl, pictureUrl, type Signer } from './links.ts';

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
