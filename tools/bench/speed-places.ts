import { ask, type Target } from './speed-ask.ts';
import type { Question } from './speed-questions.ts';
import type { Server } from './speed-servers.ts';

/** A server and the key to ask it with. */
export interface Api {
  server: Server;
  key: string;
}

/** Where in a list a page is: each is a question of its own. */
export interface Places {
  first: Target;
  /** From the cursor of the page before it, and from that of the page behind it. */
  middle?: Target;
  back?: Target;
  last?: Target;
}

/** Pages to the middle of a list that does not say how long it is. */
const BLIND = 50;

/** The target of a question at its first page. */
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

/** The targets of a question: its first page and, in a list of several pages, those in the middle and the last one. */
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

/** Walks to the middle as a caller would, on the largest pages that the list gives. */
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

/** The largest page of a list, as it says itself when asked for a larger one. */
async function largestPage(first: Target): Promise<number> {
  const told = await ask(withFields(first, { page_size: '100' })).then(
    () => '100',
    (error: Error) => /must be at most (\d+)/.exec(error.message)?.[1],
  );
  if (told === undefined) throw new Error(`${first.url} does not name the maximum of its page size.`);
  return Number(told);
}

type Pagination = Record<string, unknown>;
const pagination = async (target: Target): Promise<Pagination> =>
  (JSON.parse((await ask(target)).toString()) as { pagination: Pagination | null }).pagination ?? {};

/** Filings name their links otherwise. */
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

/** The same address at the server itself: links are built from PUBLIC_URL. */
function onServer(server: Server, link: string): string {
  const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
  return server.url + pathname + search;
}
