import { companyRules, type Content } from '@dossier/shared';
import { withoutNulls } from '../statement-content.ts';
import type { StatementRules } from '../statements.ts';
import { readStoredCompanies, statedFinancial, type Company } from './stored.ts';

/** How the statements of several sources about a company are merged. */
export const companyStatements: StatementRules = {
  rulesOf: () => companyRules,
  stated: async (trx, ids) => {
    const { byDomain } = await readStoredCompanies(trx, [], ids.map(Number));
    return new Map(
      [...new Set(byDomain.values())].map((company) => [company.id!, { content: statedBy(company) }]),
    );
  },
};

/** Returns a stored company in the form that a source uses. */
function statedBy({ content: { row, ...parts } }: Company): Content {
  const people = JSON.parse(row.key_people_json) as Record<string, { name: string }[]>;
  const namesOf = (list: { name: string }[] = []) => list.map(({ name }) => name);
  return withoutNulls({
    domain: row.domain,
    name: row.name,
    slug: row.slug,
    type: row.type,
    is_active: Boolean(row.is_active),
    cik: row.cik,
    description: row.description,
    founding_year: row.founding_year,
    headquarters: withoutNulls({ city: row.headquarters_city, country: row.headquarters_country }),
    key_people: withoutNulls({ founders: namesOf(people['founders']), ceo: namesOf(people['ceo']) }),
    logo: JSON.parse(row.logo_json ?? 'null') as unknown,
    social: JSON.parse(row.social_json) as unknown,
    legal_entities: JSON.parse(row.legal_entities_json) as unknown,
    alternative_domains: parts.alternativeDomains,
    categories: parts.categories.map(({ name }) => name),
    financials: parts.financials.map(statedFinancial),
    listings: parts.listings,
    external_ids: parts.externalIds.map(({ source, external_id }) => ({ source, external_id })),
  });
}
