import {
  companyChange,
  companyDetail,
  companyDocument,
  dataset,
  milestone,
  type CompanyChange,
  type CompanyDetail,
  type CompanySource,
} from '@dossier/shared';
import {
  jsonFor,
  whereTypeIn,
  type Db,
  type Fields,
  type Json,
  type Param,
  type Query,
} from '@dossier/store';
import type { z } from 'zod';
import { companyFields, documentFields, financialsField } from '../../views/companies.ts';
import { detail, type Wanted } from './contract.ts';

/** Returns the response for the row of `companies` in a query, as SQL. @param id its id, if that is known */
export const viewDetail = (
  db: Db,
  wanted: Wanted,
  id?: ReturnType<Param<object>>,
): Json<z.input<typeof detail>> => jsonFor(db).object(detail, { company: viewCompany(db, wanted, id) });

/** Returns the company of the row of `companies` in a query, as SQL. @param id its id, if that is known */
export function viewCompany(
  db: Db,
  { fields, include = [] }: Wanted,
  id?: ReturnType<Param<object>>,
): Json<CompanyDetail> {
  const json = jsonFor(db);
  const ofCompany = (table: string): Query => {
    const column = `${table}.company_id`;
    return id ? db(table).whereRaw('?? = ?', [column, id]) : db(table).where(column, db.ref('companies.id'));
  };
  const all: Fields<typeof companyDetail> = {
    ...companyFields(db),
    logo: json.stored('companies.logo_json'),
    social: json.stored('companies.social_json'),
    legal_entities: json.stored('companies.legal_entities_json'),
    key_people: json.stored('companies.key_people_json'),
    documents: json.list(
      ofCompany('document_companies')
        .join('documents', 'documents.id', 'document_companies.document_id')
        .orderBy([
          { column: 'document_companies.published_at', order: 'desc' },
          { column: 'document_companies.document_id', order: 'desc' },
        ]),
      json.object(companyDocument, {
        ...documentFields(db),
        relation: 'document_companies.relation',
      }),
    ),
    company_datasets: json.list(ofCompany('datasets').orderBy('dataset_id'), viewDataset(db)),
    financials: financialsField(db, include.includes('sources')),
    // Milestones have no status in the response, so cancelled ones are left out.
    milestones: json.list(
      whereTypeIn(ofCompany('events'), ['company_milestone'])
        .whereNot('status', 'cancelled')
        .orderBy('event_date', 'desc')
        .orderBy('id', 'desc'),
      json.object(milestone, {
        id: 'events.id',
        type: 'events.subtype',
        date: 'events.event_date',
        label: 'events.name',
        description: json.valueIn('events.data_json', 'description'),
      }),
    ),
  };
  const wanted = fields && new Set<string>(['id', ...fields]);
  const chosen = wanted ? Object.entries(all).filter(([name]) => wanted.has(name)) : Object.entries(all);
  return json.object(companyDetail, Object.fromEntries(chosen) as typeof all);
}

function viewDataset(db: Db): Json<z.input<typeof dataset>> {
  const json = jsonFor(db);
  return json.object(dataset, {
    id: 'datasets.id',
    dataset_id: 'datasets.dataset_id',
    name: 'datasets.name',
    x_label: 'datasets.x_label',
    y_label: 'datasets.y_label',
    data: json.withoutSource('datasets.data_json'),
    source_type: 'datasets.source_type',
    source_url: 'datasets.source_url',
    status: 'datasets.status',
    data_type: 'datasets.data_type',
    frequency: 'datasets.frequency',
    metric: 'datasets.metric',
    start_date: 'datasets.start_date',
    end_date: 'datasets.end_date',
    created_at: 'datasets.created_at',
    updated_at: 'datasets.updated_at',
    company: 'datasets.company_id',
  });
}

/** Returns the company of a row of `page` with its newest change and the sources that changed, as SQL. */
export function viewChange(db: Db, sources: CompanySource[]): Json<CompanyChange> {
  const json = jsonFor(db);
  return json.one(
    db('companies').where('companies.id', db.ref('page.id')),
    json.object(companyChange, {
      id: 'companies.id',
      domain: 'companies.domain',
      name: 'companies.name',
      updated_at: 'page.updated_at',
      sources: json.namesOfBits('page.bits', sources),
    }),
  );
}
