import { companyNameKey, domainInput, nameWords } from '@dossier/shared';
import { mergedDomains, type CompanyExternalIdRow, type CompanyRow, type Trx } from '@dossier/store';
import type { z } from 'zod';
import { cik, text } from './fields.ts';
import { contradictionOf, originFields, type Claims, type Known, type MatchWay } from './identity.ts';
import type { NameMatch } from './kind.ts';
import { readReviews } from './matches.ts';
import { rowsWhere } from './rows.ts';

/**
 * The fields by which a record names its company, which must be stored. All fields that find a company must find the
 * same one; fields that find none are ignored.
 */
export const namingFields = {
  /** Any of its domains. */
  company: domainInput.optional(),
  company_cik: cik.optional(),
  /** The ticker of any of its listings. `BRK.B` and `BRK-B` are the same. */
  company_ticker: text.max(32).optional(),
  /** The id that the source gives the company; needs `source`. The company is loaded with it as `external_id`. */
  company_external_id: text.max(200).optional(),
  /** Its name or the name of a legal entity. Case, punctuation and the legal form (Inc., GmbH) do not matter. */
  company_name: text.max(300).optional(),
};

/** The fields that name the company and the source of a record. */
export const companyFields = {
  ...namingFields,
  /** Its country. A company of another country is not found by its name. */
  company_country: text.max(200).optional(),
  ...originFields,
};

/** How a record names its company. */
export type CompanyReference = z.output<z.ZodObject<typeof companyFields>>;

type Naming = keyof typeof namingFields;
const NAMES = Object.keys(namingFields) as Naming[];
/** The fields that the identity of a company depends on. */
const FIELDS = Object.keys(companyFields);

/** Returns whether a record names its company. `NOT_NAMED` is the message when it does not. */
export const namesCompany = (given: CompanyReference): boolean =>
  NAMES.some((name) => given[name] !== undefined);
export const NOT_NAMED = {
  error: `must name its company by company (a domain), ${NAMES.slice(1, -1).join(', ')} or ${NAMES.at(-1)}`,
};

/**
 * Returns whether a row names its company by its domain or its CIK only. No other company can have that unless this company
 * changes. A ticker or a name can be ambiguous later.
 */
export const namesOneCompany = (given: Record<string, unknown>): boolean =>
  NAMES.filter((name) => given[name] !== undefined).length === 1 &&
  (given['company'] !== undefined || given['company_cik'] !== undefined);

/** Returns the part of a record, as a source writes it, that names its company. */
export const companyOf = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(FIELDS.flatMap((name) => (name in given ? [[name, given[name]]] : [])));

export type ReferredCompany = Pick<CompanyRow, 'id' | 'domain' | 'name' | 'slug' | 'cik'> & Known;

/** The companies that the records of a batch name. */
export interface References {
  /** Returns the company of a record. A match by name must not contradict `claims`, the facts in the record. */
  company(reference: CompanyReference, claims?: Claims): ReferredCompany | undefined;
  /** Returns the merged company that the domain of a record names, if the domain now finds the given company. */
  mergedFrom(reference: CompanyReference, company: ReferredCompany): number | undefined;
  /** Returns the match to review when only a name led to the company, of this record or of the one with its id. */
  matchOf(reference: CompanyReference): NameMatch | undefined;
  /** Returns why a record has no company: none matches, several match, or it contradicts the company. */
  problem(reference: CompanyReference, claims?: Claims): string;
}

const COLUMNS = ['id', 'domain', 'name', 'slug', 'cik', 'founding_year', 'headquarters_country'];

