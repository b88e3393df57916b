import { DAY_MS, toTimestamp } from '@dossier/shared';
import { END, LARGE_COMPANY, RARE, timeOf, type Counts } from './speed-rows.ts';

/** A request that is measured. A path is relative to `/api/v1`, unless it begins with `/`. */
export interface Question {
  name: string;
  path: string;
  /** Sent with POST. */
  body?: object;
  /** Other texts with the same results, because the search engine keeps the results of recent texts. */
  spellings?: string[];
  /** Whether the response contains all rows: its CPU is then compared per byte. */
  whole?: boolean;
  /** Whether to measure the page in the iframe of the response. */
  frame?: boolean;
}

/** The number of rows of each table in a window of `updated_at`, which is at most 13 days long. */
const CHANGED = 30;

const query = (path: string, fields: Record<string, string | number>) =>
  `${path}/?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()}`;

const domains = (count: number, first: number) =>
  Array.from({ length: count }, (_, i) => `company-${first + i}.example.com`);

/** Returns more spellings of a word than the search engine keeps, which it takes for different questions. */
export const spellingsOf = (word: string): string[] =>
  ['', '!', '?', '.'].flatMap((end) =>
    Array.from(
      { length: 2 ** word.length },
      (_, bits) =>
        [...word].map((letter, place) => ((bits >> place) & 1 ? letter.toUpperCase() : letter)).join('') +
        end,
    ),
  );

/** Returns every question for a database of so many rows. */
export function questionsOf(counts: Counts): Question[] {
  const ordinary = Math.ceil(counts.companies / 2);
  const end = toTimestamp(END);
  const fortnight = toTimestamp(END - 13 * DAY_MS);
  const changedNews = timeOf(counts.news - CHANGED, counts.news);
  const since = changedNews > fortnight ? changedNews : fortnight;
  const changed = { updated_at_gte: since, updated_at_lte: end };
  const many = domains(200, Math.min(ordinary, Math.max(2, counts.companies - 1000)));
  const of = { large: { company_id: LARGE_COMPANY }, ordinary: { company_id: ordinary } };
  const several = { company_domains: many.join(',') };

  const single = (name: string, path: string, fields: Record<string, string | number> = {}): Question => ({
    name,
    path: query(path, fields),
  });
  const search = (name: string, text: string): Question => ({
    name,
    path: 'search/',
    body: { query: text },
    spellings: spellingsOf(text),
  });
  const cursor = { pagination: 'cursor' };

  return [
    { name: 'health', path: '/health' },
    single('company by domain', 'companies', { company_domain: `company-${ordinary}.example.com` }),
    single('company by slug', `companies/company-${ordinary}`),
    { ...single('companies, all', 'companies'), whole: true },
    single('companies that changed', 'companies', { mode: 'sync', ...changed }),
    single('rankings', 'companies/rankings'),
    single('rankings, public', 'companies/rankings', { company_type: 'public', sort_by: 'revenue' }),

    single('documents', 'documents'),
    single('documents of a type', 'documents', { type: 'interview' }),
    single('documents that changed', 'documents', changed),
    single('documents of the large company', 'documents', of.large),
    single('documents of a company', 'documents', of.ordinary),
    single('document', 'documents/document-7'),

    single('news of 13 days', 'news/company', { release_date_start: fortnight, release_date_end: end }),
    single('news that changed', 'news/company', { news_type: 'all', ...changed }),
    single('news of the large company', 'news/company', of.large),
    single('news of a company', 'news/company', of.ordinary),
    single('news of 200 companies', 'news/company', several),
    {
      ...single('news of 1000 companies', 'news/company'),
      body: { company_domains: domains(1000, 2) },
    },

    single('metrics of 13 days', 'metrics', { updated_at_gte: fortnight, updated_at_lte: end }),
    single('metrics that ended in 13 days', 'metrics', {
      measurement_end_date_gte: fortnight,
      measurement_end_date_lte: end,
    }),
    single('metrics that changed', 'metrics', changed),
    single('metrics of the large company', 'metrics', of.large),
    single('metrics of a company', 'metrics', of.ordinary),
    single('metrics of 200 companies', 'metrics', several),
    single('metrics of a base, 200 companies', 'metrics', { metric_base: 'revenue', ...several }),
    single('metrics of a rare base, 13 days', 'metrics', {
      metric_base: RARE,
      updated_at_gte: fortnight,
      updated_at_lte: end,
    }),

    single('events', 'events', cursor),
    single('events by number', 'events'),
    single('events of a type', 'events', { types: 'secondary-transaction', ...cursor }),
    single('events of a rare type', 'events', { types: 'corporate-action', ...cursor }),
    single('events of no type', 'events', { types: 'company-milestone', ...cursor }),
    single('events of a rare subtype', 'events', { subtypes: RARE, ...cursor }),
    single('events of a subtype', 'events', { subtypes: 'series_a', ...cursor }),
    single('events that changed', 'events', { ...changed, ...cursor }),
    single('events of the large company', 'events', { ...of.large, ...cursor }),
    single('events of a company', 'events', { ...of.ordinary, ...cursor }),
    single('events of 200 companies', 'events', { ...several, ...cursor }),
    single('events in schema v0', 'events', { version: 'v0', ...cursor }),
    single('funding rounds of a company', 'funding-rounds', of.ordinary),

    single('filings of the large company', 'filings', of.large),
    single('filings of a company', 'filings', of.ordinary),
    single('filings of a type', 'filings', { filing_type: '10-K', ...of.large }),
    single('filings of no type', 'filings', { filing_type: 'none', ...of.large }),

    single('categories of a company', 'categories', of.ordinary),
    single('items of the large category', 'categories/category-1/items'),
    single('items of a category', 'categories/category-2/items'),

    search('search for a common word', 'energy'),
    search('search for a rare word', 'number9'),

    single('embed', 'embed/company-data-valuation-chart', of.ordinary),
    { ...single('page of an embed', 'embed/company-data-valuation-chart', of.ordinary), frame: true },
  ];
}
