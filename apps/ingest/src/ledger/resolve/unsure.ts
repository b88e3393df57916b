import { companyNameKey, isSameVenue, nameWords } from '@dossier/shared';
import type { CompanyListingRow, UnsureWay } from '@dossier/store';
import { agreementOf, contradictionOf, foldTicker } from './agreement.ts';
import type { StatedFacts } from '../../kinds/row-rules.ts';
import type { Facts, Known } from '../../kinds/company/facts.ts';
import type { Match, Reviews } from './matches.ts';
import type { CompanyReference, Naming } from '../../fields/references.ts';

/** What decides about matches that are not sure. */
export interface UnsureFacts {
  reviews: Reviews;
  sure: Map<number, Facts>;
  listingsOf: (ticker: string, company: number) => CompanyListingRow[];
  /** Returns the ids that a source gives a company. */
  idsOf: (source: string, company: number) => string[];
}

/** Returns what is known without reading facts. */
export const noFacts = (reviews: Reviews): UnsureFacts => ({
  reviews,
  sure: new Map(),
  listingsOf: () => [],
  idsOf: () => [],
});

/** A company as a match sees it. */
interface Candidate extends Known {
  id: number;
  name: string;
}

/** Returns the key of a match: a name key, a ticker after `$`, or a domain, each with the name in the row. */
function nameKeyOf(way: UnsureWay, { company, company_ticker, company_name = '' }: CompanyReference): string {
  const name = companyNameKey(company_name);
  if (way === 'name') return name;
  return [way === 'ticker' ? `$${foldTicker(company_ticker!)}` : company, name].join(' ').trim();
}

/** Returns the keys of the matches that a record may need. */
export const keysOfMatches = (reference: CompanyReference): string[] => {
  const { company, company_ticker, company_name } = reference;
  return [
    ...(company_name === undefined ? [] : [nameKeyOf('name', reference)]),
    ...(company_ticker === undefined ? [] : [nameKeyOf('ticker', reference)]),
    ...(company === undefined || company_name === undefined ? [] : [nameKeyOf('domain', reference)]),
  ].filter(Boolean);
};

/** Returns whether two names of companies have a word in common, or one contains the other. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [companyNameKey(one), companyNameKey(other)];
  if (a.includes(b) || b.includes(a)) return true;
  const words = nameWords(one).filter((word) => word.length > 2);
  return nameWords(other).some((word) => words.includes(word));
}

/**
 * Returns the match of a record with a company; undefined if the record names the company for sure. Only a name, only a
 * ticker, and a domain whose company has another name and other facts are not sure.
 * @param names the fields of the record that find the company
 */
export function matchOf(
  names: Naming[],
  reference: CompanyReference,
  { company, stated = {} }: { company: Candidate; stated?: StatedFacts | undefined },
  facts: UnsureFacts,
): Match | undefined {
  const { source = '', company_external_id, company_name, company_ticker } = reference;
  const byId = facts.reviews.ofId(source, company_external_id);
  if (byId?.company_id === company.id && names.every((name) => BY_ID.includes(name))) {
    if (names.includes('company_external_id')) return { ...byId, status: openStatus(byId.status) };
  }
  const own = { country: reference.company_country, city: reference.company_city, ...stated };
  const way = wayOf(names, reference, company, own);
  if (way === undefined) return undefined;
  const match = {
    ...{ source, way, name_key: nameKeyOf(way, reference), company_id: company.id },
    name: way === 'ticker' ? [company_ticker, company_name].filter(Boolean).join(' ') : company_name!,
    external_id: company_external_id ?? null,
  };
  const known = facts.reviews.find(match);
  const { id, status: before, reason } = known ?? {};
  // A new row that contradicts another one of its match has another id.
  match.external_id ??= known?.external_id ?? null;
  if (id !== undefined && before !== 'pending')
    return { ...match, id, status: openStatus(before!), reason: reason! };
  const other = way === 'name' ? undefined : contradictionIn(way, reference, company, own);
  const sure = other === undefined ? facts.sure.get(company.id) : undefined;
  const agreed = sure && agreementWith(way === 'ticker' ? company_ticker : undefined, own, sure);
  return {
    ...{ ...match, ...(id !== undefined && { id }) },
    ...{ status: agreed === undefined ? 'pending' : 'agreed', reason: agreed ?? other ?? null },
  };
}

