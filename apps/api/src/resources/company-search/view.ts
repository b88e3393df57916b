import type { CompanyParts } from './read.ts';
import type { CompanySummary, SummaryField } from './contract.ts';

/** Returns a company of a list with its id and the wanted fields, or with all. */
export function viewSummary(
  { company, domains, categories, listings }: CompanyParts,
  fields: SummaryField[] | undefined,
): Pick<CompanySummary, 'id'> & Partial<CompanySummary> {
  const { headquarters_city: city, headquarters_country: country } = company;
  const all: CompanySummary = {
    id: company.id,
    slug: company.slug,
    name: company.name,
    domain: company.domain,
    alternative_domains: domains.map(({ domain }) => domain).filter((domain) => domain !== company.domain),
    cik: company.cik,
    is_active: Boolean(company.is_active),
    type: company.type,
    updated_at: company.updated_at,
    founding_year: company.founding_year,
    headquarters: city === null && country === null ? null : { city, country },
    description: company.description,
    categories: categories.map(({ id, name, slug }) => ({ id, name, slug })),
    listings: listings.map(({ ticker, venue, listed_at }) => ({ ticker, venue: venue || null, listed_at })),
  };
  if (fields === undefined) return all;
  const wanted = new Set<string>(['id', ...fields]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name))) as typeof all;
}
