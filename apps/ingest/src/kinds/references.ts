import type { CompanyRow, Trx } from '@dossier/store';
import { rowsWhere } from './rows.ts';

/** How a record names its company: by any of its domains, or by its CIK. */
export interface CompanyReference {
  company?: string;
  company_cik?: string;
}

export type ReferredCompany = Pick<CompanyRow, 'id' | 'domain' | 'name' | 'slug' | 'cik'>;

/** The companies of a batch's records, found in two statements. */
export interface References {
  company(reference: CompanyReference): ReferredCompany | undefined;
}

/** Looks up the companies that records name. */
export async function readReferences(trx: Trx, records: CompanyReference[]): Promise<References> {
  const domains = records.flatMap(({ company }) => (company === undefined ? [] : [company]));
  const ciks = records.flatMap(({ company, company_cik: cik }) =>
    company === undefined && cik ? [cik] : [],
  );
  const owners = await rowsWhere<{ domain: string; company_id: number }>(
    trx,
    'company_domains',
    'domain',
    domains,
  );
  const byId = await rowsWhere<CompanyRow>(
    trx,
    'companies',
    'id',
    owners.map((owner) => owner.company_id),
  );
  const byCik = await rowsWhere<CompanyRow>(trx, 'companies', 'cik', ciks);
  const companyOfId = new Map(byId.map((company) => [company.id, company]));
  const companyOfDomain = new Map(owners.map((owner) => [owner.domain, companyOfId.get(owner.company_id)]));
  const companyOfCik = new Map(byCik.map((company) => [company.cik, company]));
  return {
    company: ({ company, company_cik: cik }) =>
      company === undefined ? companyOfCik.get(cik ?? '') : companyOfDomain.get(company),
  };
}

/** Why a record is rejected whose company is not stored. */
export function unknownCompany({ company, company_cik: cik }: CompanyReference): string {
  const named = company === undefined ? `CIK ${cik}` : `domain ${company}`;
  return `unknown company: no company has the ${named}; load it first (ingest load companies ...)`;
}
