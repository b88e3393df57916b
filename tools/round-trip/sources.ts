import { issuer } from './issuer.ts';
import { landscape } from './landscape.ts';
import { hostOf, list, parseCsv, type RawRow } from './raw.ts';

/** A public table with its mapping, and what its rows state, written without the mapping. */
export interface RoundTripSource {
  /** Below the folder of the data. */
  path: string;
  /** In tools/mappings. */
  mapping: string;
  kind: string;
  encoding?: string;
  /** The records of all rows in their order; a row that the mapping rejects has none. */
  records: (text: string) => unknown[];
}

const csv = (expected: (row: RawRow) => unknown) => (text: string) => parseCsv(text).map(expected);
const number = (text: string) => (text === '' ? undefined : Number(text));
const cik = (text: string) => text.padStart(10, '0');
const words: Record<string, string> = { USA: 'United States', UK: 'United Kingdom' };

const YC_SHARED = [
  'angel.co',
  'apple.com',
  'crunchbase.com',
  'facebook.com',
  'google.com',
  'linkedin.com',
  'medium.com',
  'tumblr.com',
  'twitter.com',
  'wordpress.com',
];
const DOMAIN_ENDINGS =
  'com net org edu io tv fm ly me us co ai it is im in st to cc gd sm ws vc biz info mobi ca uk de fr jp'.split(
    ' ',
  );
const CB_CATEGORIES: Record<string, string | undefined> = {
  games_video: 'Games and Video',
  network_hosting: 'Network Hosting',
  photo_video: 'Photo and Video',
  public_relations: 'Public Relations',
  real_estate: 'Real Estate',
  other: undefined,
};
const ROUND_NAMES: Record<string, string> = {
  'series-a': 'Series A',
  'series-b': 'Series B',
  'series-c+': 'Series C or later',
  'private-equity': 'Private Equity',
  'post-ipo': 'Post-IPO',
};
const ROUND_TYPES: Record<string, string> = {
  'series-a': 'series_a',
  'series-b': 'series_b',
  'series-c+': 'series_c',
  angel: 'seed',
  'private-equity': 'growth',
};
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

