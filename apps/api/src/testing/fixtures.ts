import { createHash, randomUUID } from 'node:crypto';
import type { SearchDocument } from '@dossier/search';
import { deleteRows, insertRows, noteChanges, updateRows, write, type LogEntry } from '@dossier/store';
import type {
  CompanyRow,
  DatasetRow,
  Db,
  DocumentRow,
  EventRow,
  FilingRow,
  MetricCitationRow,
  MetricRow,
  NewsRow,
} from '@dossier/store';

const AT = '2026-01-01T00:00:00.000Z';
const tracked = { created_at: AT, updated_at: AT, content_hash: '' };

/** Inserts rows as the ledger does, so that they are counted. */
export const insertInto = (db: Db, table: string, rows: object | object[]): Promise<void> =>
  db.transaction((trx) => insertRows(trx, table, Array.isArray(rows) ? rows : [rows]));

/** Updates a row by its id as the ledger does. */
export const updateIn = (
  db: Db,
  table: string,
  row: { id: unknown; [column: string]: unknown },
): Promise<void> => db.transaction((trx) => updateRows(trx, table, [row]));

/** Deletes rows as the ledger does. */
export const deleteFrom = (db: Db, table: string, where: Record<string, unknown>): Promise<number> =>
  db.transaction((trx) => deleteRows(trx, table, where));

/** Inserts a row as the ledger does, and returns the id that the database assigns. */
async function insertNumbered(db: Db, table: string, row: { slug: string }): Promise<number> {
  await insertInto(db, table, row);
  return (await db(table).where({ slug: row.slug }).first<{ id: number }>('id')).id;
}

/** Returns a row of `companies`. */
export function companyRow(fields: Partial<CompanyRow> & { domain: string }) {
  const slug = fields.slug ?? fields.domain.replaceAll('.', '-');
  return {
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
  };
}

/** Inserts a company and returns its id. Tests insert rows directly, because ingest is another program. */
export async function insertCompany(
  db: Db,
  fields: Partial<CompanyRow> & { domain: string },
  alternativeDomains: string[] = [],
): Promise<number> {
  const id = await insertNumbered(db, 'companies', companyRow(fields));
  const domains = [fields.domain, ...alternativeDomains];
  await db('company_domains').insert(domains.map((domain) => ({ domain, company_id: id })));
  return id;
}

/** Inserts a picture under the hash of its bytes. */
export async function insertAsset(db: Db, body: Buffer, media_type: string): Promise<void> {
  const id = createHash('sha256').update(body).digest('hex');
  await db('assets').insert({ id, media_type, body, created_at: AT });
}

const EMPTY_BODY = { sections: [], table_of_contents: [] };

export async function insertDocument(
  db: Db,
  fields: Partial<DocumentRow> & { slug: string },
  companies: { company_id: number; relation: 'subject' | 'connected' }[] = [],
  content: object = EMPTY_BODY,
): Promise<number> {
  const published_at = fields.published_at ?? AT;
  const id = await insertNumbered(db, 'documents', {
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
  });
  await db('document_bodies').insert({ document_id: id, content_json: JSON.stringify(content) });
  if (companies.length > 0) {
    await insertInto(
      db,
      'document_companies',
      companies.map((company) => ({ ...company, document_id: id, published_at })),
    );
  }
  return id;
}

/** Inserts a dataset, by default of two year-end values. Returns its integer id and its UUID. */
export async function insertDataset(
  db: Db,
  fields: Partial<DatasetRow> & { company_id: number },
): Promise<{ id: string; dataset_id: number }> {
  const id = fields.id ?? randomUUID();
  const [row] = await db('datasets')
    .insert({
      ...tracked,
      name: id,
      x_label: 'Date',
      y_label: 'Revenue',
      data_json: JSON.stringify([
        { x: '2024-12-31T00:00:00.000Z', y: 1_000_000, type: 'historical' },
        { x: '2025-12-31T00:00:00.000Z', y: 2_000_000, type: 'estimate' },
      ]),
      source_type: null,
      source_url: null,
      status: 'Active',
      data_type: 'Revenue',
      frequency: null,
      metric: 'USD',
      start_date: null,
      end_date: null,
      ...fields,
      id,
    })
    .returning<{ dataset_id: number }[]>('dataset_id');
  return { id, dataset_id: row!.dataset_id };
}

