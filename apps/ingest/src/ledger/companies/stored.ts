import {
  mergedDomains,
  type CompanyAliasRow,
  type CompanyDomainRow,
  type CompanyExternalIdRow,
  type CompanyFinancialRow,
  type CompanyListingRow,
  type CompanyRow,
  type Db,
  type Tracked,
  type Trx,
} from '@dossier/store';
import { groupBy } from '@dossier/shared';
import { OWN } from '../../stored/category-links.ts';
import { idKey } from '../../fields/references.ts';
import { idKeysOf, sorted, type CategoryName, type CompanyContent } from '../../kinds/company/content.ts';
import { rowsWhere } from '../../stored/rows.ts';
import type { CompanyRecord } from '../../kinds/company/record.ts';

/** A company of the batch. A new one has no id until it is written. */
export interface Company {
  id: number | undefined;
  content: CompanyContent;
  tracked: Tracked;
}

/** The stored companies of a batch, by every key that finds them. */
export interface StoredCompanies {
  byDomain: Map<string, Company>;
  byCik: Map<string, Company>;
  /** By `idKey`. */
  byExternalId: Map<string, Company>;
  /** The merged companies that records name by domain. */
  merged: Map<string, CompanyAliasRow>;
}

/**
 * Reads the companies that records name by domain, CIK or external id, with all their parts. One statement per table.
 * @param more ids of further companies
 */
export async function readStoredCompanies(
  trx: Db | Trx,
  records: CompanyRecord[],
  more: number[] = [],
): Promise<StoredCompanies> {
  const domains = records.flatMap(({ domain, alternative_domains: more }) =>
    [domain ?? [], more ?? []].flat(),
  );
  const ciks = records.flatMap(({ cik }) => cik ?? []);
  const owners = await rowsWhere<CompanyDomainRow>(trx, 'company_domains', 'domain', domains);
  const filers = await rowsWhere<CompanyRow>(trx, 'companies', 'cik', ciks);
  const externals = await rowsWhere<CompanyExternalIdRow>(
    trx,
    'company_external_ids',
    'external_id',
    records.flatMap(({ external_id }) => external_id ?? []),
  );
  const merged = await mergedDomains(trx, domains);
  // A company has a row for each of its domains. SQLite binds at most 32,766 values.
  const ids = [
    ...new Set([
      ...[...owners, ...externals].map((row) => row.company_id),
      ...filers.map(({ id }) => id),
      ...more,
    ]),
  ];

  const rows = await rowsWhere<CompanyRow>(trx, 'companies', 'id', ids);
  const parts = <Row extends { company_id: number }>(table: string) =>
    rowsWhere<Row>(trx, table, 'company_id', ids).then((found) => groupBy(found, (row) => row.company_id));
  const allDomains = await parts<CompanyDomainRow>('company_domains');
  const financials = await parts<CompanyFinancialRow>('company_financials');
  const listings = await parts<CompanyListingRow>('company_listings');
  const externalIds = await parts<CompanyExternalIdRow>('company_external_ids');
  const categories = groupBy(
    await trx('company_categories')
      .join('categories', 'categories.id', 'company_categories.category_id')
      .whereIn('company_id', ids)
      .whereIn('stated', OWN)
      .select<(CategoryName & { company_id: number })[]>('company_id', 'slug', 'name'),
    (row) => row.company_id,
  );

  const companies = rows.map(({ id, created_at, updated_at, content_hash, ...row }): Company => ({
    id,
    tracked: { created_at, updated_at, content_hash },
    content: {
      row: { ...row, is_active: Boolean(row.is_active) },
      alternativeDomains: sorted(
        (allDomains.get(id) ?? []).map(({ domain }) => domain).filter((domain) => domain !== row.domain),
        (domain) => domain,
      ),
      financials: sorted(
        (financials.get(id) ?? []).map(({ name, value, date, source_url }) => ({
          name,
          value,
          date,
          source_url,
        })),
        ({ name }) => name,
      ),
      listings: sorted(
        (listings.get(id) ?? []).map(({ ticker, venue, listed_at }) => ({ ticker, venue, listed_at })),
        ({ ticker, venue }) => `${ticker} ${venue}`,
      ),
      categories: sorted(
        (categories.get(id) ?? []).map(({ slug, name }) => ({ slug, name })),
        ({ slug }) => slug,
      ),
      externalIds: sorted(
        (externalIds.get(id) ?? []).map(({ source, external_id }) => ({ source, external_id })),
        ({ source, external_id }) => idKey(source, external_id),
      ),
    },
  }));
  return {
    byDomain: new Map(companies.flatMap((company) => domainsOf(company).map((domain) => [domain, company]))),
    byCik: new Map(
      companies.flatMap((company) => (company.content.row.cik ? [[company.content.row.cik, company]] : [])),
    ),
    byExternalId: new Map(
      companies.flatMap((company) => idKeysOf(company.content).map((key) => [key, company])),
    ),
    merged,
  };
}

/** Returns every domain of a company, the main one first. */
export const domainsOf = ({ content }: Company): string[] => [
  content.row.domain,
  ...content.alternativeDomains,
];
