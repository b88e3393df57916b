import { filing, filingOfCompany, type Filing, type FilingOfCompany } from '@dossier/shared';
import { jsonFor, rowOfPage, type CompanyRef, type Db, type Json, type Param } from '@dossier/store';
import { filingUrl } from '../../views/links.ts';
import type { FilingInput } from './contract.ts';

/** The columns of an item besides the keys of the list. */
export const FILING_COLUMNS = ['name', 'type', 'format', 'region', 'created_at', 'updated_at'];

/** What the statements of filings need besides filters: PUBLIC_URL, as inside of a JSON text. */
export interface FilingParams {
  base: string;
}
export const filingParams = (publicUrl: string): FilingParams => ({
  base: JSON.stringify(publicUrl).slice(1, -1),
});

/**
 * Returns the filing of a row of `page` that has the columns of an item, as SQL. Its address is on this service and
 * redirects to the source.
 */
export const viewFiling = (db: Db, param: Param<FilingParams>): Json<Filing> =>
  jsonFor(db).object(filing, filingFields(db, param, 'page'));

/** Returns the filing of a row of `page` with its company, as SQL. */
export function viewFilingOf(db: Db, param: Param<FilingParams>): Json<FilingOfCompany> {
  const json = jsonFor(db);
  return json.one(
    rowOfPage(db, 'filings'),
    json.object(filingOfCompany, {
      ...filingFields(db, param, 'filings'),
      company: json.object(filingOfCompany.shape.company, {
        id: 'companies.id',
        domain: 'companies.domain',
        name: 'companies.name',
      }),
    }),
  );
}

const filingFields = (db: Db, param: Param<FilingParams>, table: 'filings' | 'page') => ({
  id: `${table}.id`,
  name: `${table}.name`,
  type: `${table}.type`,
  format: `${table}.format`,
  region: `${table}.region`,
  filed_at: `${table}.filed_at`,
  created_at: `${table}.created_at`,
  updated_at: `${table}.updated_at`,
  url: jsonFor(db).address(param('base'), `${table}.id`, filingUrl),
});

/** Returns the company, if the list is of one, and the type of the listed filings. */
export function viewFilingsMeta(company: CompanyRef | undefined, filter: FilingInput) {
  return {
    company_id: company ? String(company.id) : null,
    company_domain: company?.domain ?? null,
    company_name: company?.name ?? null,
    filing_type_filter: filter.filing_type ?? null,
  };
}