export async function insertFiling(
  db: Db,
  fields: Partial<FilingRow> & { company_id: number },
): Promise<string> {
  const id = fields.id ?? randomUUID();
  await insertInto(db, 'filings', {
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

export async function insertNews(db: Db, fields: Partial<NewsRow> & { company_id: number }): Promise<string> {
  const id = fields.id ?? randomUUID();
  await insertInto(db, 'news', {
    ...tracked,
    headline: id,
    short_headline: 'Acme raises $5M',
    description: 'The round was led by Example Ventures.',
    release_date: AT,
    importance: 'major',
    articles_json: '[]',
    ...fields,
    id,
  });
  return id;
}

export async function insertMetric(
  db: Db,
  fields: Partial<MetricRow> & { company_id: number },
  citations: Partial<MetricCitationRow>[] = [],
): Promise<string> {
  const id = fields.id ?? randomUUID();
  await insertInto(db, 'metrics', {
    ...tracked,
    observation_key: id,
    base: 'trailing_revenue',
    view: 'value',
    base_period: 'year',
    base_forward: null,
    growth_period: null,
    growth_period_length: null,
    scenario: 'historical',
    end_date: '2025-12-31',
    custom_start_date: null,
    comparison_window_end_date: null,
    comparison_window_custom_start_date: null,
    type: 'equals',
    unit_kind: 'currency',
    currency_code: 'USD',
    amount: 1_000_000,
    low: null,
    high: null,
    scope_name: null,
    scope_type: null,
    status: 'Active',
    citations_hash: '',
    ...fields,
    id,
  });
  if (citations.length > 0) {
    await db('metric_citations').insert(
      citations.map((citation, position) => ({
        metric_id: id,
        company_id: fields.company_id,
        position,
        link: `https://example.com/${position}`,
        headline: `Source ${position}`,
        quote: null,
        snippet: null,
        publication: 'Example',
        type: 'article',
        is_filing: false,
        updated_at: AT,
        ...citation,
      })),
    );
  }
  return id;
}

const EVENT_DATA: Record<EventRow['type'], object> = {
  funding_round: {
    amount_raised: '100000000.00',
    currency: 'USD',
    valuation: null,
    is_extension: false,
    equities: [],
  },
  secondary_transaction: {
    transaction_amount: null,
    currency: 'USD',
    valuation: null,
    price_per_share: null,
    closing_date: null,
    equities: [],
  },
  corporate_action: { effective_date: null, description: null, data: {} },
  company_milestone: { effective_date: null, description: null, data: {} },
};

/** Inserts an event. `data` overrides the default data of its type. */
export async function insertEvent(
  db: Db,
  { data = {}, ...fields }: Partial<EventRow> & { company_id: number; type: EventRow['type']; data?: object },
): Promise<string> {
  const id = fields.id ?? randomUUID();
  await insertInto(db, 'events', {
    ...tracked,
    subtype: 'series_a',
    name: id,
    event_date: '2026-01-01',
    status: 'closed',
    citations_json: '[]',
    data_json: JSON.stringify({ ...EVENT_DATA[fields.type], ...data }),
    ...fields,
    id,
  });
  return id;
}

/** Returns the search entry of a company. @param tickers other texts that suggest it */
export const searchEntry = (name: string, tickers: string[] = []): SearchDocument => ({
  type: 'company',
  id: name.toLowerCase(),
  slug: name.toLowerCase(),
  suggest: [name, ...tickers],
  names: [name],
  title: name,
  excerpt: '',
  url: `/${name.toLowerCase()}`,
  date: AT,
  passages: [],
});

/** Adds changes to the log, in one transaction. */
export const insertChanges = (
  db: Db,
  changes: (Pick<LogEntry, 'kind' | 'record' | 'key'> & Partial<LogEntry>)[],
): Promise<void> =>
  write(db, (trx, now) =>
    noteChanges(
      trx,
      now,
      changes.map((each) => ({ op: 'upsert', companies: [], fields: null, ...each })),
    ),
  );