/** Rejected matches find no company, so their status does not matter here. */
const openStatus = (status: Match['status'] | 'rejected') => (status === 'rejected' ? 'pending' : status);

const BY_ID: Naming[] = ['company_external_id', 'company_name'];

function wayOf(
  names: Naming[],
  reference: CompanyReference,
  company: Candidate,
  stated: StatedFacts,
): UnsureWay | undefined {
  if (names.length !== 1) return undefined;
  if (names[0] === 'company_name') return 'name';
  if (names[0] === 'company_ticker') return 'ticker';
  const isOther =
    names[0] === 'company' && contradictionIn('domain', reference, company, stated) !== undefined;
  return isOther ? 'domain' : undefined;
}

/** Returns why a ticker or a domain may mean another company: it has another name, and for a domain other facts. */
function contradictionIn(
  way: UnsureWay,
  { company_name }: CompanyReference,
  company: Candidate,
  stated: StatedFacts,
): string | undefined {
  if (company_name === undefined || areAlike(company_name, company.name)) return undefined;
  const named = `is named ${company.name}`;
  if (way === 'ticker') return named;
  const type = stated.type && company.type && stated.type !== company.type && `is ${company.type}`;
  const other = type || contradictionOf(stated, company);
  return other ? `${named}, and ${other}` : undefined;
}

/**
 * Returns which fact of a row agrees with a company. A ticker agrees with an event after the day of the listing.
 * @param ticker the ticker by which the row names the company
 */
export function agreementWith(
  ticker: string | undefined,
  stated: StatedFacts,
  facts: Facts,
): string | undefined {
  const agreed = agreementOf(stated, facts);
  if (agreed !== undefined || ticker === undefined) return agreed;
  const first = firstDate(stated);
  const listing = facts.listings.find(
    (each) =>
      foldTicker(each.ticker) === foldTicker(ticker) && each.listed_at && first && each.listed_at <= first,
  );
  return listing && `listed as ${ticker} since ${listing.listed_at}`;
}

const firstDate = ({ dates = [] }: StatedFacts) => dates.filter((date) => date != null).sort()[0];

/**
 * Returns whether a record has another id than the company or the earlier rows of its match: the source has two companies
 * of that name. Ends a sentence that begins with the company.
 * @param first the id of an earlier record of the batch
 */
export function contradictionOfId(
  match: Match,
  first: string | undefined,
  { reviews, idsOf }: UnsureFacts,
): string | undefined {
  const { way, source, company_id, external_id } = match;
  if (way === 'domain' || external_id == null) return undefined;
  const ids = [...idsOf(source, company_id), reviews.find(match)?.external_id ?? first ?? []].flat();
  const isOther = ids.length > 0 && !ids.includes(external_id);
  return isOther ? `has the id ${ids[0]} of ${source}, not ${external_id}` : undefined;
}

/** Returns why a record is not about the company that its name or ticker finds. Ends a sentence that begins with the company. */
export function contradictionOfMatch(
  { way }: Match,
  reference: CompanyReference,
  { company, stated }: { company: Candidate; stated: StatedFacts },
  { listingsOf }: UnsureFacts,
): string | undefined {
  if (way === 'domain') return undefined;
  const own = { country: reference.company_country, asOf: reference.as_of, ...stated };
  const other = contradictionOf(own, company);
  if (other !== undefined) return other;
  if (way !== 'ticker') return undefined;
  const listings = listingsOf(reference.company_ticker!, company.id);
  const venue = reference.company_venue;
  if (venue !== undefined && listings.every((each) => isSameVenue(each.venue, venue) === false))
    return `is listed at ${listings[0]!.venue}, not at ${venue}`;
  const first = firstDate(stated);
  const since = listings.map(({ listed_at }) => listed_at);
  return first !== undefined && since.every((at) => at !== null && at > first)
    ? `was listed in ${since[0]!.slice(0, 4)}, after ${first.slice(0, 10)}`
    : undefined;
}
