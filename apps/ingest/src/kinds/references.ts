import { companyNameKey, domainInput } from '@dossier/shared';
import type { CompanyRow, Trx } from '@dossier/store';
import type { z } from 'zod';
import { cik, text } from './fields.ts';
import { rowsWhere } from './rows.ts';

/**
 * The fields by which a record names its company, which must be stored. All fields that find a company must find the
 * same one; fields that find none are ignored.
 */
export const companyFields = {
  /** Any of its domains. */
  company: domainInput.optional(),
  company_cik: cik.optional(),
  /** The ticker of any of its listings. `BRK.B` and `BRK-B` are the same. */
  company_ticker: text.max(32).optional(),
  /** Its name or the name of a legal entity. Case, punctuation and the legal form (Inc., GmbH) do not matter. */
  company_name: text.max(300).optional(),
};

/** How a record names its company. */
export type CompanyReference = z.output<z.ZodObject<typeof companyFields>>;

const NAMES = Object.keys(companyFields) as (keyof CompanyReference)[];

/** Returns whether a record names its company. `NOT_NAMED` is the message when it does not. */
export const namesCompany = (given: CompanyReference): boolean =>
  NAMES.some((name) => given[name] !== undefined);
export const NOT_NAMED = {
  error: `must name its company by company (a domain), ${NAMES.slice(1, -1).join(', ')} or ${NAMES.at(-1)}`,
};

/** Returns the part of a record, as a source writes it, that names its company. */
export const companyOf = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(NAMES.flatMap((name) => (name in given ? [[name, given[name]]] : [])));

export type ReferredCompany = Pick<CompanyRow, 'id' | 'domain' | 'name' | 'slug' | 'cik'>;

/** The companies that the records of a batch name. */
export interface References {
  company(reference: CompanyReference): ReferredCompany | undefined;
  /** Returns why a record has no company: none matches, several match, or its names contradict each other. */
  problem(reference: CompanyReference): string;
}

const COLUMNS = ['id', 'domain', 'name', 'slug', 'cik'];

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
  const filers = await rowsWhere<ReferredCompany>(
    trx,
    'companies',
    'cik',
    given((each) => each.company_cik),
    COLUMNS,
  );
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
    keysNear(each.company_name ?? '').slice(0, isOpen(each) ? undefined : 1),
  );
  const names = await rowsWhere<{ name_key: string; company_id: number }>(
    trx,
    'company_names',
    'name_key',
    keys.filter(Boolean),
  );
  const byTicker = groupIds(tickers.map(({ ticker, company_id }) => [foldTicker(ticker), company_id]));
  const byName = groupIds(names.map(({ name_key, company_id }) => [name_key, company_id]));
  const ids = [...byDomain.values(), ...byTicker.values(), ...byName.values()].flat();
  const rows = await rowsWhere<ReferredCompany>(trx, 'companies', 'id', ids, COLUMNS);
  const companies = new Map([...rows, ...filers].map((company) => [company.id, company]));

  /** Returns the names of a record that find companies, with these companies. */
  const leads = (reference: CompanyReference): Lead[] => {
    const found = {
      company: byDomain.get(reference.company ?? ''),
      company_cik: byCik.get(reference.company_cik ?? ''),
      company_ticker: byTicker.get(foldTicker(reference.company_ticker ?? '')),
      company_name: byName.get(companyNameKey(reference.company_name ?? '')),
    };
    return NAMES.flatMap((name) =>
      found[name] ? [{ words: inWords(name, reference), ids: found[name] }] : [],
    );
  };
  const describe = (id: number) => `${companies.get(id)!.name} (${companies.get(id)!.domain})`;
  const list = (candidates: number[]) =>
    candidates.slice(0, MOST_NAMED).map(describe).join(', ') + (candidates.length > MOST_NAMED ? ', …' : '');
  /** Returns whether the only match has a CIK that contradicts the record's. */
  const ofOtherCik = ({ company_cik }: CompanyReference, ids: number[]) =>
    ids.length === 1 &&
    company_cik !== undefined &&
    (companies.get(ids[0]!)!.cik ?? company_cik) !== company_cik;

  return {
    company: (reference) => {
      const meant = shared(leads(reference));
      return meant.length === 1 && !ofOtherCik(reference, meant) ? companies.get(meant[0]!) : undefined;
    },
    problem: (reference) => {
      const found = leads(reference);
      const meant = shared(found);
      if (meant.length > 1)
        return `ambiguous company: the ${allInWords(reference)} may be ${list(meant)}; name it by its domain`;
      if (meant.length === 1) {
        const { cik: its } = companies.get(meant[0]!)!;
        return `contradicting company: the ${found[0]!.words} is ${describe(meant[0]!)}, whose CIK is ${its}, not ${reference.company_cik}; leave out the wrong one`;
      }
      if (found.length > 1) {
        const [one, other] = conflicting(found);
        return `contradicting company: the ${one.words} is ${list(one.ids)}, but the ${other.words} is ${list(other.ids)}; leave out the wrong one`;
      }
      const near = keysNear(reference.company_name ?? '').flatMap((key) => byName.get(key) ?? []);
      const hint = near.length > 0 ? `; is it ${list([...new Set(near)])}?` : '';
      return `unknown company: no company has the ${allInWords(reference)}${hint || '; load it first (ingest load companies ...)'}`;
    },
  };
}

/** A name of a record's company, in words, and the companies that it finds. */
interface Lead {
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
  const words = companyNameKey(name).split(' ');
  return words.map((_, count) => words.slice(0, words.length - count).join(' '));
}

const WORDS: Record<keyof CompanyReference, string> = {
  company: 'domain',
  company_cik: 'CIK',
  company_ticker: 'ticker',
  company_name: 'name',
};
const inWords = (name: keyof CompanyReference, reference: CompanyReference) =>
  `${WORDS[name]} ${reference[name]}`;
const allInWords = (reference: CompanyReference): string =>
  NAMES.filter((name) => reference[name] !== undefined)
    .map((name) => inWords(name, reference))
    .join(' or the ');
