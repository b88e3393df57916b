import { DAY_MS, toTimestamp } from '@dossier/shared';
import type { Target } from './connection.ts';
import { questionsOf } from './speed-questions.ts';
import { END, LARGE_COMPANY, type Counts } from './speed-rows.ts';

/** A request of a partner. A path is relative to `/api/v1/`. */
interface Asked {
  path: string;
  /** Sent with POST. */
  body?: object;
}

const query = (path: string, fields: Record<string, string | number>) =>
  `${path}/?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()}`;

/** Words of one document, of many, and of none. */
const SEARCHES = ['document', 'every day', 'company', 'secondary shares'];
const CATEGORIES = 49;
const DAYS = 1000;
/** A window of the sync of companies. */
const WINDOW_DAYS = 5;

/** Ordinary requests in the shares of ordinary use. Number `i` names another company, window or word than `i - 1`. */
const MIX: ((i: number, company: number) => Asked)[] = [
  (_, company) => ({ path: `companies/company-${company}/` }),
  (_, company) => ({ path: query('news/company', { company_id: company }) }),
  (_, company) => ({ path: query('companies', { company_domain: `company-${company}.example.com` }) }),
  (_, company) => ({ path: query('metrics', { company_id: company }) }),
  (i) => ({ path: 'search/', body: { query: `${SEARCHES[i % SEARCHES.length]} ${i}` } }),
  (_, company) => ({ path: `companies/company-${company}/` }),
  (_, company) => ({ path: query('events', { company_id: company, pagination: 'cursor' }) }),
  (_, company) => ({ path: query('filings', { company_id: company }) }),
  (i) => ({ path: query('companies', { mode: 'sync', ...windowOf(i) }) }),
  (_, company) => ({ path: query('documents', { company_id: company }) }),
  (_, company) => ({ path: query('categories', { company_id: company }) }),
  (i) => ({ path: `categories/category-${2 + (i % CATEGORIES)}/items/` }),
];

function windowOf(i: number): Record<string, string> {
  const end = END - (i % DAYS) * DAY_MS;
  return { updated_at_gte: toTimestamp(end - WINDOW_DAYS * DAY_MS), updated_at_lte: toTimestamp(end) };
}

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
 * length of the mix, each would send only some kinds of requests.
 */
export function usualTargets(url: string, counts: Counts, keys: string[]): Target[] {
  return Array.from({ length: USUAL }, (_, i) => {
    const company = LARGE_COMPANY + 1 + ((i * STEP) % (counts.companies - 1));
    const asked = MIX[i % MIX.length]!(Math.floor(i / MIX.length), company);
    return targetOf(url, asked, keys[i % keys.length]!);
  });
}

/** Returns the worst questions of one caller. */
export function worstTargets(url: string, counts: Counts, key: string): Target[] {
  const questions = questionsOf(counts);
  return WORST.map((name) => {
    const { path } = questions.find((question) => question.name === name)!;
    return targetOf(url, { path }, key);
  });
}

function targetOf(url: string, { path, body }: Asked, key: string): Target {
  const headers = {
    authorization: `Token ${key}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  return {
    url: `${url}/api/v1/${path}`,
    method: body ? 'POST' : 'GET',
    headers,
    body: body && JSON.stringify(body),
  };
}
