import { randomUUID } from 'node:crypto';
import type { CompanyRow, Db, DocumentRow, FilingRow } from '@dossier/store';

const AT = '2026-01-01T00:00:00.000Z';
const tracked = { created_at: AT, updated_at: AT, content_hash: '' };

/** Rows for tests, with plain defaults. Ingest is another program; here only what the API reads matters. */
export async function insertCompany(
  db: Db,
  fields: Partial<CompanyRow> & { domain: string },
  alternativeDomains: string[] = [],
): Promise<number> {
  const slug = fields.slug ?? fields.domain.replaceAll('.', '-');
  const [row] = await db('companies')
    .insert({
      ...tracked,
      slug,
      name: slug,
      cik: null,
      is_active: true,
      type: 'private',
      description: null,
      founding_year: null,
      headquarters_city: null,
      headquarters_country: null,
      logo_json: null,
      social_json: '[]',
      legal_entities_json: '[]',
      key_people_json: '{"founders":[],"ceo":[]}',
      ...fields,
    })
    .returning<{ id: number }[]>('id');
  const domains = [fields.domain, ...alternativeDomains];
  await db('company_domains').insert(domains.map((domain) => ({ domain, company_id: row!.id })));
  return row!.id;
}

const EMPTY_BODY = { sections: [], table_of_contents: [] };

export async function insertDocument(
  db: Db,
  fields: Partial<DocumentRow> & { slug: string },
  companies: { company_id: number; relation: 'subject' | 'connected' }[] = [],
  content: object = EMPTY_BODY,
): Promise<number> {
  const published_at = fields.published_at ?? AT;
  const [row] = await db('documents')
    .insert({
      ...tracked,
      type: 'market',
      title: fields.slug,
      published_at,
      last_publication_date: published_at,
      preview_title: fields.slug,
      preview_image: null,
      preview_description: null,
      pdf_url: null,
      web_url: null,
      metadata_json: '{"total_sections":0,"reading_time":0,"total_elements":0,"has_images":false}',
      ...fields,
    })
    .returning<{ id: number }[]>('id');
  const id = row!.id;
  await db('document_bodies').insert({ document_id: id, content_json: JSON.stringify(content) });
  if (companies.length > 0) {
    await db('document_companies').insert(
      companies.map((company) => ({ ...company, document_id: id, published_at })),
    );
  }
  return id;
}

export async function insertFiling(
  db: Db,
  fields: Partial<FilingRow> & { company_id: number },
): Promise<string> {
  const id = fields.id ?? randomUUID();
  await db('filings').insert({
    ...tracked,
    accession_number: id,
    name: '10-K',
    type: '10-K',
    format: 'htm',
    region: 'US',
    filed_at: AT,
    source_url: 'https://www.sec.gov/Archives/edgar/data/1/a.htm',
    ...fields,
    id,
  });
  return id;
}
