import { companyNameKey, groupBy } from '@dossier/shared';
import type { CompanyListingRow, CompanyRow, Db, Trx } from '@dossier/store';
import type { CompanyContent } from './content.ts';

/** The names and numbers of a company, which the search entries of its filings contain too. */
interface CompanyNames {
  name: string;
  /** The names of its legal entities, without its own name. */
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

/** Returns the names of companies by id. One statement. */
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

/** Returns the names in the content of a company. */
export const namesOfContent = ({ row, listings }: CompanyContent): CompanyNames =>
  namesOf(
    row,
    listings.map(({ ticker }) => ticker),
  );

/** Returns the keys by which a company is found by name: its own name and those of its legal entities. */
export function nameKeysOf({ row }: Pick<CompanyContent, 'row'>): string[] {
  const entities = JSON.parse(row.legal_entities_json) as { name: string }[];
  const keys = [row.name, ...entities.map(({ name }) => name)].map(companyNameKey);
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Returns a CIK as EDGAR shows it and as people type it. */
export const writeCik = (cik: string): [shown: string, typed: string] => [
  `CIK ${cik}`,
  cik.replace(/^0+/, ''),
];
