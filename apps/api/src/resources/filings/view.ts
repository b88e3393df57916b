import type { Filing } from '@dossier/shared';
import type { CompanyRef, FilingRow } from '@dossier/store';
import { filingUrl } from '../../links.ts';
import type { FilingFilter } from './contract.ts';

/** Returns a filing. Its address is on this service and redirects to the source. */
export function viewFiling(row: FilingRow, publicUrl: string): Filing {
  const { id, name, type, format, region, filed_at, created_at, updated_at } = row;
  return { id, name, type, format, region, filed_at, created_at, updated_at, url: filingUrl(publicUrl, id) };
}

/** Returns the company and the type of the listed filings. */
export function viewFilingsMeta(company: CompanyRef, filter: FilingFilter) {
  return {
    company_id: String(company.id),
    company_domain: company.domain,
    company_name: company.name,
    filing_type_filter: filter.filing_type ?? null,
  };
}
