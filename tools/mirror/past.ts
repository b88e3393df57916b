import { setTimeout as sleep } from 'node:timers/promises';
import { toTimestamp } from '@dossier/shared';
import type { Db } from '@dossier/store';
import fc from 'fast-check';
import type { Services } from './services.ts';
import { steps, takeStep, type Counts } from './writes.ts';

/** A request; a POST with a body. */
interface Asked {
  address: string;
  body?: Record<string, unknown>;
}
type Ask = ReturnType<typeof askerOf>;
/** The pages of a list, or the one response of another endpoint, without what differs between two moments with the same data. */
type Pages = { status: number; body: unknown }[];

const companies = ['c0.com', 'c1.com', 'c2.com', 'c3.com'];
/** A time before all writes, so that ranges without an end include all rows of the moment. */
const since = () => toTimestamp(Date.now() - 86_400_000);

/** Returns requests to every endpoint with `as_of`, with every form of filter. Short pages make many pages. */
function requestsOf(from: string): Asked[] {
  const changed = `updated_at_gte=${from}`;
  const lists = (path: string, query: string) => ({ address: `/api/v1/${path}?${query}` });
  return [
    ...companies.map((domain) => lists('companies/', `company_domain=${domain}`)),
    ...[1, 2, 3, 5, 8].map((id) => lists('companies/', `id=${id}`)),
    ...['acme', 'bolt'].map((slug) => ({ address: `/api/v1/companies/${slug}` })),
    lists('companies/rankings/', 'sort_by=total_funding'),
    lists('companies/rankings/', 'sort_by=total_funding&order=asc&company_type=private&limit=1'),
    ...companies.map((domain) => lists('metrics/', `company_domain=${domain}&page_size=2`)),
    lists('metrics/', `company_domains=${companies.join(',')}&page_size=3`),
    lists('metrics/', `${changed}&page_size=3&include_all_signal_evidence=true`),
    { address: '/api/v1/metrics/', body: { company_domains: companies.slice(0, 2), page_size: 2 } },
    { address: '/api/v1/news/company/', body: { company_domains: companies.slice(0, 2), page_size: 2 } },
    lists('events/', 'page_size=2'),
    lists('events/', 'pagination=cursor&page_size=3&version=v0'),
    lists('events/', `company_domains=${companies.join(',')}&include_citations=true`),
    ...companies.map((domain) => lists('events/', `company_domain=${domain}&types=company-milestone`)),
    ...companies.map((domain) => lists('filings/', `company_domain=${domain}&page_size=1`)),
    lists('filings/', `${changed}&page_size=2`),
    ...companies.map((domain) =>
      lists('news/company/', `company_domain=${domain}&news_type=all&page_size=2`),
    ),
    lists('news/company/', `${changed}&page_size=2`),
    lists('documents/', 'page_size=1'),
    lists('documents/', `company_domain=${companies[0]}`),
    lists('documents/', `type=market&${changed}`),
    ...[0, 1, 2, 3].map((n) => ({ address: `/api/v1/documents/report-${n}` })),
  ];
}

async function readPages(ask: Ask, { address, body }: Asked, asOf?: string): Promise<Pages> {
  const pages: Pages = [];
  const sent = body && { ...body, ...(asOf !== undefined && { as_of: asOf }) };
  const mark = address.includes('?') ? '&' : '?';
  let next: string | undefined = !body && asOf !== undefined ? `${address}${mark}as_of=${asOf}` : address;
  while (next !== undefined && pages.length < 50) {
    const answered: Awaited<ReturnType<Ask>> = await ask(next, sent);
    pages.push({ status: answered.status, body: answered.body });
    next = answered.next;
  }
  return pages;
}

/**
 * Writes random histories with loads, deletions, values set by hand, merges and undos. Records the responses of every
 * endpoint at moments in between. After all writes, it sends the requests of each moment again, with `as_of`.
 * @param options.check receives both responses; it throws if they differ
 * @returns the number of compared responses, and what the histories did
 */
export async function compareMoments(
  db: Db,
  { url, key }: Pick<Services, 'url' | 'key'>,
  options: {
    moments: number;
    stepsEach: number;
    seed: number;
    check: (compared: { moment: string; address: string; then: Pages; later: Pages }) => void;
  },
): Promise<Counts & { compared: number }> {
  const { moments, stepsEach, seed, check } = options;
  const ask = askerOf(url, key);
  const requests = requestsOf(since());
  const rounds = fc.array(steps, { minLength: stepsEach, maxLength: stepsEach });
  const recorded: { moment: string; answers: Pages[] }[] = [];
  const counts: Counts = { writes: 0, done: {}, rejected: {} };
  for (const history of fc.sample(rounds, { numRuns: moments, seed })) {
    for (const step of history) await takeStep(db, step, counts);
    const moment = await nextMoment(db);
    const answers: Pages[] = [];
    for (const asked of requests) answers.push(await readPages(ask, asked));
    recorded.push({ moment, answers });
  }
  let compared = 0;
  for (const { moment, answers } of recorded) {
    for (const [i, asked] of requests.entries()) {
      const later = await readPages(ask, asked, moment);
      check({ moment, address: asked.address, then: answers[i]!, later });
      compared += later.length;
    }
  }
  return { ...counts, compared };
}

/** Returns a moment after all writes, once it is over: later writes have later times. */
async function nextMoment(db: Db): Promise<string> {
  const { last_ms } = await db('writer').first<{ last_ms: number | string }>('last_ms');
  const moment = Math.max(Date.now(), Number(last_ms));
  while (Date.now() <= moment) await sleep(1);
  return toTimestamp(moment);
}

/** Returns a function that sends a request, and returns the response with the address of the next page. */
function askerOf(url: string, key: string) {
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
  return async (address: string, body?: object) => {
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(new URL(address, url), { headers, ...sent });
    const given = (await response.json()) as { pagination?: { next?: string; next_link?: string } | null };
    const next = given.pagination?.next_link ?? given.pagination?.next;
    return {
      status: response.status,
      body: withoutPlaces(given),
      next: next ? new URL(next).pathname + new URL(next).search : undefined,
    };
  };
}

/** Returns JSON without ids of requests, in which each link and cursor is replaced by a fixed text or null. */
function withoutPlaces(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return PLACES.test(name) ? 'a place' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => withoutPlaces(item));
  const fields = Object.entries(value).filter(([field]) => field !== 'request_id');
  return Object.fromEntries(fields.map(([field, item]) => [field, withoutPlaces(item, field)]));
}

const PLACES = /^(next|previous|(next|prev)_link|(after|before|next|prev)_cursor)$/;
