import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { companyNameKey, domainOfUrl } from '@dossier/shared';
import { parse } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';

/** A company of the list. */
export interface Named {
  name: string;
  domain: string;
  former?: string;
  ticker?: string;
  cik?: string;
}

/** A filing of a company of the list. */
export interface Filed {
  cik: string;
  form: string;
  date: string;
  accession: string;
}

type Found = Omit<Named, 'domain'> & { website?: string };

const TLDS = ['com', 'com', 'com', 'io', 'co', 'net', 'ai'];
/** One company in so many has a former name. */
const WITH_FORMER = 5;

/**
 * Returns so many companies with different names: those of the SEC's tickers and index, Crunchbase, Y Combinator, the CNCF
 * and the exchanges. When these are too few, it makes up names from their words, always the same ones. Domains are those of
 * the sources, or made up from the name; former names are made up.
 */
export function listCompanies(data: string, count: number): { companies: Named[]; madeUp: number } {
  const keys = new Set<string>();
  const domains = new Set<string>();
  const tickers = new Set<string>();
  const companies: Named[] = [];
  const add = ({ name, ticker, cik, website }: Found) => {
    const key = companyNameKey(name);
    if (companies.length >= count || !/\p{L}{2}/u.test(key) || keys.has(key)) return;
    const own = website === undefined ? undefined : domainOfUrl(website)?.replace(/^www\./, '');
    const isOwn = own !== undefined && /^[a-z0-9-]+(\.[a-z]{2,})+$/.test(own) && !domains.has(own);
    const domain = isOwn ? own : madeUpDomain(key);
    if (domain === undefined || domains.has(domain)) return;
    keys.add(key);
    domains.add(domain);
    const isFree = ticker !== undefined && !tickers.has(ticker);
    if (isFree) tickers.add(ticker);
    companies.push({
      name,
      domain,
      ...(isFree && { ticker }),
      ...(cik !== undefined && { cik }),
    });
  };
  for (const company of foundIn(data)) add(company);
  const found = companies.length;
  const words = companies.map(({ name }) => name.split(/\s+/));
  const makeUp = (i: number) => {
    const [first, second] = [words[hash(`a${i}`) % found]!, words[hash(`b${i}`) % found]!];
    return [first[0], ...second.slice(1, 4)].join(' ');
  };
  for (let i = 0; companies.length < count; i++) add({ name: makeUp(i) });
  companies.forEach((company, place) => {
    if (hash(`former ${company.domain}`) % WITH_FORMER !== 0) return;
    const former = makeUp(10 * count + place);
    if (!keys.has(companyNameKey(former))) company.former = former;
    keys.add(companyNameKey(former));
  });
  return { companies, madeUp: count - found };
}

/** Returns the filings of the SEC's daily index whose filers are in the list, the first filer of each. */
export function listFilings(data: string, companies: Named[]): Filed[] {
  const ciks = new Set(companies.map(({ cik }) => cik));
  const accessions = new Set<string>();
  return readIndex(data).flatMap(({ cik, form, date, accession }) => {
    if (!ciks.has(cik) || accessions.has(accession)) return [];
    accessions.add(accession);
    return [{ cik, form, date, accession }];
  });
}

function* foundIn(data: string): Generator<Found> {
  const tickers = Object.values(
    JSON.parse(readFileSync(join(data, 'sec/tickers/company_tickers.json'), 'utf8')) as Record<
      string,
      { cik_str: number; ticker: string; title: string }
    >,
  );
  for (const { cik_str, ticker, title } of tickers) yield { name: title, ticker, cik: writtenCik(cik_str) };
  for (const row of table(data, 'companies/yc-2014-alice-corona/Startups.csv'))
    yield { name: row['Company']!, ...(row['Website'] && { website: row['Website'] }) };
  for (const { name, homepage_url } of landscape(data))
    yield { name: name.replace(/ \([^)]*\)$/, ''), website: homepage_url };
  for (const { cik, name, form } of readIndex(data)) if (!/^(3|4|5|SC |144)/.test(form)) yield { name, cik };
  for (const row of table(data, 'funding/crunchbase-2013-10/crunchbase-companies.csv', 'latin1'))
    if (/^[\x20-\x7e]+$/.test(row['name']!) && !row['name']!.startsWith('#')) yield { name: row['name']! };
  for (const row of table(data, 'companies/listings/nasdaq-listed-symbols.csv'))
    if (row['ETF'] === 'N') yield { name: row['Company Name']!, ticker: row['Symbol']! };
}

function table(data: string, path: string, encoding: BufferEncoding = 'utf8'): Record<string, string>[] {
  return parse(readFileSync(join(data, path), encoding), {
    columns: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    bom: true,
  });
}

interface Item {
  name: string;
  homepage_url: string;
}

function landscape(data: string): Item[] {
  const text = readFileSync(join(data, 'companies/cncf-landscape/landscape.yml'), 'utf8');
  const { landscape: categories } = parseYaml(text) as {
    landscape: { subcategories: { items: (Item | null)[] | null }[] }[];
  };
  return categories
    .flatMap(({ subcategories }) => subcategories.flatMap(({ items }) => items ?? []))
    .filter((item) => item !== null);
}

function readIndex(data: string): (Filed & { name: string })[] {
  const lines = readFileSync(join(data, 'sec/index/form.20200318.idx'), 'latin1').split('\n');
  return lines.flatMap((line) => {
    const [, form, name, cik, date, accession] =
      /^(\S.*?) {2,}(\S.*?) {2,}(\d+) +(\d{8}) +edgar\/data\/\d+\/(\d{10}-\d\d-\d{6})\.txt/.exec(line) ?? [];
    if (!form || !name || !cik || !date || !accession) return [];
    const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
    return [{ form, name, cik: writtenCik(cik), date: day, accession }];
  });
}

const writtenCik = (cik: string | number) => String(cik).padStart(10, '0');

function madeUpDomain(key: string): string | undefined {
  const label = key
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 40);
  return label.length < 2 ? undefined : `${label}.${TLDS[hash(key) % TLDS.length]}`;
}

/** Returns a number that depends only on the text (FNV-1a). */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  // The last multiplication hardly changes the low bits of similar texts.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}
