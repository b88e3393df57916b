import type { CompanyDetail, Dataset, DatasetPoint } from '@dossier/shared';
import type { DatasetRow } from '@dossier/store';
import type { Signer } from '../../links.ts';
import { viewDocumentItem } from '../../views.ts';
import type { CompanyParts } from './read.ts';

/** Returns a company in the specification's shape. */
export function viewCompany(parts: CompanyParts, signer: Signer): CompanyDetail {
  const { company, domains, categories, documents, datasets, financials, listings, milestones } = parts;
  const { headquarters_city: city, headquarters_country: country } = company;
  return {
    id: company.id,
    slug: company.slug,
    name: company.name,
    domain: company.domain,
    alternative_domains: domains.filter((domain) => domain !== company.domain),
    cik: company.cik,
    is_active: Boolean(company.is_active),
    type: company.type,
    updated_at: company.updated_at,
    logo: parse(company.logo_json ?? 'null'),
    social: parse(company.social_json),
    founding_year: company.founding_year,
    legal_entities: parse(company.legal_entities_json),
    headquarters: city === null && country === null ? null : { city, country },
    key_people: parse(company.key_people_json),
    description: company.description,
    categories,
    documents: documents.map((row) => {
      const { web_url: _, ...item } = viewDocumentItem(row, signer);
      return { ...item, relation: row.relation };
    }),
    company_datasets: datasets.map(viewDataset),
    financials: financials.map(({ name, value, date }) => ({ name, value, date })),
    listings: listings.map(({ ticker, venue, listed_at }) => ({ ticker, venue: venue || null, listed_at })),
    milestones: milestones.map((event) => ({
      id: event.id,
      type: event.subtype,
      date: event.event_date,
      label: event.name,
      description: parse<{ description: string | null }>(event.data_json).description,
    })),
  };
}

function viewDataset(row: DatasetRow): Dataset {
  return {
    id: row.id,
    dataset_id: row.dataset_id,
    name: row.name,
    x_label: row.x_label,
    y_label: row.y_label,
    data: parse<DatasetPoint[]>(row.data_json).map(({ x, y, type }) => ({ x, y, type })),
    source_type: row.source_type,
    source_url: row.source_url,
    status: row.status,
    data_type: row.data_type,
    frequency: row.frequency,
    metric: row.metric,
    start_date: row.start_date,
    end_date: row.end_date,
    created_at: row.created_at,
    updated_at: row.updated_at,
    company: row.company_id,
  };
}

/** Parses a JSON column. `ingest` validates these columns before it writes them. */
const parse = <T>(json: string): T => JSON.parse(json) as T;
