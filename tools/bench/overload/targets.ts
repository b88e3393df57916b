import { DAY_MS, toTimestamp } from '@dossier/shared';
import { targetOf, type Target } from '../http.ts';
import { questionsOf } from '../speed/questions.ts';
import { END, LARGE_COMPANY, type Counts } from '../speed/rows.ts';

/** Words of one document, of many, and of none. */
const SEARCHES = ['document', 'every day', 'company', 'secondary shares'];
const CATEGORIES = 49;
const DAYS = 1000;
/** A window of the sync of companies. */
const WINDOW_DAYS = 5;

/**
 * Returns ordinary requests in the shares of ordinary use, about one company. Round `i` names another window, category or
 * text of a search than the one before.
 */
function mixOf(i: number, company: number): (string | { query: string })[] {
  const end = END - (i % DAYS) * DAY_MS;
  const window = `updated_at_gte=${toTimestamp(end - WINDOW_DAYS * DAY_MS)}&updated_at_lte=${toTimestamp(end)}`;
  return [
    `companies/company-${company}/`,
    `news/company/?company_id=${company}`,
    `companies/?company_domain=company-${company}.example.com`,
    `metrics/?company_id=${company}`,
    { query: `${SEARCHES[i % SEARCHES.length]} ${i}` },
    `companies/company-${company}/`,
    `events/?company_id=${company}&pagination=cursor`,
    `filings/?company_id=${company}`,
    `companies/?mode=sync&${window}`,
    `documents/?company_id=${company}`,
    `categories/?company_id=${company}`,
    `categories/category-${2 + (i % CATEGORIES)}/items/`,
  ];
}
const FORMS = mixOf(0, 0).length;

/** Questions that read the most rows. */
const WORST = [
  'items of the large category',
  'companies that changed',
  'news of 200 companies',
  'metrics of a base, 200 companies',
  'events of 200 companies',
  'events by number',
];

/** How many ordinary requests there are: enough that each company is asked for. */
const USUAL = 6000;
/** A prime number, so that neighbours in the list are no neighbours in the database. */
const STEP = 7919;

/**
 * Returns ordinary requests for many companies. The keys take turns. If their number had a divisor in common with the
 * number of forms, each would send only some kinds of requests.
 */
export function usualTargets(url: string, { companies }: Counts, keys: string[]): Target[] {
  return Array.from({ length: USUAL }, (_, i) => {
    const company = LARGE_COMPANY + 1 + ((i * STEP) % (companies - 1));
    const asked = mixOf(Math.floor(i / FORMS), company)[i % FORMS]!;
    const key = keys[i % keys.length]!;
    return typeof asked === 'string' ? targetOf(url, key, asked) : targetOf(url, key, 'search/', asked);
  });
}

/** Returns the worst questions of one caller. */
export function worstTargets(url: string, counts: Counts, key: string): Target[] {
  const questions = questionsOf(counts).filter(({ name }) => WORST.includes(name));
  return questions.map(({ path }) => targetOf(url, key, path));
}
