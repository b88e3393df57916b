import { companyNameKey } from '@dossier/shared';
import type { CompanyExternalIdRow, MergedCompany, Trx } from '@dossier/store';
import { readSureFacts } from './facts.ts';
import type { StatedFacts } from '../../kinds/row-rules.ts';
import type { MatchWay } from '../../fields/origin.ts';
import { matchKey, type Match, type Reviews } from './matches.ts';
import { readMergedNames } from './merged-names.ts';
import { NAMES, NO_SOURCE, type CompanyReference, type Naming } from '../../fields/references.ts';
import { rowsWhere } from '../../stored/rows.ts';
import { readStoredNames, type ReferredCompany } from './stored-names.ts';
import { companiesOfLonger, keysNear } from './suggested-names.ts';
import { contradictionOfId, contradictionOfMatch, matchOf, noFacts, type UnsureFacts } from './unsure.ts';

/** The companies that the records of a batch name. */
export interface References {
  /** Returns the company of a record. A match by name must not contradict `stated`, the facts in the record. */
  company(reference: CompanyReference, stated?: StatedFacts): ReferredCompany | undefined;
  /** Returns the merged company that a record names, if its names now find the given company. */
  mergedFrom(
    reference: CompanyReference,
    company: ReferredCompany,
  ): Pick<MergedCompany, 'merged_id' | 'domain'> | undefined;
  /** Returns the match through which a record found its company; undefined if it names the company for sure. */
  matchOf(reference: CompanyReference, stated?: StatedFacts): Match | undefined;
  /** The stored matches of the batch. */
  reviews: Reviews;
  /** Returns why a record has no company: none matches, several match, or it contradicts the company. */
  problem(reference: CompanyReference, stated?: StatedFacts): string;
}

/**
 * Finds the companies that records name, with a few statements per batch.
 * @param externalIds further ids of sources whose matches are read
 */
export async function readReferences(
  trx: Trx,
  records: CompanyReference[],
  externalIds: string[] = [],
): Promise<References> {
  const {
    byDomain,
    byName,
    merged,
    reviews,
    companies,
    found: foundBy,
    ...stored
  } = await readStoredNames(trx, records, externalIds);

  const known = new Map<CompanyReference, Lead[]>();
  /** Returns the names of a record that find companies, with these companies. A name alone counts only if it may. */
  const leads = (reference: CompanyReference): Lead[] => {
    const found = known.get(reference) ?? findLeads(reference);
    known.set(reference, found);
    return found;
  };
  const findLeads = (reference: CompanyReference): Lead[] => {
    const found = foundBy(reference);
    const all = NAMES.flatMap((name): Lead[] =>
      found[name] ? [{ name, words: inWords(name, reference), ids: found[name] }] : [],
    ).filter(({ ids: those }) => those.every((id) => companies.has(id)));
    const strong = all.filter(({ name }) => name !== 'company_name' && mayMatch(reference, name));
    if (strong.length > 0) return all.filter((lead) => strong.includes(lead) || lead.name === 'company_name');
    if (!mayMatch(reference, 'company_name')) return [];
    const open = ({ ids: those, ...lead }: Lead) => ({
      ...lead,
      ids: those.filter((id) => !isRejected(reference, [lead.name], id)),
    });
    return all
      .filter(({ name }) => name === 'company_name')
      .map(open)
      .filter(({ ids: those }) => those.length > 0);
  };
  /** Returns whether a person has rejected a company for the names of a record. */
  const isRejected = (
    reference: CompanyReference,
    found: Naming[],
    id: number,
    stated?: StatedFacts,
  ): boolean => {
    const match = matchOf(found, reference, { company: companies.get(id)!, stated }, unread);
    return match !== undefined && reviews.find(match)?.status === 'rejected';
  };
  const describe = (id: number) => `${companies.get(id)!.name} (${companies.get(id)!.domain})`;
  const list = (candidates: number[]) =>
    candidates.slice(0, MAX_NAMED).map(describe).join(', ') + (candidates.length > MAX_NAMED ? ', …' : '');
  /** Returns whether the only match has a CIK that contradicts the record's. */
  const ofOtherCik = ({ company_cik }: CompanyReference, those: number[]) =>
    those.length === 1 &&
    company_cik !== undefined &&
    (companies.get(those[0]!)!.cik ?? company_cik) !== company_cik;
  const matchWith = (reference: CompanyReference, found: Lead[], id: number, stated?: StatedFacts) =>
    matchOf(namesOf(found), reference, { company: companies.get(id)!, stated }, facts);
  /** The ids of the companies of matches, in the records so far. */
  const firstIds = new Map<string, string>();
  /** Returns what contradicts a match: another id, or other facts, unless a person has accepted it. */
  const contradiction = (match: Match, reference: CompanyReference, id: number, stated: StatedFacts) =>
    contradictionOfId(match, firstIds.get(matchKey(match)), facts) ??
    (match.status === 'accepted'
      ? undefined
      : contradictionOfMatch(match, reference, { company: companies.get(id)!, stated }, facts));
  const unread = noFacts(reviews);
  const unsure = records.flatMap((reference) => {
    const found = leads(reference);
    const [id, ...others] = shared(found);
    const isUnsure =
      id !== undefined && others.length === 0 && found.length === 1 && found[0]!.name !== 'company_cik';
    return isUnsure && (found[0]!.name !== 'company' || reference.company_name !== undefined) ? [id] : [];
  });
  const byOther = records.filter(({ company = '' }) => !byDomain.has(company));
  const mergedNames = await readMergedNames(
    trx,
    byOther.flatMap((reference) => shared(leads(reference))),
  );
  const idsOfSources = await rowsWhere<CompanyExternalIdRow>(
    trx,
    'company_external_ids',
    'company_id',
    unsure,
  );
  const facts: UnsureFacts = {
    ...unread,
    listingsOf: stored.listingsOf,
    sure: await readSureFacts(trx, unsure),
    idsOf: (source, id) =>
      idsOfSources.flatMap((each) =>
        each.source === source && each.company_id === id ? each.external_id : [],
      ),
  };

  return {
    reviews,
    company: (reference, stated = {}) => {
      const found = leads(reference);
      const meant = shared(found);
      if (meant.length !== 1 || ofOtherCik(reference, meant)) return undefined;
      const [id] = meant as [number];
      if (isRejected(reference, namesOf(found), id, stated)) return undefined;
      const match = matchWith(reference, found, id, stated);
      if (match && contradiction(match, reference, id, stated) !== undefined) return undefined;
      if (match?.external_id != null) firstIds.set(matchKey(match), match.external_id);
      return companies.get(id);
    },
    mergedFrom: (reference, { id }) => {
      const { company: domain = '' } = reference;
      const alias = merged.get(domain);
      if (alias?.company_id === id) return { ...alias, domain };
      return byDomain.has(domain) ? undefined : mergedNames.meant(reference, id);
    },
    matchOf: (reference, stated) => {
      const found = leads(reference);
      const [id] = shared(found);
      return id === undefined ? undefined : matchWith(reference, found, id, stated);
    },
    problem: (reference, stated = {}) => {
      if (reference.company_external_id !== undefined && reference.source === undefined) return NO_SOURCE;
      const found = leads(reference);
      const meant = shared(found);
      if (meant.length > 1)
        return `ambiguous company: the ${allInWords(reference)} may be ${list(meant)}; name it by its domain`;
      if (meant.length === 1) {
        const [id] = meant as [number];
        if (ofOtherCik(reference, meant)) {
          const { cik: its } = companies.get(id)!;
          return `contradicting company: the ${found[0]!.words} is ${describe(id)}, whose CIK is ${its}, not ${reference.company_cik}; leave out the wrong one`;
        }
        if (isRejected(reference, namesOf(found), id, stated))
          return rejectedMatch(found[0]!.words, describe(id));
        const field = found[0]!.name === 'company_ticker' ? 'ticker' : 'name';
        const other = contradiction(matchWith(reference, found, id, stated)!, reference, id, stated);
        return `contradicting ${field}: ${describe(id)} has the ${found[0]!.words}, but ${other}; if it is the same company, name it by its domain`;
      }
      if (found.length > 1) {
        const [one, other] = conflicting(found);
        return `contradicting company: the ${one.words} is ${list(one.ids)}, but the ${other.words} is ${list(other.ids)}; leave out the wrong one`;
      }
      const exact = byName.get(companyNameKey(reference.company_name ?? '')) ?? [];
      if (exact.length > 0) {
        const words = inWords('company_name', reference);
        return mayMatch(reference, 'company_name')
          ? rejectedMatch(words, list(exact))
          : `only a name: ${list(exact)} has the ${words}, and the mapping does not match by name alone; name the company by its domain, or add name to "match" in the mapping`;
      }
      const near = [
        ...companiesOfLonger(stored.longer, reference.company_name),
        ...keysNear(reference.company_name ?? '').flatMap((each) => byName.get(each) ?? []),
      ];
      const hint = near.length > 0 ? `; is it ${list([...new Set(near)])}?` : '';
      return `unknown company: no company has the ${allInWords(reference)}${hint || '; load it first (ingest load companies ...)'}`;
    },
  };
}

