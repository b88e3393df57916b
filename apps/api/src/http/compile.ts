import { fail, chain, type MaybePromise } from '@dossier/shared';
import type { Caller, Committed, Db } from '@dossier/store';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { preferred } from './request/accept.ts';
import { authenticate } from './auth/auth.ts';
import { chargeFor, chargeTasks } from './limits/charge.ts';
import { answerWithFile, formatOf, typesOf } from './list-file.ts';
import { committedFor, contextsOf } from './context.ts';
import { Answer, answerOf, BodyStream, type Endpoint, type ErrorStyle, type Route } from './endpoint.ts';
import { sendError, toApiError } from './response/errors.ts';
import type { Exchange } from './exchange.ts';
import { allowedFields, hasIgnored, ignoresUnknown, parseInput, rawInput } from './request/input.ts';
import { tasksOf } from './limits/rate-limit.ts';
import { logFailure } from './observe/request-log.ts';
import { sendText } from './response/compress.ts';
import { requireScope } from './auth/scopes.ts';
import { sendOther, textOf } from './response/send.ts';
import type { HttpServices } from './services.ts';
import { callerOfSession, rejectForeign } from './request/session.ts';
import { rejectInverted } from './request/ranges.ts';

/** The steps of an endpoint, for both adapters. A body is read between them. */
export interface Compiled {
  endpoint: Endpoint;
  /** Authenticates, counts the request, and finds its cached answer. @throws ApiError */
  admit: (exchange: Exchange) => MaybePromise<void>;
  /** Sends the cached answer, or waits for a turn, parses the input, calls the handler, and sends its answer. @throws ApiError */
  answer: (exchange: Exchange) => MaybePromise<void>;
  /** Runs the endpoint for the caller of another request, and returns the body of its response. @throws ApiError */
  call: (exchange: Exchange, input: object) => Promise<unknown>;
}

/** Returns a function that returns the steps of a route. */
export function compiler<Services extends HttpServices>(
  services: Services,
): (route: Route<Services>) => Compiled {
  const compiled = new Map<string, Compiled>();
  const call: Parameters<typeof contextsOf>[1] = (exchange, { operationId }, input) =>
    compiled.get(operationId)!.call(exchange, input) as Promise<never>;
  const contextOf = contextsOf(services, call);
  const { replica } = services;
  const onReplica = replica ? contextsOf({ ...services, db: replica.db }, call) : contextOf;
  return (route) => {
    const steps = compile(route, services, contextOf, onReplica);
    compiled.set(route.endpoint.operationId, steps);
    return steps;
  };
}

function compile<Services extends HttpServices>(
  { endpoint, handle }: Route<Services>,
  services: Services,
  contextOf: ReturnType<typeof contextsOf<Services>>,
  onReplica: ReturnType<typeof contextsOf<Services>>,
): Compiled {
  const { method, produces, isFree } = endpoint;
  const hasParams = Object.keys(endpoint.params.shape).length > 0;
  const isRange = produces.endsWith('/*');
  const ownTypes = typesOf(endpoint);
  const types = [...ownTypes, 'application/problem+json'];
  const { db, answers } = services;
  // Vital endpoints must answer without the pool, and never from a cache.
  const isKeepable = method === 'GET' && !endpoint.isVital && answers !== undefined;
  const ignores = ignoresUnknown(endpoint.input as z.ZodObject);
  const replica = readsReplica(endpoint) ? services.replica : undefined;
  return {
    endpoint,
    admit: (exchange) => {
      exchange.endpoint = endpoint;
      exchange.format = formatOf(exchange, endpoint);
      return chain(authenticated(exchange, endpoint, services), (caller) => {
        exchange.caller = caller;
        if (caller) {
          requireScope(caller, endpoint);
          services.requestLimiter?.countKey(caller, services.clock());
        }
        if (!isRange && preferred(exchange.req, types) === undefined)
          throw fail('not_acceptable', { types: ownTypes });
        return findKept(exchange);
      });
    },
    answer: (exchange) => {
      const { gate } = services;
      if (exchange.kept || endpoint.isVital || !gate) return answerNow(exchange);
      const turn = gate.begin(exchange.caller?.organization);
      if (!(turn instanceof Promise)) {
        inFlight(exchange, turn);
        return answerNow(exchange);
      }
      return turn.then((leave) => {
        inFlight(exchange, leave);
        // During an overload many clients give up, and work for them would delay the others.
        if (exchange.res.closed) return;
        // Meanwhile, another request may have read the same answer.
        return chain(findKept(exchange), () => answerNow(exchange));
      });
    },
    call: async (exchange, input) => {
      requireScope(exchange.caller!, endpoint);
      exchange.calls.push(endpoint.operationId);
      const isParam = ([name]: [string, unknown]) => name in endpoint.params.shape;
      const fields = Object.entries(input).filter(([, value]) => value !== undefined);
      const params = Object.fromEntries(fields.filter(isParam));
      const { tasks, given } = parsed(params, Object.fromEntries(fields.filter((one) => !isParam(one))));
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(params[name])),
      );
      const own = Object.create(exchange, { path: { value: path } }) as Exchange;
      const work = () => perform(own, given);
      const result = await (isFree ? work() : chargeFor(exchange, services, { endpoint, tasks }, work));
      const text = textOf(produces, answerOf(result));
      return text && (JSON.parse(String(text.body)) as unknown);
    },
  };

  /** Finds the cached answer. It needs no turn, because sending it takes no longer than a rejection. */
  function findKept(exchange: Exchange): MaybePromise<void> {
    // The cache has the JSON of a list, and with ignored parameters it would keep the same answer many times.
    if (!isKeepable || exchange.format || (ignores && hasIgnored(endpoint.input, exchange.query)))
      return undefined;
    return chain(committedOrNone(exchange, services), (committed) => {
      if (!committed) return undefined;
      exchange.committed = committed;
      return chain(answers.find(exchange, committed), (kept) => void (exchange.kept = kept));
    });
  }

  function answerNow(exchange: Exchange): MaybePromise<void> {
    const { kept } = exchange;
    if (!kept) return read(exchange);
    if (!isFree) chargeTasks(exchange, services, { endpoint, tasks: kept.tasks });
    sendText(exchange, kept.text);
    return undefined;
  }

  function read(exchange: Exchange): MaybePromise<void> {
    const query = allowedFields(endpoint.input, exchange.query);
    const { tasks, given } = parsed(exchange.params, rawInput(endpoint.input, method, query, exchange.body));
    const { format } = exchange;
    if (format) {
      const context = contextOf(exchange);
      const page = async (input: never) => answerOf(await handle(context, input));
      return answerWithFile(exchange, services, { format, tasks, input: given, read: page });
    }
    if (!isFree) chargeTasks(exchange, services, { endpoint, tasks });
    return chain(perform(exchange, given), (result) => {
      const answer = answerOf(result);
      const text = textOf(produces, answer);
      if (!text) return sendOther(exchange, produces, answer);
      const { dependsOn } = answer;
      const { committed } = exchange;
      const isKept = committed && dependsOn && !exchange.isPersonal && text.status === 200;
      const stored = isKept ? answers?.keep(exchange, committed, { text, tasks, dependsOn }) : undefined;
      // The stored text keeps its compressed form for later requests.
      sendText(exchange, stored ?? text);
    });
  }

  /** Parses the input of a request, and counts the tasks that it costs. @throws 400 */
  function parsed(params: Record<string, unknown>, raw: unknown) {
    const inPath = hasParams ? parseInput(endpoint.params, params) : undefined;
    const input = parseInput(endpoint.input, raw);
    rejectInverted(endpoint.input, input);
    const tasks = tasksOf(input, endpoint.companyFields);
    return { tasks, given: { ...(input as object), ...inPath } as never };
  }

  /** Calls the handler, with the read replica if it may answer. */
  function perform(exchange: Exchange, given: never): MaybePromise<unknown> {
    const readFrom = async (from: Db) => {
      if (from === db) return handle(contextOf(exchange), given);
      const found = await handle(onReplica(exchange), given);
      // A stream is read later, when the primary can no longer take over from a replica that is lost.
      return isStream(found) ? handle(contextOf(exchange), given) : found;
    };
    return replica
      ? replica.read(async () => committedFor(exchange, services), readFrom)
      : handle(contextOf(exchange), given);
  }
}

