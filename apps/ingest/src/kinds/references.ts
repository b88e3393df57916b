import { companyNameKey, domainInput } from '@dossier/shared';
import type { CompanyRow, Trx } from '@dossier/store';
import type { z } from 'zod';
import { cik, text } from './fields.ts';
import { rowsWhere } from './rows.ts';

/**
 * The fields by which a record names its company, which must be stored. Where several are given, the first that leads
 * to a company counts.
 */
export const companyFields = {
  /** Any of its domains. */
  company: domainInput.optional(),
  company_cik: cik.optional(),
  /** Of any of its listings. `BRK.B` and `BRK-B` are the same. */
  company_ticker: text.max(32).optional(),
  /** As `companyNameKey` compares it: without case, punctuation and the form of incorporation. */
  company_name: text.max(300).optional(),
};

/** How a record names its company. */
export type CompanyReference = z.output<z.ZodObject<typeof companyFields>>;

const NAMES = Object.keys(companyFields) as (keyof CompanyReference)[];

/** True when a record names its company; `NOT_NAMED` is what is wrong with one that does not. */
export const namesCompany = (given: CompanyReference): boolean =>
  NAMES.some((name) => given[name] !== undefined);
export const NOT_NAMED = {
  error: `must name its company by company (a domain), ${NAMES.slice(1, -1).join(', ')} or ${NAMES.at(-1)}`,
};

/** Of a record as a source gives it, what names its company. */
export const companyOf = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(NAMES.flatMap((name) => (name in given ? [[name, given[name]]] : [])));

export type ReferredCompany = Pick<CompanyRow, 'id' | 'domain' | 'name' | 'slug' | 'cik'>;

/** The companies of a batch's records, found in a few statements. */
export interface References {
  company(reference: CompanyReference): ReferredCompany | undefined;
  /** Why a record is rejected that `company` finds no company for: none is named so, or several are. */
  problem(reference: CompanyReference): string;
}

const COLUMNS = ['id', 'domain', 'name', 'slug', 'cik'];

/** Looks up the companies that records name. */
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
  // Only of those that domain and CIK leave open.
  const isOpen = ({ company = '', company_cik = '' }: CompanyReference) =>
    !byDomain.has(company) && byCik.get(company_cik)?.length !== 1;
  const open = records.filter(isOpen);
  const tickers = await rowsWhere<{ ticker: string; company_id: number }>(
    trx,
    'company_listings',
    'ticker',
    open.flatMap(({ company_ticker: ticker }) => (ticker === undefined ? [] : spellings(ticker))),
    ['ticker', 'company_id'],
  );
  const keys = open.flatMap(({ company_name: name }) => (name === undefined ? [] : keysNear(name)));
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

  /** The ids that each name leads to, in the order of their weight. */
  const found = (reference: CompanyReference): number[][] =>
    [
      byDomain.get(reference.company ?? ''),
      byCik.get(reference.company_cik ?? ''),
      byTicker.get(foldTicker(reference.company_ticker ?? '')),
      byName.get(companyNameKey(reference.company_name ?? '')),
    ].map((each) => each ?? []);
  const list = (candidates: number[]) =>
    candidates
      .slice(0, MOST_NAMED)
      .map((id) => `${companies.get(id)!.name} (${companies.get(id)!.domain})`)
      .join(', ') + (candidates.length > MOST_NAMED ? ', …' : '');
  return {
    company: (reference) => {
      const only = found(reference).find((candidates) => candidates.length === 1);
      return only && companies.get(only[0]!);
    },
    problem: (reference) => {
      const several = found(reference).find((candidates) => candidates.length > 1);
      if (several)
        return `ambiguous company: the ${wanted(reference)} may be ${list(several)}; name it by its domain`;
      const near = keysNear(reference.company_name ?? '').flatMap((key) => byName.get(key) ?? []);
      const hint = near.length > 0 ? `; is it ${list([...new Set(near)])}?` : '';
      return `unknown company: no company has the ${wanted(reference)}${hint || '; load it first (ingest load companies ...)'}`;
    },
  };
}

/** Candidates that a reason names. */
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
/** As sources write it. */
const spellings = (ticker: string): string[] =>
  ['-', '.', '/'].map((mark) => foldTicker(ticker).replaceAll('-', mark));

/** The key of a name, and those of its beginnings, which may be what the company is called here. */
function keysNear(name: string): string[] {
  const words = companyNameKey(name).split(' ');
  return words.map((_, count) => words.slice(0, words.length - count).join(' '));
}

function wanted({ company, company_cik, company_ticker, company_name }: CompanyReference): string {
  const parts = [
    company !== undefined && `domain ${company}`,
    company_cik !== undefined && `CIK ${company_cik}`,
    company_ticker !== undefined && `ticker ${company_ticker}`,
    company_name !== undefined && `name ${company_name}`,
  ];
  return parts.filter(Boolean).join(' or the ');
}
