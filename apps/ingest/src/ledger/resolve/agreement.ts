import { isDate, isSameVenue, nameWords } from '@dossier/shared';
import type { Facts, Known } from '../../kinds/company/facts.ts';
import type { Listing, StatedFacts } from '../../kinds/row-rules.ts';
import { countryKey } from '../../fields/countries.ts';

/** Sources differ by a year in when a company was founded. */
const SAME_FOUNDING = 1;

/**
 * Returns why a row and a stored company of the same name are two companies, or undefined: another country, another
 * year of founding, or a date before it. Ends a sentence that begins with the company.
 */
export function contradictionOf(
  { country, foundingYear, dates = [], asOf }: StatedFacts,
  company: Known,
): string | undefined {
  const [theirs, ours] = [countryKey(country), countryKey(company.headquarters_country)];
  if (theirs !== undefined && ours !== undefined && theirs !== ours)
    return `is of ${company.headquarters_country}, not of ${country}`;
  const year = company.founding_year;
  if (year === null) return undefined;
  if (typeof foundingYear === 'number' && Math.abs(foundingYear - year) > SAME_FOUNDING)
    return `was founded in ${year}, not in ${foundingYear}`;
  const early = dates.find((each) => typeof each === 'string' && yearOf(each) < year);
  if (early != null) return `was founded in ${year}, after ${early.slice(0, 10)}`;
  return asOf !== undefined && yearOf(asOf) < year
    ? `was founded in ${year}, after the source was made (${asOf})`
    : undefined;
}

/**
 * Returns which fact of a row is also one of a company, in words: a founding year, a city, a person, a legal entity or a
 * listing. Undefined if none is. Most companies of a table are of one country, so a country agrees with nothing.
 */
export function agreementOf(stated: StatedFacts, facts: Facts): string | undefined {
  const { foundingYear, city, people = [], entities = [], listings = [] } = stated;
  if (typeof foundingYear === 'number' && facts.founding_year !== null) {
    if (Math.abs(foundingYear - facts.founding_year) <= SAME_FOUNDING) return `founded in ${foundingYear}`;
  }
  if (city && facts.headquarters_city && isSameCity(city, facts.headquarters_city)) return `in ${city}`;
  const shared = (ours: string[], theirs: string[]) =>
    ours.find((each) => isTelling(wordsOf(each)) && theirs.some((other) => wordsOf(other) === wordsOf(each)));
  const person = shared(people, facts.people) ?? shared(entities, facts.entities);
  if (person !== undefined) return person;
  const listing = listings.find((each) => facts.listings.some((other) => isSameListing(each, other)));
  return listing && `listed as ${listing.ticker}`;
}

/** Returns what a row and a company both state, and in what they differ, in words for a person. */
export function compared(stated: StatedFacts, facts: Facts): { agrees: string[]; contradicts: string[] } {
  const agreed = agreementOf(stated, facts);
  const { country, type } = stated;
  const isSameCountry =
    country &&
    countryKey(country) !== undefined &&
    countryKey(country) === countryKey(facts.headquarters_country);
  const agrees = [agreed, isSameCountry ? `country ${country}` : undefined];
  const other = contradictionOf(stated, facts);
  const differs = [
    other,
    type && facts.type && type !== facts.type ? `is ${facts.type}, not ${type}` : undefined,
  ];
  const found = (list: (string | undefined)[]) => list.filter((each) => each !== undefined);
  return { agrees: found(agrees), contradicts: found(differs) };
}

const wordsOf = (name: string) => nameWords(name).join(' ');

/** What tables have instead of a person, a legal entity or a city. Two companies without one agree in nothing. */
const NOTHING =
  /^(?:|na|n a|none|null|nil|unknown|undisclosed|vacant|tb[acd]|to be (?:announced|determined)|not (?:available|disclosed|applicable)|various|remote|virtual|global|worldwide)$/;
const isTelling = (words: string): boolean => !NOTHING.test(words);

/** Returns whether two texts name one city. A region after a comma counts only if both have one: `San Francisco, CA`. */
function isSameCity(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => {
    const [city = '', ...region] = text.split(/[,(]/).map((part) => wordsOf(part));
    return {
      city: city.replace(/^st /, 'saint ').replace(/^new york city$/, 'new york'),
      region: region.join(' '),
    };
  });
  const isOfRegion = a!.region === '' || b!.region === '' || a!.region === b!.region;
  return isTelling(a!.city) && a!.city === b!.city && isOfRegion;
}

/** Returns the key of a ticker: `BRK.B` and `BRK-B` are the same. */
export const foldTicker = (ticker: string) => ticker.toUpperCase().replace(/[./ ]/g, '-');

const isSameListing = (one: Listing, other: Listing): boolean =>
  foldTicker(one.ticker) === foldTicker(other.ticker) &&
  (!one.venue || !other.venue || isSameVenue(one.venue, other.venue) === true);

const yearOf = (day: string) => (isDate(day.slice(0, 10)) ? Number(day.slice(0, 4)) : Infinity);
