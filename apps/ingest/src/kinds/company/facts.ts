import type { Listing, StatedFacts } from '../row-rules.ts';
import type { CompanyRecord } from './record.ts';

/** What is stored of a company that a name leads to. */
export interface Known {
  type?: string | null;
  founding_year: number | null;
  headquarters_country: string | null;
}

/** What a match can agree with. */
export interface Facts extends Known {
  headquarters_city: string | null;
  people: string[];
  entities: string[];
  listings: Listing[];
}

/** Returns the facts in the record of a company. */
export const factsOf = (record: CompanyRecord): Facts => ({
  type: record.type ?? null,
  founding_year: record.founding_year ?? null,
  headquarters_city: record.headquarters?.city ?? null,
  headquarters_country: record.headquarters?.country ?? null,
  people: [...(record.key_people?.founders ?? []), ...(record.key_people?.ceo ?? [])],
  entities: (record.legal_entities ?? []).map(({ name }) => name),
  listings: [...(record.listings ?? []), ...(record.add_listings ?? [])],
});

/** Returns facts of a company as a record states them. */
export const factsStated = ({
  headquarters_country: country,
  headquarters_city: city,
  founding_year: foundingYear,
  ...facts
}: Facts): StatedFacts => ({ ...facts, country, city, foundingYear });

/** Returns what a record says about its company that a match by name must not contradict. */
export const statedFacts = (record: CompanyRecord): StatedFacts => ({
  ...factsStated(factsOf(record)),
  dates: (record.financials ?? []).map(({ date }) => date),
  asOf: record.as_of,
});
