import { domainOfUrl } from '@dossier/shared';
import { isObject } from '../../rows/types.ts';
import { cikOf, textOf, type SubmissionsHead } from './submissions.ts';

/**
 * EDGAR's codes of American places: the states, DC, the territories, and X1 for the country. All other codes are of
 * foreign places. https://www.sec.gov/submit-filings/filer-support-resources/edgar-state-country-codes
 */
const AMERICAN = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
    'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR GU VI AS MP UM X1'
  ).split(' '),
);

/** Converts the head of a submissions file to a company record. Unknown fields are absent. */
export function edgarCompany(head: SubmissionsHead, type: 'public' | 'private'): Record<string, unknown> {
  const website = textOf(head.website);
  const record = {
    domain: website && domainOfUrl(website)?.replace(/^www\./, ''),
    name: textOf(head.name),
    cik: cikOf(head.cik),
    type,
    headquarters: headquarters(head.addresses),
    listings: listings(head.tickers, head.exchanges),
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function listings(tickers: unknown, exchanges: unknown): object[] | undefined {
  if (!Array.isArray(tickers) || tickers.length === 0) return undefined;
  const venues: unknown[] = Array.isArray(exchanges) ? exchanges : [];
  return tickers.map((ticker: unknown, i) => ({ ticker, venue: textOf(venues[i]) ?? null, listed_at: null }));
}

function headquarters(addresses: unknown): object | undefined {
  const business = isObject(addresses) ? addresses['business'] : undefined;
  if (!isObject(business)) return undefined;
  const city = textOf(business['city']);
  const country = countryOf(business);
  if (city === undefined && country === undefined) return undefined;
  return { city: city && inWords(city), country };
}

/**
 * Returns the English name of the country. The SEC describes American places by state, and Canadian ones by province: `Ontario,
 * Canada`. Other names with a comma are whole: `Korea, Republic of`.
 */
function countryOf(address: Record<string, unknown>): string | undefined {
  const named = textOf(address['country']);
  if (named !== undefined) return inWords(named);
  const code = textOf(address['stateOrCountry'])?.toUpperCase();
  if (code === undefined) return undefined;
  if (AMERICAN.has(code)) return 'United States';
  const description = textOf(address['stateOrCountryDescription']);
  return description === undefined || description === code
    ? undefined
    : inWords(description.replace(/^.*,\s*(?=canada$)/i, ''));
}

/**
 * Capitalizes words: EDGAR writes addresses as `SOUTH SAN FRANCISCO`. After an apostrophe, a word begins only behind a single
 * letter: `O'Fallon`, but `St. John's`. Text with lowercase letters stays unchanged.
 */
function inWords(text: string): string {
  if (/\p{Ll}/u.test(text)) return text;
  return text
    .toLowerCase()
    .replace(/(?<=^|[\s.(-]|(?<!\p{L})\p{L}')\p{Ll}/gu, (letter) => letter.toUpperCase());
}