const isStream = (result: unknown): boolean => result instanceof Answer && result.body instanceof BodyStream;

/** Returns whether a read replica may answer an endpoint: one that only reads, and needs no session. */
const readsReplica = ({ access, method, isVital, usesPrimary }: Endpoint): boolean =>
  access !== 'session' &&
  access !== 'console' &&
  (method === 'GET' || method === 'POST') &&
  !isVital &&
  !usesPrimary;

/** Returns what is committed; undefined without a database, because some pages and scripts need none. */
function committedOrNone(exchange: Exchange, services: HttpServices): MaybePromise<Committed | undefined> {
  try {
    const committed = committedFor(exchange, services);
    return committed instanceof Promise ? committed.catch(() => undefined) : committed;
  } catch {
    return undefined;
  }
}

/** Returns the caller of a request; undefined on public endpoints, and if nobody is signed in. @throws 401, 403 */
function authenticated(
  exchange: Exchange,
  { access, method }: Endpoint,
  services: HttpServices,
): MaybePromise<Caller | undefined> {
  const { req } = exchange;
  if (access === 'public') return undefined;
  const { authorization, cookie } = req.headers;
  const callerOf = () =>
    authenticate(services, authorization, services.clock(), () => committedFor(exchange, services));
  if (access === 'partner') {
    exchange.setHeader('Cache-Control', 'private');
    exchange.setHeader('Vary', 'Accept-Encoding, Authorization, Accept');
    return callerOf();
  }
  exchange.setHeader('Cache-Control', 'no-store');
  // Browsers send no Origin with a form if the policy is `no-referrer`.
  exchange.setHeader('Referrer-Policy', 'same-origin');
  if (method !== 'GET') rejectForeign(req, services.publicUrl);
  if (access === 'console') return callerOfSession(services, cookie, services.clock());
  if (authorization !== undefined) return callerOf();
  return callerOfSession(services, cookie, services.clock());
}

/** Counts a request as in flight until its response is complete: a client that reads slowly keeps no place from others. */
function inFlight(exchange: Exchange, leave: () => void): void {
  exchange.leave = leave;
  if (exchange.res.closed) leave();
}

/**
 * Sends an error in this style, or disconnects the client if a response has begun. Unexpected errors are logged and become a
 * 500 without details.
 */
export function sendFailure(exchange: Exchange, error: unknown, style: ErrorStyle, logger: Logger): void {
  const known = toApiError(error);
  // Expected are a 501, which is a format of oEmbed that we do not support, and an overload.
  if (known.status >= 500 && known.status !== 501 && known.code !== 'overloaded')
    logFailure(logger, exchange, error);
  if (exchange.res.headersSent) exchange.res.destroy();
  else sendError(exchange, known, style);
}
