import { venueKey } from '@dossier/shared';
import { idKey } from '../../fields/references.ts';
import { merged } from '../../fields/merge.ts';
import { stableId } from '../../stored/hash.ts';
import type { CompanyRecord } from './record.ts';
import { toSlug } from '../../fields/slug.ts';
import { sorted, type CategoryName, type CompanyContent } from './content.ts';

type Row = CompanyContent['row'];
interface Person {
  id: string;
  name: string;
}

/**
 * Merges a record into the stored content of its company: an absent field keeps its value, null clears it. Members of
 * headquarters and key people are merged one by one; other lists are replaced. The record of a new company has a name
 * and a type.
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
      list(given.financials)?.map(({ name, value, date, source_url }) => ({
        name,
        value,
        date: date ?? null,
        source_url: source_url ?? null,
      })) ??
        stored?.financials ??
        [],
      ({ name }) => name,
    ),
    listings: listings(given, stored),
    categories: categories(given, stored),
    externalIds: externalIds(given, stored),
  };
}

/** Adds the id of the record's source to the stored ones. */
function externalIds(
  { source, external_id }: CompanyRecord,
  stored: CompanyContent | undefined,
): CompanyContent['externalIds'] {
  const kept = stored?.externalIds ?? [];
  if (source === undefined || external_id === undefined) return kept;
  if (kept.some((each) => each.source === source && each.external_id === external_id)) return kept;
  return sorted([...kept, { source, external_id }], (each) => idKey(each.source, each.external_id));
}

/** Returns an empty list for null, and undefined for an absent list. */
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

/**
 * Returns key people as JSON. A stored person keeps the id; a new one gets an id made from the domain and the name.
 */
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

/** Returns the listings: replaced ones or the stored ones, then added ones. The last date of a listing wins. */
function listings(given: CompanyRecord, stored: CompanyContent | undefined): Listings {
  const rows = (items: NonNullable<CompanyRecord['listings']>): Listings =>
    items.map(({ ticker, venue, listed_at: at }) => ({ ticker, venue: venue ?? '', listed_at: at ?? null }));
  const listingKey = ({ ticker, venue }: Listings[number]) => `${ticker} ${venueKey(venue)}`;
  const replaced = list(given.listings);
  const kept = replaced ? rows(replaced) : (stored?.listings ?? []);
  const byKey = new Map(kept.map((each) => [listingKey(each), each]));
  for (const each of rows(list(given.add_listings) ?? [])) {
    byKey.set(listingKey(each), {
      ...each,
      listed_at: each.listed_at ?? byKey.get(listingKey(each))?.listed_at ?? null,
    });
  }
  return sorted([...byKey.values()], ({ ticker, venue }) => `${ticker} ${venue}`);
}

function categories(given: CompanyRecord, stored: CompanyContent | undefined): CategoryName[] {
  const names = list(given.categories);
  if (!names) return stored?.categories ?? [];
  const bySlug = new Map(names.map((name) => [toSlug(name), { slug: toSlug(name), name }]));
  bySlug.delete('');
  return sorted([...bySlug.values()], ({ slug }) => slug);
}
