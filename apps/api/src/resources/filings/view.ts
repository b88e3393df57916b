import { filing, type Filing } from '@dossier/shared';
import { jsonFor, type CompanyRef, type Db, type Json } from '@dossier/store';
import { filingOfCompany, type FilingFilter, type FilingOfCompany } from './contract.ts';

/** Returns the filing of a row of `page`, as SQL. Its address is on this service and redirects to the source. */
export function viewFiling(db: Db): Json<Filing> {
  const json = jsonFor(db);
  return json.one(
    db('filings').where('filings.id', db.ref('page.id')),
    json.object(filing, filingFields(db)),
  );
}

/** Returns the filing of a row of `page` with its company, as SQL. */
export function viewFilingOf(db: Db): Json<FilingOfCompany> {
  const json = jsonFor(db);
  return json.one(
    db('filings')
      .join('companies', 'companies.id', 'filings.company_id')
      .where('filings.id', db.ref('page.id')),
    json.object(filingOfCompany, {
      ...filingFields(db),
      company: json.object(filingOfCompany.shape.company, {
        id: 'companies.id',
        domain: 'companies.domain',
        name: 'companies.name',
      }),
    }),
  );
}

const filingFields = (db: Db) => ({
  id: 'filings.id',
  name: 'filings.name',
  type: 'filings.type',
  format: 'filings.format',
  region: 'filings.region',
  filed_at: 'filings.filed_at',
  created_at: 'filings.created_at',
  updated_at: 'filings.updated_at',
  url: jsonFor(db).hole('filing', 'filings.id'),
});

/** Returns the company, if the list is of one, and the type of the listed filings. */
export function viewFilingsMeta(company: CompanyRef | undefined, filter: FilingFilter) {
  return {
    company_id: company ? String(company.id) : null,
    company_domain: company?.domain ?? null,
    company_name: company?.name ?? null,
    filing_type_filter: filter.filing_type ?? null,
  };
}