export const sources: RoundTripSource[] = [
  {
    path: 'companies/yc-2014-alice-corona/Startups.csv',
    mapping: 'yc-2014.yaml',
    kind: 'company',
    records: csv((row) => ({
      name: row['Company'],
      domain: hostOf(row['Website']!, YC_SHARED),
      type: 'private',
      is_active: row['Satus'] === '' ? undefined : row['Satus'] !== 'Dead',
      description: row['Description'],
      founding_year: number(row['Year Founded']!),
      headquarters: {
        city: row['Headquarters (City)'],
        country: words[row['Headquarters (Country)']!] ?? row['Headquarters (Country)'],
      },
      key_people: { founders: list(row['Founders']!, ',') },
      categories: list(row['Categories']!, ','),
    })),
  },
  {
    path: 'companies/sp500/constituents.csv',
    mapping: 'sp500-constituents.yaml',
    kind: 'company',
    records: csv((row) => ({
      cik: cik(row['CIK']!),
      company_name: row['Security'],
      name: row['Security'],
      type: 'public',
      add_listings: [{ ticker: row['Symbol'] }],
      categories: [row['GICS Sector']],
      founding_year: /^\d{4}( \(.*|\/.*)?$/.test(row['Founded']!)
        ? Number(row['Founded']!.slice(0, 4))
        : undefined,
    })),
  },
  {
    path: 'companies/listings/nasdaq-listed-symbols.csv',
    mapping: 'nasdaq-listings.yaml',
    kind: 'company',
    records: csv((row) => ({
      company_name: row['Company Name'],
      add_listings: [{ ticker: row['Symbol'], venue: 'Nasdaq' }],
    })),
  },
  {
    path: 'companies/listings/nyse-listed.csv',
    mapping: 'nyse-listings.yaml',
    kind: 'company',
    records: csv((row) => ({
      company_name: issuer(row['Company Name']!),
      add_listings: [{ ticker: row['ACT Symbol'], venue: 'NYSE' }],
    })),
  },
  {
    path: 'sec/tickers/company_tickers.json',
    mapping: 'sec-tickers.yaml',
    kind: 'company',
    records: (text) =>
      Object.values(JSON.parse(text) as Record<string, { cik_str: number; ticker: string }>).map((row) => ({
        cik: cik(String(row.cik_str)),
        add_listings: [{ ticker: row.ticker }],
      })),
  },
  {
    path: 'companies/cncf-landscape/landscape.yml',
    mapping: 'cncf-landscape.yaml',
    kind: 'company',
    records: landscape,
  },
  {
    path: 'funding/crunchbase-2013-10/crunchbase-companies.csv',
    mapping: 'crunchbase-2013-companies.yaml',
    kind: 'company',
    encoding: 'macintosh',
    records: csv((row) => ({
      external_id: row['permalink'],
      domain: domainName(row['name']!),
      company_name: row['name'],
      name: row['name'],
      type: row['status'] === 'ipo' ? 'public' : 'private',
      is_active: row['status'] !== 'closed',
      founding_year: number(row['founded_year']!),
      headquarters: {
        city: row['city'],
        country: row['country_code'] === 'USA' ? 'United States' : row['country_code'],
      },
      categories: crunchbaseCategories(row['category_code']!),
      financials:
        row['funding_total_usd'] === ''
          ? undefined
          : [
              {
                name: 'total_estimated_funding',
                value: Number(row['funding_total_usd']),
                date: row['last_funding_at'],
              },
            ],
    })),
  },
  {
    path: 'funding/crunchbase-2013-10/crunchbase-rounds.csv',
    mapping: 'crunchbase-2013-rounds.yaml',
    kind: 'event',
    encoding: 'macintosh',
    records: csv((row) => {
      const type = row['funding_round_type']!;
      return {
        company_external_id: row['company_permalink'],
        company_name: row['company_name'],
        company_country: row['company_country_code'],
        event_type: 'funding_round',
        data: {
          name: ROUND_NAMES[type] ?? capital(type),
          round_type: ROUND_TYPES[type] ?? type.replaceAll('-', '_'),
          announced_date: row['funded_at'],
          amount_raised: row['raised_amount_usd'],
          currency: 'USD',
          status: 'closed',
        },
      };
    }),
  },
  {
    path: 'funding/crunchbase-2013-10/crunchbase-acquisitions.csv',
    mapping: 'crunchbase-2013-acquisitions.yaml',
    kind: 'event',
    encoding: 'macintosh',
    records: csv((row) => ({
      company_external_id: row['company_permalink'],
      company_name: row['company_name'],
      company_country: row['company_country_code'],
      event_type: 'company_milestone',
      data: {
        type: 'acquisition',
        name: `Acquired by ${row['acquirer_name']}`,
        announced_date: row['acquired_at'],
        status: 'closed',
        data: {
          acquirer: row['acquirer_name'],
          ...(isExact(row['price_amount']!) && {
            price: row['price_amount'],
            currency: row['price_currency_code'],
          }),
        },
      },
    })),
  },
];

/** A price such as 2.6E+12 is left out, and its currency too. */
const isExact = (price: string) => /^\d*$/.test(price);

function domainName(name: string): string | undefined {
  const labels = name.toLowerCase().split('.');
  const isDomain =
    labels.length > 1 &&
    labels.every((label) => /^[\w-]+$/.test(label)) &&
    DOMAIN_ENDINGS.includes(labels.at(-1)!);
  return isDomain ? labels.join('.').replace(/^www\./, '') : undefined;
}

function crunchbaseCategories(code: string): string[] | undefined {
  if (code === '') return undefined;
  const name = code in CB_CATEGORIES ? CB_CATEGORIES[code] : code;
  return name === undefined ? [] : [name];
}
