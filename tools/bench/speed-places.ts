import type { Db } from '@dossier/store';
import { ask, type Target } from './speed-ask.ts';
import type { Question } from './speed-questions.ts';
import type { Server } from './speed-servers.ts';

/** A server with an API key for it. */
export interface Api {
  server: Server;
  db: Db;
  key: string;
}

/** The pages of a list that are measured. */
export interface Places {
  first: Target;
  /** Page 1,000 by the cursor of the page before it, or the page in the middle of a shorter list; by offset, half way. */
  far?: Target;
  last?: Target;
}

/** The page by cursor that is measured. */
const FAR = 1_000;

/** Returns the request for the first page of a question. */
export async function firstPage({ server, key }: Api, question: Question): Promise<Target> {
  const { path, body, frame } = question;
  const url = server.url + (path.startsWith('/') ? path : `/api/v1/${path}`);
  const headers = { authorization: `Token ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const target: Target = { url, method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) };
  if (!frame) return target;
  const { data } = JSON.parse((await ask(target)).toString()) as { data: { embed_html: string } };
  const [, page = ''] = / src="([^"]*)"/.exec(data.embed_html) ?? [];
  return { url: onServer(server, page), method: 'GET', headers: {} };
}

/** Returns the requests of a question: its first page and, in a longer list, a page far from it and the last one. */
export async function placesOf(api: Api, question: Question): Promise<Places> {
  const first = await firstPage(api, question);
  const { pages } = question;
  if (pages === 'links') return { first, ...(await placesByLinks(api, first)) };
  return pages === undefined ? { first } : { first, ...(await OFFSETS[pages](first)) };
}

/** Return the page with the offset at half of a list, and its last page if an offset leads to it. */
const OFFSETS: Record<
  Exclude<Question['pages'], 'links' | undefined>,
  (first: Target) => Promise<Partial<Places>>
> = {
  offset: async (first) => {
    const { limit, total } = (await pagination(first)) as { limit: number; total: number };
    const at = (offset: number) => withFields(first, { offset: String(offset) });
    return { far: at(Math.floor(total / 2)), last: at(Math.max(0, total - limit)) };
  },
  number: async (first) => {
    const { total_pages: pages } = (await pagination(first)) as { total_pages: number };
    const at = (page: number) => withFields(first, { page: String(page) });
    return { far: at(Math.ceil(pages / 2)), last: at(pages) };
  },
  search: async (first) => {
    const { total_results: total } = JSON.parse((await ask(first)).toString()) as { total_results: number };
    const query = JSON.parse(first.body!) as object;
    return { far: { ...first, body: JSON.stringify({ ...query, offset: Math.floor(total / 2) }) } };
  },
};

/** Walks to a page by links, on pages of the largest size. */
async function placesByLinks({ server }: Api, first: Target): Promise<Partial<Places>> {
  const answer = await answerOf(first);
  const start = answer.pagination ?? {};
  if (nextOf(start) === null) return {};
  const size = await largestPage(first);
  const items = Object.values(answer).find((value) => Array.isArray(value)) as unknown[];
  const skipped = Math.min((FAR - 1) * items.length, ((start['total_items'] as number) ?? Infinity) / 2);
  const follow = (link: string) => ({ ...first, url: onServer(server, link) });
  let far: Target | undefined;
  let walked = withFields(first, { page_size: String(size) });
  for (let passed = 0; passed + size <= skipped; passed += size) {
    const link = nextOf(await pagination(walked));
    if (link === null) break;
    walked = follow(link);
    far = withFields(walked, { page_size: undefined });
  }
  const last = start['total_items'] === undefined ? {} : { last: withFields(first, { page_before: 'End' }) };
  return { far: far ?? follow(nextOf(start)!), ...last };
}

/** Returns the largest page size of a list, from the error for a larger one. */
async function largestPage(first: Target): Promise<number> {
  const size = await ask(withFields(first, { page_size: '100' })).then(
    () => '100',
    (error: Error) => /must be at most (\d+)/.exec(error.message)?.[1],
  );
  if (size === undefined) throw new Error(`${first.url} does not return its largest page size.`);
  return Number(size);
}

type Pagination = Record<string, unknown>;
type Answer = Record<string, unknown> & { pagination: Pagination | null };
const answerOf = async (target: Target) => JSON.parse((await ask(target)).toString()) as Answer;
const pagination = async (target: Target): Promise<Pagination> => (await answerOf(target)).pagination ?? {};

/** The link of filings has another name. */
const nextOf = (page: Pagination) => (page['next_link'] ?? page['next'] ?? null) as string | null;

function withFields(target: Target, fields: Record<string, string | undefined>): Target {
  const url = new URL(target.url);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return { ...target, url: url.href };
}

/** Returns a link with the address of the server in place of PUBLIC_URL. */
function onServer(server: Server, link: string): string {
  const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
  return server.url + pathname + search;
}
