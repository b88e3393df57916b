import { merged, stableId } from '../rows.ts';
import type { CompanyRecord } from './record.ts';
import { toSlug } from './slug.ts';
import { sorted, type CategoryName, type CompanyContent } from './stored.ts';

type Row = CompanyContent['row'];
interface Person {
  id: string;
  name: string;
}

/**
 * What is stored of a company once the record is merged into it: absent leaves, null clears. Headquarters and key
 * people are merged by their members, other lists are replaced. The record of a new company has name and type.
 */
export function mergeCompany(
  given: CompanyRecord,
  stored: CompanyContent | undefined,
  { domain, slug }: { domain: string; slug: string },
): CompanyContent {
  const row: Row = {
    slug,
    name: merged(given.name, stored?.row.name)!,
    domain,
    cik: merged(given.cik, stored?.row.cik) ?? null,
    is_active: merged(given.is_active, stored && Boolean(stored.row.is_active)) ?? true,
    type: merged(given.type, stored?.row.type)!,
    description: merged(given.description, stored?.row.description) ?? null,
    founding_year: merged(given.founding_year, stored?.row.founding_year) ?? null,
    headquarters_city: member(given.headquarters, 'city', stored?.row.headquarters_city),
    headquarters_country: member(given.headquarters, 'country', stored?.row.headquarters_country),
    logo_json: json(given.logo, stored?.row.logo_json) ?? null,
    social_json: json(list(given.social), stored?.row.social_json) ?? '[]',
    legal_entities_json: json(legalEntities(given), stored?.row.legal_entities_json) ?? '[]',
    key_people_json: keyPeople(given.key_people, stored?.row.key_people_json, domain),
  };
  return {
    row,
    alternativeDomains: alternatives(given, stored, domain),
    financials: sorted(
      list(given.financials)?.map(({ name, value, date }) => ({ name, value, date: date ?? null })) ??
        stored?.financials ??
        [],
      ({ name }) => name,
    ),
    listings: listings(given, stored),
    categories: categories(given, stored),
  };
}

/** A list that is cleared is empty; one that is absent stays absent. */
const list = <T>(given: T[] | null | undefined): T[] | undefined => (given === null ? [] : given);

const json = (given: unknown, stored: string | null | undefined): string | null | undefined =>
  given === undefined ? stored : given === null ? null : JSON.stringify(given);

function member<K extends string>(
  given: Partial<Record<K, string | null>> | null | undefined,
  key: K,
  stored: string | null | undefined,
): string | null {
  return (given === null ? null : merged(given?.[key], stored)) ?? null;
}

const legalEntities = ({ legal_entities: given }: CompanyRecord) =>
  list(given)?.map(({ name, country }) => ({ name, country: country ?? null }));

/** A person keeps the id that is stored; a new one gets it from the company's domain and the name. */
function keyPeople(given: CompanyRecord['key_people'], stored: string | undefined, domain: string): string {
  const known = JSON.parse(stored ?? '{"founders":[],"ceo":[]}') as { founders: Person[]; ceo: Person[] };
  const ids = new Map([...known.founders, ...known.ceo].map(({ id, name }) => [name, id]));
  const people = (names: string[] | null | undefined, before: Person[]) =>
    given === null
      ? []
      : (list(names)?.map((name) => ({ id: ids.get(name) ?? stableId('person', domain, name), name })) ??
        before);
  return JSON.stringify({
    founders: people(given?.founders, known.founders),
    ceo: people(given?.ceo, known.ceo),
  });
}

function alternatives(given: CompanyRecord, stored: CompanyContent | undefined, domain: string): string[] {
  const domains = list(given.alternative_domains) ?? stored?.alternativeDomains ?? [];
  return sorted([...new Set(domains)], (each) => each).filter((each) => each !== domain);
}

type Listings = CompanyContent['listings'];

/** Those that are given in place of those that are stored, and those that are added; the later says when. */
function listings(given: CompanyRecord, stored: CompanyContent | undefined): Listings {
  const rows = (items: NonNullable<CompanyRecord['listings']>): Listings =>
    items.map(({ ticker, venue, listed_at: at }) => ({ ticker, venue: venue ?? '', listed_at: at ?? null }));
  const keyOf = ({ ticker, venue }: Listings[number]) => `${ticker} ${venue}`;
  const replaced = list(given.listings);
  const kept = replaced ? rows(replaced) : (stored?.listings ?? []);
  const byKey = new Map(kept.map((each) => [keyOf(each), each]));
  for (const each of rows(list(given.add_listings) ?? [])) {
    byKey.set(keyOf(each), {
      ...each,
      listed_at: each.listed_at ?? byKey.get(keyOf(each))?.listed_at ?? null,
    });
  }
  return sorted([...byKey.values()], keyOf);
}

function categories(given: CompanyRecord, stored: CompanyContent | undefined): CategoryName[] {
  const names = list(given.categories);
  if (!names) return stored?.categories ?? [];
  const bySlug = new Map(names.map((name) => [toSlug(name), { slug: toSlug(name), name }]));
  bySlug.delete('');
  return sorted([...bySlug.values()], ({ slug }) => slug);
}
