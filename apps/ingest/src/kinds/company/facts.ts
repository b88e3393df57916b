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

/** The fields of a company with facts. */
interface FactFields {
  type?: string | undefined;
  founding_year?: number | null | undefined;
  headquarters?: { city?: string | null | undefined; country?: string | null | undefined } | null | undefined;
  key_people?:
    { founders?: string[] | null | undefined; ceo?: string[] | null | undefined } | null | undefined;
  legal_entities?: { name: string }[] | null | undefined;
  listings?: Facts['listings'] | null | undefined;
  add_listings?: Facts['listings'] | null | undefined;
}

/** Returns the facts in the record of a company. */
export const factsOf = ({
  type,
  founding_year,
  headquarters,
  key_people,
  legal_entities,
  listings,
  add_listings,
}: FactFields): Facts => ({
  type: type ?? null,
  founding_year: founding_year ?? null,
  headquarters_city: headquarters?.city ?? null,
  headquarters_country: headquarters?.country ?? null,
  people: [...(key_people?.founders ?? []), ...(key_people?.ceo ?? [])],
  entities: (legal_entities ?? []).map(({ name }) => name),
  listings: [...(listings ?? []), ...(add_listings ?? [])],
});

/** Returns what a record says about its company that a match by name must not contradict. */
export function statedFacts(record: CompanyRecord): StatedFacts {
  const { headquarters_country, headquarters_city, founding_year, ...facts } = factsOf(record);
  return {
    ...{ ...facts, country: headquarters_country, city: headquarters_city, foundingYear: founding_year },
    dates: (record.financials ?? []).map(({ date }) => date),
    asOf: record.as_of,
  };
}
