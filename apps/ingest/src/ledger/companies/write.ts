import { commit, type Change, type StatementChanges, type Trx } from '@dossier/store';
import { linksOf } from '../../stored/category-links.ts';
import { ensureCategories } from '../categories/named.ts';
import { changedFields } from '../changes.ts';
import { nameKeysOf } from '../../kinds/company/names.ts';
import { domainsOf, type Company } from './stored.ts';
import type { CompanyContent } from '../../kinds/company/content.ts';

/**
 * Writes new and changed companies with all their parts.
 * @param options.before the stored contents of changed companies
 * @param options.renamed companies whose filings must be indexed again
 * @param options.statements the statements of all accepted records
 */
export async function writeCompanies(
  trx: Trx,
  now: string,
  companies: Company[],
  {
    before,
    renamed,
    statements,
  }: { before: Map<Company, CompanyContent>; renamed: Company[]; statements: StatementChanges },
): Promise<void> {
  const categories = await ensureCategories(
    trx,
    now,
    companies.flatMap(({ content }) => content.categories),
  );
  const links = await linksOf(
    trx,
    'company',
    companies.map((company) => [
      company,
      company.content.categories.map(({ slug }) => categories.get(slug)!),
    ]),
  );
  const changes = companies.map((company): Change => {
    const { id, content, tracked } = company;
    const stored = before.get(company);
    return {
      op: 'upsert',
      kind: 'company',
      record: company,
      isNew: id === undefined,
      key: [content.row.domain],
      companies: [],
      fields: stored ? changedFields(flat(stored), flat(content), SHOWN) : null,
      row: { ...content.row, ...tracked },
      parts: {
        company_domains: domainsOf(company).map((domain) => ({ domain })),
        company_names: nameKeysOf(content).map((name_key) => ({ name_key })),
        company_financials: content.financials,
        company_listings: content.listings,
        company_external_ids: content.externalIds,
        company_categories: links.get(company)!,
      },
    };
  });
  await commit(trx, now, {
    changes,
    statements,
    reindex: [{ filingsOf: renamed.map(({ id }) => id!) }],
  });
}

const flat = ({ row, ...parts }: CompanyContent) => ({ ...row, ...parts });

const SHOWN = {
  headquarters_city: 'headquarters',
  headquarters_country: 'headquarters',
  alternativeDomains: 'alternative_domains',
  externalIds: 'external_ids',
};