const WAY_OF: Record<Naming, MatchWay> = {
  company: 'domain',
  company_cik: 'cik',
  company_ticker: 'ticker',
  company_external_id: 'external_id',
  company_name: 'name',
};

/** Returns whether a record may find its company by that field. */
const mayMatch = ({ match }: CompanyReference, name: Naming): boolean =>
  match === undefined || match.includes(WAY_OF[name]);

/** A name of a record's company, in words, and the companies that it finds. */
interface Lead {
  name: Naming;
  words: string;
  ids: number[];
}

const namesOf = (leads: Lead[]): Naming[] => leads.map(({ name }) => name);

const rejectedMatch = (words: string, companies: string) =>
  `rejected match: a review found that the ${words} does not mean ${companies}; name the company by its domain`;

/** Returns the companies that every name finds. */
const shared = (leads: Lead[]): number[] =>
  leads.length === 0 ? [] : leads.map(({ ids }) => ids).reduce((a, b) => a.filter((id) => b.includes(id)));

/** Returns two names that have no company in common, else the first and the last. */
function conflicting(leads: Lead[]): [Lead, Lead] {
  for (const one of leads) {
    const other = leads.find((each) => shared([one, each]).length === 0);
    if (other) return [one, other];
  }
  return [leads[0]!, leads.at(-1)!];
}

/** How many candidates a reason lists. */
const MAX_NAMED = 3;

const WORDS: Record<Naming, string> = {
  company: 'domain',
  company_cik: 'CIK',
  company_ticker: 'ticker',
  company_external_id: 'external id',
  company_name: 'name',
};
const inWords = (name: Naming, reference: CompanyReference) => `${WORDS[name]} ${reference[name]}`;
const allInWords = (reference: CompanyReference): string =>
  NAMES.filter((name) => reference[name] !== undefined)
    .map((name) => inWords(name, reference))
    .join(' or the ');
