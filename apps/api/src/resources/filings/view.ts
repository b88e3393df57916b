import type { Filing } from '@dossier/shared';
import type { CompanyRef, FilingRow } from '@dossier/store';
import { filingUrl } from '../../links.ts';
import type { OfCompany } from '../../query/scope.ts';
import type { FilingFilter } from './contract.ts';

/** Returns a filing. Its address is on this service and redirects to the source. */
export function viewFiling(row: FilingRow, publicUrl: string): Filing {
  const { id, name, type, format, region, filed_at, created_at, updated_at } = row;
  return { id, name, type, format, region, filed_at, created_at, updated_at, url: filingUrl(publicUrl, id) };
}

/** Returns a filing with its company. */
export function viewFilingOf({ row, company }: OfCompany<FilingRow, CompanyRef>, publicUrl: string) {
  const { id, domain, name } = company;
  return { ...viewFiling(row, publicUrl), company: { id, domain, name } };
}

/** Returns the company, if the list is of one, and the type of the listed filings. */
export function viewFilingsMeta(company: CompanyRef | undefined, filter: FilingFilter) {
  return {
    company_id: company ? String(company.id) : null,
    company_domain: company?.domain ?? null,
    company_name: company?.name ?? null,
    filing_type_filter: filter.filing_type ?? null,
  };
}
