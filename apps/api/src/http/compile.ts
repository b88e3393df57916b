import { fail, toTimestamp, type LinkTo } from '@dossier/shared';
import type { Caller, Committed } from '@dossier/store';
import type { Logger } from 'pino';
import { accepts } from './accept.ts';
import { authenticate } from './auth.ts';
import { Answer, type Endpoint, type ErrorStyle, type RequestContext, type Route } from './endpoint.ts';
import { sendError, toApiError } from './errors.ts';
import { vary, type Exchange } from './exchange.ts';
import { allowedFields, hasIgnored, parseInput, POST_LINK, rawInput } from './input.ts';
import { tasksOf } from './rate-limit.ts';
import { logFailure } from './request-log.ts';
import { sendText } from './compress.ts';
import { requireScope } from './scopes.ts';
import { sendOther, textOf } from './send.ts';
import type { HttpServices } from './services.ts';
import { callerOfSession, rejectForeign } from './session.ts';
import { stepAside } from './step-aside.ts';
import { rejectInverted } from '../query/ranges.ts';

/** The steps of an endpoint, for both fronts. A body is read between them. */
export interface Compiled {
  endpoint: Endpoint;
  /** Authenticates, counts the request, and waits for the caller's turn. @throws ApiError */
  admit: (exchange: Exchange) => Promise<void>;
  /** Parses the input, calls the handler, and sends its answer. @throws ApiError */
  answer: (exchange: Exchange) => Promise<void>;
}

/** Returns the steps of a route. */
export function compile<Services extends HttpServices>(
  { endpoint, handle }: Route<Services>,
  services: Services,
): Compiled {
  const { method, produces, isFree, tag } = endpoint;
  const isRange = produces.endsWith('/*');
  const types = [produces, 'application/problem+json'];
  return {
    endpoint,
    admit: async (exchange) => {
      exchange.endpoint = endpoint;
      const caller = await authenticated(exchange, endpoint, services);
      if (caller) {
        exchange.caller = caller;
        requireScope(caller, endpoint);
        const { authorization } = exchange.req.headers;
        services.requestLimiter?.countKey(authorization, caller, services.clock());
        await takeSlot(exchange, services, caller);
      }
      if (!isRange && !accepts(exchange.req, types)) throw fail('not_acceptable', { types: produces });
    },
    answer: async (exchange) => {
      const turn = endpoint.isVital ? undefined : services.turns?.begin();
      if (turn) {
        await turn;
        // During an overload many clients give up, and work for them would delay the others.
        if (exchange.res.closed) return;
      }
      countTime(exchange, services);
      const { answers } = services;
      // Vital endpoints must answer without the pool, and never from a cache. With ignored parameters, the cache
      // would keep the same answer many times.
      const mayBeKept =
        method === 'GET' &&
        !endpoint.isVital &&
        answers !== undefined &&
        !hasIgnored(endpoint.input, exchange.query);
      // Pages and scripts that need no database answer without it.
      const committed = mayBeKept ? await committedFor(exchange, services).catch(() => undefined) : undefined;
      const kept = committed && (await answers?.find(exchange, committed));
      if (kept) {
        if (!isFree) chargeTasks(exchange, services, tag, kept.tasks);
        sendText(exchange, kept.text);
        return;
      }
      const params = parseInput(endpoint.params, exchange.params);
      const query = allowedFields(endpoint.input, exchange.query);
      const raw = rawInput(endpoint.input, method, query, exchange.body);
      const input = parseInput(endpoint.input, raw);
      rejectInverted(endpoint.input, input);
      const tasks = tasksOf(input, endpoint.companyFields);
      if (!isFree) chargeTasks(exchange, services, tag, tasks);
      let isKeepable = committed !== undefined;
      const context = contextOf(exchange, services, () => (isKeepable = false));
      const result = await handle(context, { ...(input as object), ...params } as never);
      const answer = result instanceof Answer ? result : new Answer(result);
      const text = textOf(produces, answer);
      if (!text) return sendOther(exchange, produces, answer);
      const { dependsOn } = answer;
      if (isKeepable && committed && dependsOn && text.status === 200)
        answers?.keep(exchange, committed, { text, tasks, dependsOn });
      sendText(exchange, text);
    },
  };
}

