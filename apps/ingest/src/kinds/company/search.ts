import { domainToUnicode } from 'node:url';
import type { SearchDocument } from '@dossier/search';
import { groupBy } from '@dossier/shared';
import type {
  CompanyDomainRow,
  CompanyFinancialRow,
  CompanyListingRow,
  CompanyRow,
  Db,
  Trx,
} from '@dossier/store';
import { otherCountryNames } from '../../fields/countries.ts';
import { cutWords } from '../../texts/excerpt.ts';
import { readCompanyNames, writeCik } from './names.ts';

/** About how long an excerpt is, in UTF-16 code units. */
const EXCERPT_LENGTH = 240;

/**
 * Returns the search entries of companies: found by names, description, people, places, tickers, domains, categories
 * and CIK. The ASCII form of a domain has a passage of its own, so that excerpts do not show it.
 */
export async function companySearchDocuments(db: Db | Trx, ids: string[]): Promise<SearchDocument[]> {
  const keys = ids.map(Number);
  const rows = await db<CompanyRow>('companies').whereIn('id', keys);
  const domains = groupBy(
    await db<CompanyDomainRow>('company_domains').whereIn('company_id', keys).orderBy('domain'),
    (row) => row.company_id,
  );
  const names = await readCompanyNames(db, rows);
  const dates = await readDates(db, keys);
  const categories = groupBy(
    await db('company_categories')
      .join('categories', 'categories.id', 'company_categories.category_id')
      .whereIn('company_id', keys)
      .orderBy('name')
      .select<{ company_id: number; name: string }[]>('company_id', 'name'),
    (row) => row.company_id,
  );
  return rows.map((row) => {
    const people = JSON.parse(row.key_people_json) as Record<'founders' | 'ceo', { name: string }[]>;
    const { name, legal, tickers, cik } = names.get(row.id)!;
    const own = (domains.get(row.id) ?? []).map(({ domain }) => domain);
    const shown = own.map((domain) => domainToUnicode(domain) || domain);
    const hidden = own.filter((domain) => !shown.includes(domain));
    const numbers = cik === null ? [] : writeCik(cik);
    const textOfFacts = (country: string | null) =>
      [
        [row.headquarters_city, country],
        (categories.get(row.id) ?? []).map((category) => category.name),
        [...new Set([...people.founders, ...people.ceo].map((person) => person.name))],
        legal,
        tickers,
        shown,
        numbers.slice(0, 1),
      ]
        .map((group) => group.filter(Boolean).join(', '))
        .filter(Boolean)
        .join('; ');
    const country = row.headquarters_country;
    const others = otherCountryNames(country).join(', ');
    const facts = textOfFacts(others === '' ? country : `${country} (${others})`);
    const passages = [row.description ?? '', facts, hidden.join(', ')];
    return {
      type: 'company',
      id: String(row.id),
      slug: row.slug,
      companies: [row.id],
      suggest: [...new Set([name, ...tickers, ...legal, ...shown])],
      names: [name, ...legal],
      aliases: [...new Set([...tickers, ...numbers, ...own, ...shown])],
      title: row.name,
      excerpt: cutWords(row.description || textOfFacts(country), EXCERPT_LENGTH),
      url: `/${row.slug}`,
      date: dateOf(row, dates.get(row.id) ?? []),
      passages: passages.filter(Boolean).map((text) => ({ title: '', text })),
    };
  });
}

/** Returns the dates of what companies state: their figures and listings. */
async function readDates(db: Db | Trx, ids: number[]): Promise<Map<number, string[]>> {
  const figures = await db<CompanyFinancialRow>('company_financials').whereIn('company_id', ids);
  const listings = await db<CompanyListingRow>('company_listings').whereIn('company_id', ids);
  const dated = [
    ...figures.map(({ company_id, date }) => ({ company_id, date })),
    ...listings.map(({ company_id, listed_at }) => ({ company_id, date: listed_at })),
  ];
  const byCompany = groupBy(dated, (row) => row.company_id);
  return new Map([...byCompany].map(([id, rows]) => [id, rows.flatMap(({ date }) => date ?? [])]));
}

/**
 * Returns the date of a company: the newest of its figures and listings, else the year of its founding. A company that
 * states no date has the one on which it was first stored.
 */
function dateOf({ founding_year, created_at }: CompanyRow, dates: string[]): string {
  const newest = dates.toSorted().at(-1);
  if (newest !== undefined) return `${newest}T00:00:00.000Z`;
  return founding_year === null
    ? created_at
    : `${String(founding_year).padStart(4, '0')}-01-01T00:00:00.000Z`;
}