/** Finds the companies that records name, with a few statements per batch. */
export async function readReferences(trx: Trx, records: CompanyReference[]): Promise<References> {
  const given = <T>(field: (record: CompanyReference) => T | undefined): T[] =>
    records.flatMap((record) => field(record) ?? []);
  const owners = await rowsWhere<{ domain: string; company_id: number }>(
    trx,
    'company_domains',
    'domain',
    given((each) => each.company),
  );
  const merged = await mergedDomains(
    trx,
    given((each) => each.company),
  );
  const filers = await rowsWhere<ReferredCompany>(
    trx,
    'companies',
    'cik',
    given((each) => each.company_cik),
    COLUMNS,
  );
  const externals = await rowsWhere<CompanyExternalIdRow>(
    trx,
    'company_external_ids',
    'external_id',
    given((each) => each.company_external_id),
  );
  const byExternalId = new Map(externals.map((row) => [idKey(row.source, row.external_id), row]));
  const externalIdOf = ({ source, company_external_id: id }: CompanyReference) =>
    source === undefined || id === undefined ? undefined : byExternalId.get(idKey(source, id));
  const byDomain = new Map(owners.map(({ domain, company_id }) => [domain, [company_id]]));
  const byCik = groupIds(filers.map(({ cik: number, id }) => [number!, id]));
  const tickers = await rowsWhere<{ ticker: string; company_id: number }>(
    trx,
    'company_listings',
    'ticker',
    given((each) => each.company_ticker).flatMap(spellings),
    ['ticker', 'company_id'],
  );
  // The beginnings of a name are only used to suggest a company.
  const isOpen = ({ company = '', company_cik = '' }: CompanyReference) =>
    !byDomain.has(company) && !byCik.has(company_cik);
  const keys = records.flatMap((each) =>
    each.company_name === undefined ? [] : keysNear(each.company_name).slice(0, isOpen(each) ? undefined : 1),
  );
  const names = await rowsWhere<{ name_key: string; company_id: number }>(
    trx,
    'company_names',
    'name_key',
    keys.filter(Boolean),
  );
  const reviews = await readReviews(trx, given((each) => each.company_name).map(companyNameKey));
  const byTicker = groupIds(tickers.map(({ ticker, company_id }) => [foldTicker(ticker), company_id]));
  const byName = groupIds(names.map(({ name_key, company_id }) => [name_key, company_id]));
  const ids = [
    ...[...byDomain.values(), ...byTicker.values(), ...byName.values()].flat(),
    ...externals.map(({ company_id }) => company_id),
  ];
  const rows = await rowsWhere<ReferredCompany>(trx, 'companies', 'id', ids, COLUMNS);
  const companies = new Map([...rows, ...filers].map((company) => [company.id, company]));

  const known = new Map<CompanyReference, Lead[]>();
  /** Returns the names of a record that find companies, with these companies. A name alone counts only if it may. */
  const leads = (reference: CompanyReference): Lead[] => {
    const found = known.get(reference) ?? findLeads(reference);
    known.set(reference, found);
    return found;
  };
  const findLeads = (reference: CompanyReference): Lead[] => {
    const { company, company_cik, company_ticker, company_name } = reference;
    const external = externalIdOf(reference);
    const found = {
      company: company === undefined ? undefined : byDomain.get(company),
      company_cik: company_cik === undefined ? undefined : byCik.get(company_cik),
      company_ticker: company_ticker === undefined ? undefined : byTicker.get(foldTicker(company_ticker)),
      company_external_id: external && [external.company_id],
      company_name: company_name === undefined ? undefined : byName.get(companyNameKey(company_name)),
    };
    const all = NAMES.flatMap((name): Lead[] =>
      found[name] ? [{ name, words: inWords(name, reference), ids: found[name] }] : [],
    );
    const strong = all.filter(({ name }) => name !== 'company_name' && mayMatch(reference, name));
    if (strong.length > 0) return all.filter((lead) => strong.includes(lead) || lead.name === 'company_name');
    if (!mayMatch(reference, 'company_name')) return [];
    const open = ({ ids: those, ...lead }: Lead) => ({
      ...lead,
      ids: those.filter((id) => reviews.statusOf(reference, id) !== 'rejected'),
    });
    return all
      .filter(({ name }) => name === 'company_name')
      .map(open)
      .filter(({ ids: those }) => those.length > 0);
  };
  const isByName = (found: Lead[]) => found.length === 1 && found[0]!.name === 'company_name';
  const describe = (id: number) => `${companies.get(id)!.name} (${companies.get(id)!.domain})`;
  const list = (candidates: number[]) =>
    candidates.slice(0, MOST_NAMED).map(describe).join(', ') + (candidates.length > MOST_NAMED ? ', …' : '');
  /** Returns whether the only match has a CIK that contradicts the record's. */
  const ofOtherCik = ({ company_cik }: CompanyReference, those: number[]) =>
    those.length === 1 &&
    company_cik !== undefined &&
    (companies.get(those[0]!)!.cik ?? company_cik) !== company_cik;
  /** Returns what contradicts a match by name, unless a person has accepted it. */
  const contradiction = (reference: CompanyReference, found: Lead[], id: number, claims: Claims) => {
    if (!isByName(found) || reviews.statusOf(reference, id) === 'accepted') return undefined;
    const own = { country: reference.company_country, asOf: reference.as_of };
    return contradictionOf({ ...own, ...claims }, companies.get(id)!);
  };

  return {
    company: (reference, claims = {}) => {
      const found = leads(reference);
      const meant = shared(found);
      if (meant.length !== 1 || ofOtherCik(reference, meant)) return undefined;
      if (contradiction(reference, found, meant[0]!, claims) !== undefined) return undefined;
      return companies.get(meant[0]!);
    },
    mergedFrom: ({ company: domain = '' }, { id }) => {
      const alias = merged.get(domain);
      return alias?.company_id === id ? alias.merged_id : undefined;
    },
    matchOf: (reference) => {
      const found = leads(reference);
      const [company] = shared(found);
      if (company === undefined) return undefined;
      const { source = '', company_name: name = '' } = reference;
      if (isByName(found)) return { source, name, company };
      const isById = found.every((lead) => ['company_external_id', 'company_name'].includes(lead.name));
      const match = externalIdOf(reference)?.match_id ?? undefined;
      return isById && match !== undefined ? { id: match } : undefined;
    },
    problem: (reference, claims = {}) => {
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
        return `contradicting name: ${describe(id)} has the ${found[0]!.words}, but ${contradiction(reference, found, id, claims)}; if it is the same company, name it by its domain`;
      }
      if (found.length > 1) {
        const [one, other] = conflicting(found);
        return `contradicting company: the ${one.words} is ${list(one.ids)}, but the ${other.words} is ${list(other.ids)}; leave out the wrong one`;
      }
      const exact = byName.get(companyNameKey(reference.company_name ?? '')) ?? [];
      if (exact.length > 0) {
        const words = inWords('company_name', reference);
        return mayMatch(reference, 'company_name')
          ? `rejected match: a review found that the ${words} does not mean ${list(exact)}; name the company by its domain`
          : `only a name: ${list(exact)} has the ${words}, and the mapping does not match by name alone; name the company by its domain, or add name to "match" in the mapping`;
      }
      const near = keysNear(reference.company_name ?? '').flatMap((key) => byName.get(key) ?? []);
      const hint = near.length > 0 ? `; is it ${list([...new Set(near)])}?` : '';
      return `unknown company: no company has the ${allInWords(reference)}${hint || '; load it first (ingest load companies ...)'}`;
    },
  };
}

/** The reason for rejecting a record with an external id of no source. */
export const NO_SOURCE =
  'missing source: an external id needs the source that gave it; add --source <name>, or "source" to the mapping';

/** Returns the key of the id that a source gives a company. */
export const idKey = (source: string, id: string): string => JSON.stringify([source, id]);

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
const MOST_NAMED = 3;

function groupIds(pairs: [string, number][]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [key, id] of pairs) {
    const ids = groups.get(key) ?? [];
    if (!ids.includes(id)) groups.set(key, [...ids, id]);
  }
  return groups;
}

const foldTicker = (ticker: string) => ticker.toUpperCase().replace(/[./ ]/g, '-');
/** Returns the spellings of a ticker that sources use. */
const spellings = (ticker: string): string[] =>
  ['-', '.', '/'].map((mark) => foldTicker(ticker).replaceAll('-', mark));

/** Returns the key of a name and those of its beginnings, by which the company may be stored. */
function keysNear(name: string): string[] {
  const words = nameWords(name);
  return words.map((_, count) => companyNameKey(words.slice(0, words.length - count).join(' ')));
}

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
