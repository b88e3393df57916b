import { groupBy } from '@dossier/shared';
import type { CompanyListingRow, CompanyRow, Db, Trx } from '@dossier/store';
import type { CompanyContent } from './stored.ts';

/** What a company is called, and its number at the SEC: also the entries of its filings show them. */
export interface CompanyNames {
  name: string;
  /** Its legal entities' names that are not its own name. */
  legal: string[];
  tickers: string[];
  cik: string | null;
}

type NamedRow = Pick<CompanyRow, 'id' | 'name' | 'cik' | 'legal_entities_json'>;

const namesOf = (
  { name, cik, legal_entities_json }: Omit<NamedRow, 'id'>,
  tickers: string[],
): CompanyNames => {
  const entities = JSON.parse(legal_entities_json) as { name: string }[];
  const legal = new Set(entities.map((entity) => entity.name));
  legal.delete(name);
  return { name, legal: [...legal], tickers: [...new Set(tickers)].sort(), cik };
};

/** The names of these companies, by id, in one statement. */
export async function readCompanyNames(db: Db | Trx, rows: NamedRow[]): Promise<Map<number, CompanyNames>> {
  const listings = await db<CompanyListingRow>('company_listings')
    .whereIn(
      'company_id',
      rows.map(({ id }) => id),
    )
    .select('company_id', 'ticker');
  const tickers = groupBy(listings, (row) => row.company_id);
  return new Map(
    rows.map((row) => [
      row.id,
      namesOf(
        row,
        (tickers.get(row.id) ?? []).map(({ ticker }) => ticker),
      ),
    ]),
  );
}

/** Those that are stored of a company, or are about to be. */
export const namesOfContent = ({ row, listings }: CompanyContent): CompanyNames =>
  namesOf(
    row,
    listings.map(({ ticker }) => ticker),
  );

/** The number as EDGAR shows it, and as people type it. */
export const writeCik = (cik: string): [shown: string, typed: string] => [
  `CIK ${cik}`,
  cik.replace(/^0+/, ''),
];