/** Returns the context of a handler. `noticeMore` runs if its answer depends on more than its address and the data. */
function contextOf<Services extends HttpServices>(
  exchange: Exchange,
  services: Services,
  noticeMore: () => void,
): Services & RequestContext {
  const noticed = <T>(value: T): T => {
    noticeMore();
    return value;
  };
  return {
    ...services,
    linkTo: linksOf(exchange, services.publicUrl),
    stepAside: (work) => stepAside(exchange, work),
    signingKeys: () => services.signingKeys(committedFor(exchange, services)),
    get clock() {
      return noticed(services.clock);
    },
    get now() {
      return noticed(toTimestamp(services.clock()));
    },
    get caller() {
      return noticed(exchange.caller);
    },
    get origin() {
      return noticed(exchange.req.headers.origin);
    },
  };
}

/** Returns what is committed when a request begins, or later. It is read once for a request. */
const committedFor = (exchange: Exchange, { committed }: HttpServices): Promise<Committed> =>
  (exchange.committed ??= committed());

/** Returns the caller of a request; undefined on public endpoints, and if nobody is signed in. @throws 401, 403 */
async function authenticated(
  exchange: Exchange,
  { access, method }: Endpoint,
  services: HttpServices,
): Promise<Caller | undefined> {
  const { req, res } = exchange;
  if (access === 'public') return undefined;
  const { authorization, cookie } = req.headers;
  const callerOf = () =>
    authenticate(services, authorization, services.clock(), () => committedFor(exchange, services));
  if (access === 'partner') {
    res.setHeader('Cache-Control', 'private');
    vary(res, 'Authorization', 'Accept');
    return callerOf();
  }
  res.setHeader('Cache-Control', 'no-store');
  // Browsers send no Origin with a form if the policy is `no-referrer`.
  res.setHeader('Referrer-Policy', 'same-origin');
  if (method !== 'GET') rejectForeign(req, services.publicUrl);
  return authorization === undefined ? callerOfSession(services, cookie, services.clock()) : callerOf();
}

/** Waits for the caller's turn. Requests that wait take no place of the gate, so that others are let in. */
async function takeSlot(exchange: Exchange, { callerSlots }: HttpServices, caller: Caller): Promise<void> {
  if (!callerSlots) return;
  const { pass, res } = exchange;
  pass?.pause();
  const release = await callerSlots.take(caller.organization, () => res.closed);
  pass?.resume();
  // The slot is free in the next turn of the event loop, so that requests of others that have arrived meanwhile come first.
  exchange.freeSlot = release;
  exchange.whenClosed(() => void setImmediate(release));
}

/** Adds the time until the response is complete, or the client has disconnected, to the time of the caller. */
function countTime(exchange: Exchange, { callerSlots }: HttpServices): void {
  const { caller, res } = exchange;
  if (!callerSlots || !caller) return;
  const began = performance.now();
  exchange.stopCounting = () => {
    exchange.stopCounting = undefined;
    callerSlots.spend(caller.organization, performance.now() - began);
  };
  // A client that reads slowly takes no time from other callers.
  res.once('prefinish', () => exchange.stopCounting?.());
  exchange.whenClosed(() => exchange.stopCounting?.());
}

/** Counts the request against the plan's limit and as usage, unless it ends in an error or a 304. */
function chargeTasks(
  exchange: Exchange,
  { rateLimiter, usage, clock }: HttpServices,
  family: string,
  tasks: number,
): void {
  const { caller, res } = exchange;
  if (!caller) return;
  const now = clock();
  const charge = rateLimiter?.charge(caller, tasks, now);
  const report = (headers: Record<string, string>) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  };
  if (charge) report(charge.headers);
  exchange.beforeHead = () => {
    const isFree = res.statusCode >= 400 || res.statusCode === 304;
    if (isFree && charge) report(charge.refund());
    if (!isFree) usage.count(caller.organization, family, 1, tasks, now);
  };
}

/** Returns a function that links to other pages. Its links start with PUBLIC_URL, never with the Host header. */
function linksOf({ req: { method }, path, query: sent }: Exchange, publicUrl: string): LinkTo {
  return (paging) => {
    const query = new URLSearchParams(sent as Record<string, string>);
    if (method === 'POST') query.set(POST_LINK.name, POST_LINK.value);
    for (const [name, value] of Object.entries(paging)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    return `${publicUrl}${path}?${query.toString()}`;
  };
}

/**
 * Sends an error in this style. Unexpected errors are logged and become a 500 without details.
 * Returns false if a response has begun, so that only its connection can end.
 */
export function sendFailure(exchange: Exchange, error: unknown, style: ErrorStyle, logger: Logger): boolean {
  const known = toApiError(error);
  // A 501 is expected: a format of oEmbed that we do not support. An error with stack for each request that is
  // rejected would add to the overload.
  if (known.status >= 500 && known.status !== 501 && known.code !== 'overloaded')
    logFailure(logger, exchange, error);
  if (exchange.res.headersSent) return false;
  sendError(exchange, known, style);
  return true;
}
