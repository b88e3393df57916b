import { DAY_MS, toTimestamp } from '@dossier/shared';
import { END, LARGE_COMPANY, RARE, timeOf, type Counts } from './rows.ts';

/** A request that is measured. A path is relative to `/api/v1`, unless it begins with `/`. */
export interface Question {
  name: string;
  path: string;
  /** Sent with POST. */
  body?: object;
  /** Texts of a search with the same results, because the search engine keeps the results of recent texts. */
  spellings?: string[];
  /** Whether the response contains all rows: its CPU is then compared per byte. */
  whole?: boolean;
  /** Whether to measure the page in the iframe of the response. */
  frame?: boolean;
}

/** The number of rows of each table in a window of `updated_at`, which is at most 13 days long. */
const CHANGED = 30;

const domains = (count: number, first: number) =>
  Array.from({ length: count }, (_, i) => `company-${first + i}.example.com`);

/** Returns more spellings of a word than the search engine keeps, which it takes for different questions. */
export const spellingsOf = (word: string): string[] =>
  ['', '!', '?', '.'].flatMap((end) =>
    Array.from({ length: 2 ** word.length }, (_, bits) => {
      const letters = [...word].map((letter, place) => ((bits >> place) & 1 ? letter.toUpperCase() : letter));
      return letters.join('') + end;
    }),
  );

/** Returns every question for a database of so many rows. */
export function questionsOf({ companies, news }: Counts): Question[] {
  const id = Math.ceil(companies / 2);
  const end = toTimestamp(END);
  const fortnight = toTimestamp(END - 13 * DAY_MS);
  const changedNews = timeOf(news - CHANGED, news);
  const changed = `updated_at_gte=${changedNews > fortnight ? changedNews : fortnight}&updated_at_lte=${end}`;
  const days = `updated_at_gte=${fortnight}&updated_at_lte=${end}`;
  const large = `company_id=${LARGE_COMPANY}`;
  const ordinary = `company_id=${id}`;
  const several = `company_domains=${domains(200, Math.min(id, Math.max(2, companies - 1000))).join()}`;
  const embed = `embed/company-data-valuation-chart/?${ordinary}`;

  const questions: Record<string, string | Omit<Question, 'name'>> = {
    health: '/health',
    'company by domain': `companies/?company_domain=company-${id}.example.com`,
    'company by slug': `companies/company-${id}/`,
    'companies, all': { path: 'companies/', whole: true },
    'companies that changed': `companies/?mode=sync&${changed}`,
    rankings: 'companies/rankings/',
    'rankings, public': 'companies/rankings/?company_type=public&sort_by=revenue',

    documents: 'documents/',
    'documents of a type': 'documents/?type=interview',
    'documents that changed': `documents/?${changed}`,
    'documents of the large company': `documents/?${large}`,
    'documents of a company': `documents/?${ordinary}`,
    document: 'documents/document-7/',

    'news of 13 days': `news/company/?release_date_start=${fortnight}&release_date_end=${end}`,
    'news that changed': `news/company/?news_type=all&${changed}`,
    'news of the large company': `news/company/?${large}`,
    'news of a company': `news/company/?${ordinary}`,
    'news of 200 companies': `news/company/?${several}`,
    'news of 1000 companies': { path: 'news/company/', body: { company_domains: domains(1000, 2) } },

    'metrics of 13 days': `metrics/?${days}`,
    'metrics that ended in 13 days': `metrics/?measurement_end_date_gte=${fortnight}&measurement_end_date_lte=${end}`,
    'metrics that changed': `metrics/?${changed}`,
    'metrics of the large company': `metrics/?${large}`,
    'metrics of a company': `metrics/?${ordinary}`,
    'metrics of 200 companies': `metrics/?${several}`,
    'metrics of a base, 200 companies': `metrics/?metric_base=revenue&${several}`,
    'metrics of a rare base, 13 days': `metrics/?metric_base=${RARE}&${days}`,

    events: 'events/?pagination=cursor',
    'events by number': 'events/',
    'events of a type': 'events/?types=secondary-transaction&pagination=cursor',
    'events of a rare type': 'events/?types=corporate-action&pagination=cursor',
    'events of no type': 'events/?types=company-milestone&pagination=cursor',
    'events of a rare subtype': `events/?subtypes=${RARE}&pagination=cursor`,
    'events of a subtype': 'events/?subtypes=series_a&pagination=cursor',
    'events that changed': `events/?${changed}&pagination=cursor`,
    'events of the large company': `events/?${large}&pagination=cursor`,
    'events of a company': `events/?${ordinary}&pagination=cursor`,
    'events of 200 companies': `events/?${several}&pagination=cursor`,
    'events in schema v0': 'events/?version=v0&pagination=cursor',
    'funding rounds of a company': `funding-rounds/?${ordinary}`,

    'filings of the large company': `filings/?${large}`,
    'filings of a company': `filings/?${ordinary}`,
    'filings of a type': `filings/?filing_type=10-K&${large}`,
    'filings of no type': `filings/?filing_type=none&${large}`,

    'categories of a company': `categories/?${ordinary}`,
    'items of the large category': 'categories/category-1/items/',
    'items of a category': 'categories/category-2/items/',

    'search for a common word': { path: 'search/', spellings: spellingsOf('energy') },
    'search for a rare word': { path: 'search/', spellings: spellingsOf('number9') },

    embed,
    'page of an embed': { path: embed, frame: true },
  };
  return Object.entries(questions).map(([name, given]) =>
    typeof given === 'string' ? { name, path: given } : { name, ...given },
  );
}
