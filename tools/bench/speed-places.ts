import { ask, type Target } from './speed-ask.ts';
import type { Question } from './speed-questions.ts';
import type { Server } from './speed-servers.ts';

/** A server with an API key for it. */
export interface Api {
  server: Server;
  key: string;
}

/** The pages of a list that are measured. */
export interface Places {
  first: Target;
  /** The middle page by the cursor of the previous page, and by the cursor of the next page. */
  middle?: Target;
  back?: Target;
  last?: Target;
}

/** The number of pages to walk in a list that does not return its length. */
const BLIND = 50;

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

/** Returns the requests of a question: its first page and, in a longer list, the middle and the last page. */
export async function placesOf(api: Api, question: Question): Promise<Places> {
  const first = await firstPage(api, question);
  if (question.pages === 'offset') return { first, ...(await placesByOffset(first)) };
  return question.pages === 'links' ? { first, ...(await placesByLinks(api, first)) } : { first };
}

async function placesByOffset(first: Target): Promise<Omit<Places, 'first'>> {
  const { limit, total } = (await pagination(first)) as { limit: number; total: number };
  const at = (offset: number) => withFields(first, { offset: String(offset) });
  return { middle: at(Math.floor(total / 2)), last: at(Math.max(0, total - limit)) };
}

/** Walks to the middle by links, on pages of the largest size. */
async function placesByLinks({ server }: Api, first: Target): Promise<Omit<Places, 'first'>> {
  const start = await pagination(first);
  const next = nextOf(start);
  if (next === null) return {};
  const size = await largestPage(first);
  const half = start.total_items === undefined ? BLIND : Math.floor((start.total_items as number) / size / 2);
  const follow = (link: string) => ({ ...first, url: onServer(server, link) });
  let middle = follow(next);
  let walked = withFields(first, { page_size: String(size) });
  for (let page = 0; page < half; page++) {
    const link = nextOf(await pagination(walked));
    if (link === null) break;
    walked = follow(link);
    middle = withFields(walked, { page_size: undefined });
  }
  const previous = previousOf(await pagination(middle));
  const last = start.total_items === undefined ? {} : { last: withFields(first, { page_before: 'End' }) };
  return { middle, ...(previous !== null && { back: follow(previous) }), ...last };
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
const pagination = async (target: Target): Promise<Pagination> =>
  (JSON.parse((await ask(target)).toString()) as { pagination: Pagination | null }).pagination ?? {};

/** The links of filings have other names. */
const nextOf = (page: Pagination) => (page['next_link'] ?? page['next'] ?? null) as string | null;
const previousOf = (page: Pagination) => (page['prev_link'] ?? page['previous'] ?? null) as string | null;

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
