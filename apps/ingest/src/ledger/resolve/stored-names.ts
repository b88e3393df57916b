import { companyNameKey, groupBy, isSameVenue } from '@dossier/shared';
import {
  mergedDomains,
  type CompanyExternalIdRow,
  type CompanyListingRow,
  type CompanyRow,
  type Trx,
} from '@dossier/store';
import { foldTicker } from './agreement.ts';
import type { Known } from '../../kinds/company/facts.ts';
import { readReviews, type Reviews } from './matches.ts';
import { idKey, type CompanyReference, type Naming } from '../../fields/references.ts';
import { rowsWhere } from '../../stored/rows.ts';
import { keysNear, readLongerNames } from './suggested-names.ts';
import { keysOfMatches } from './unsure.ts';

export type ReferredCompany = Pick<CompanyRow, 'id' | 'domain' | 'name' | 'slug' | 'cik'> & Known;

/** What is stored about the names that records give their companies. Companies are ids. */
interface StoredNames {
  /** Returns the companies that each name of a record finds. */
  found: (reference: CompanyReference) => Record<Naming, number[] | undefined>;
  byDomain: Map<string, number[]>;
  /** By the key of the name. */
  byName: Map<string, number[]>;
  /** The names that begin with an unknown name. */
  longer: Awaited<ReturnType<typeof readLongerNames>>;
  merged: Awaited<ReturnType<typeof mergedDomains>>;
  listingsOf: (ticker: string, company: number) => CompanyListingRow[];
  reviews: Reviews;
  /** All companies that a name finds. */
  companies: Map<number, ReferredCompany>;
}

const COLUMNS = ['id', 'domain', 'name', 'slug', 'cik', 'type', 'founding_year', 'headquarters_country'];

/**
 * Reads what is stored about the names of a batch, with a few statements.
 * @param externalIds further ids of sources whose matches are read
 */
export async function readStoredNames(
  trx: Trx,
  records: CompanyReference[],
  externalIds: string[],
): Promise<StoredNames> {
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
  const reviews = await readReviews(trx, records.flatMap(keysOfMatches), [
    ...externalIds,
    ...given((each) => each.company_external_id),
  ]);
  /** Returns the company with an id of the source. Rows of a held match have stated it too, of one that is deleted now. */
  const idOwner = ({ source, company_external_id: id }: CompanyReference): number[] | undefined => {
    if (source === undefined || id === undefined) return undefined;
    const owner = byExternalId.get(idKey(source, id)) ?? reviews.ofId(source, id);
    return owner && [owner.company_id];
  };
  const byDomain = new Map(owners.map(({ domain, company_id }) => [domain, [company_id]]));
  const byCik = groupIds(filers.map(({ cik: number, id }) => [number!, id]));
  const tickers = await rowsWhere<CompanyListingRow>(
    trx,
    'company_listings',
    'ticker',
    given((each) => each.company_ticker).flatMap(spellings),
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
  const stored = new Set(names.map(({ name_key }) => name_key));
  const unknown = records.flatMap((each) => (isOpen(each) ? companyNameKey(each.company_name ?? '') : []));
  const longer = await readLongerNames(
    trx,
    unknown.filter((key) => !stored.has(key)),
  );
  const byTicker = groupBy(tickers, ({ ticker }) => foldTicker(ticker));
  const tickerOwners = ({ company_ticker = '', company_venue }: CompanyReference): number[] | undefined => {
    const all = byTicker.get(foldTicker(company_ticker)) ?? [];
    const there = all.filter(({ venue }) => company_venue && isSameVenue(venue, company_venue));
    const owners = (there.length > 0 ? there : all).map(({ company_id }) => company_id);
    return owners.length > 0 ? [...new Set(owners)] : undefined;
  };
  const byName = groupIds(names.map(({ name_key, company_id }) => [name_key, company_id]));
  const ids = [
    ...[...byDomain.values(), ...byName.values()].flat(),
    ...longer.map(({ company_id }) => company_id),
    ...tickers.map(({ company_id }) => company_id),
    ...externals.map(({ company_id }) => company_id),
    ...records.flatMap((each) => idOwner(each) ?? []),
  ];
  const rows = await rowsWhere<ReferredCompany>(trx, 'companies', 'id', ids, COLUMNS);
  const companies = new Map([...rows, ...filers].map((company) => [company.id, company]));
  return {
    found: (reference) => {
      const { company, company_cik, company_ticker, company_name } = reference;
      return {
        company: company === undefined ? undefined : byDomain.get(company),
        company_cik: company_cik === undefined ? undefined : byCik.get(company_cik),
        company_ticker: company_ticker === undefined ? undefined : tickerOwners(reference),
        company_external_id: idOwner(reference),
        company_name: company_name === undefined ? undefined : byName.get(companyNameKey(company_name)),
      };
    },
    byDomain,
    byName,
    longer,
    merged,
    listingsOf: (ticker, id) =>
      (byTicker.get(foldTicker(ticker)) ?? []).filter(({ company_id }) => company_id === id),
    reviews,
    companies,
  };
}

function groupIds(pairs: [string, number][]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [key, id] of pairs) {
    const ids = groups.get(key) ?? [];
    if (!ids.includes(id)) groups.set(key, [...ids, id]);
  }
  return groups;
}

/** Returns the spellings of a ticker that sources use. */
const spellings = (ticker: string): string[] =>
  ['-', '.', '/'].map((mark) => foldTicker(ticker).replaceAll('-', mark));
