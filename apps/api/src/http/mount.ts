import { ApiError, fail, toTimestamp, type LinkTo } from '@dossier/shared';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Caller } from '@dossier/store';
import { accepts } from './accept.ts';
import { outsideGate, passOf, whenClosed } from './admission.ts';
import { authenticate } from './auth.ts';
import { bodyParsers } from './body.ts';
import { Answer, type Endpoint, type HttpServices, type RequestContext, type Route } from './endpoint.ts';
import { siblingStyle } from './error-style.ts';
import { sendError, toApiError } from './errors.ts';
import { allowedFields, parseInput, POST_LINK, rawInput } from './input.ts';
import { tasksOf } from './rate-limit.ts';
import { send } from './send.ts';
import { callerOfSession, rejectForeign } from './session.ts';
import { rejectInverted } from '../query/ranges.ts';

/** Mounts routes in order: the first match wins. Other methods of their paths return 405. */
export function mount<Services extends HttpServices>(
  app: Express,
  routes: Route<Services>[],
  services: Services,
): void {
  for (const route of routes) {
    const { method, path } = route.endpoint;
    const handlers = [
      authentication(route.endpoint, services),
      ...(method === 'GET' ? [] : outsideGate(bodyParsers(route.endpoint.input))),
      answer(route, services),
    ];
    app[method.toLowerCase() as 'get' | 'post' | 'put'](path, ...handlers, failure(route.endpoint));
  }
  for (const path of new Set(routes.map(({ endpoint }) => endpoint.path))) {
    const endpoints = routes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.path === path);
    app.all(path, rejectMethod(endpoints, services));
  }
}

/** Authenticates before the body is read, so that strangers cannot make the server parse one. */
function authentication(endpoint: Endpoint, services: HttpServices): RequestHandler {
  return async (req, res, next) => {
    const caller = await authenticated(req, res, endpoint, services);
    if (caller) {
      res.locals['caller'] = caller;
      services.requestLimiter?.countKey(req.headers.authorization, caller, services.clock());
      await takeSlot(res, services, caller);
    }
    const isRange = endpoint.produces.endsWith('/*');
    if (!isRange && !accepts(req, [endpoint.produces, 'application/problem+json']))
      throw fail('not_acceptable', { types: endpoint.produces });
    next();
  };
}

/** Returns the caller of a request; undefined on public endpoints, and if nobody is signed in. @throws 401, 403 */
async function authenticated(
  req: Request,
  res: Response,
  { access, method }: Endpoint,
  services: HttpServices,
): Promise<Caller | undefined> {
  if (access === 'public') return undefined;
  if (access === 'partner') {
    res.set('Cache-Control', 'private').vary('Authorization').vary('Accept');
    return callerOf(req, services);
  }
  // Browsers send no Origin with a form if the policy is `no-referrer`.
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' });
  if (method !== 'GET') rejectForeign(req, services.publicUrl);
  const { authorization, cookie } = req.headers;
  return authorization === undefined
    ? callerOfSession(services, cookie, services.clock())
    : callerOf(req, services);
}

/** Waits for the caller's turn. Requests that wait take no place of the gate, so that others are let in. */
async function takeSlot(res: Response, { callerSlots }: HttpServices, caller: Caller): Promise<void> {
  if (!callerSlots) return;
  const pass = passOf(res);
  pass?.pause();
  const release = await callerSlots.take(caller.organization, () => res.closed);
  pass?.resume();
  // On SQLite a request ends before the next one is read. Its slot is free in the next turn of the event loop, so that
  // other callers have their share of this one.
  whenClosed(res, () => void setImmediate(release));
}

const callerOf = (req: Request, services: HttpServices) =>
  authenticate(services, req.headers.authorization, services.clock());

function answer<Services extends HttpServices>(
  { endpoint, handle }: Route<Services>,
  services: Services,
): RequestHandler {
  return async (req, res) => {
    const params = parseInput(endpoint.params, req.params);
    const query = allowedFields(endpoint.input, req.query);
    const input = parseInput(endpoint.input, rawInput(endpoint.input, endpoint.method, query, req.body));
    rejectInverted(endpoint.input, input);
    if (!endpoint.isFree) chargeTasks(res, services, endpoint, input);
    const context: Services & RequestContext = {
      ...services,
      now: toTimestamp(services.clock()),
      caller: res.locals['caller'] as RequestContext['caller'],
      origin: req.get('origin'),
      linkTo: linksOf(req, services.publicUrl),
    };
    const result = await handle(context, { ...(input as object), ...params } as never);
    await send(res, endpoint.produces, result instanceof Answer ? result : new Answer(result));
  };
}

/** Counts the request against the plan's limit and as usage, unless it ends in an error or a 304. */
function chargeTasks(
  res: Response,
  { rateLimiter, usage, clock }: HttpServices,
  { tag: family, companyFields }: Endpoint,
  input: unknown,
): void {
  const caller = res.locals['caller'] as RequestContext['caller'];
  if (!caller) return;
  const now = clock();
  const tasks = tasksOf(input, companyFields);
  const charge = rateLimiter?.charge(caller, tasks, now);
  if (charge) res.set(charge.headers);
  beforeHead(res, () => {
    const isFree = res.statusCode >= 400 || res.statusCode === 304;
    if (isFree && charge) res.set(charge.refund());
    if (!isFree) usage.count(caller.organization, family, 1, tasks, now);
  });
}

/** Runs work when the status is known and headers can still be set: Express decides on a 304 at the last moment. */
function beforeHead(res: Response, work: () => void): void {
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => Response;
  res.writeHead = (...head: unknown[]) => {
    if (typeof head[0] === 'number') res.statusCode = head[0];
    work();
    return writeHead(...head);
  };
}

/** Sends errors of a route in its style. Unexpected errors are logged and become a 500 without details. */
function failure({ errorStyle }: Endpoint) {
  return (error: unknown, req: Request, res: Response, next: NextFunction) => {
    const known = toApiError(error);
    // A 501 is expected: a format of oEmbed that we do not support. An error with stack for each request that is
    // rejected would add to the overload.
    if (known.status >= 500 && known.status !== 501 && known.code !== 'overloaded')
      req.log.error({ err: error }, 'request failed');
    if (res.headersSent) next(error);
    else sendError(req, res, known, errorStyle);
  };
}

function rejectMethod(endpoints: Endpoint[], services: HttpServices): RequestHandler {
  const [{ errorStyle, access }] = endpoints as [Endpoint];
  const allow = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return async (req, res) => {
    if (req.method !== 'OPTIONS' && access === 'partner') await callerOf(req, services);
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else sendError(req, res, fail('method_not_allowed', { allow }), errorStyle);
  };
}

/** Returns a function that links to other pages. Its links start with PUBLIC_URL, never with the Host header. */
function linksOf(req: Request, publicUrl: string): LinkTo {
  return (paging) => {
    const query = new URLSearchParams(req.query as Record<string, string>);
    if (req.method === 'POST') query.set(POST_LINK.name, POST_LINK.value);
    for (const [name, value] of Object.entries(paging)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    return `${publicUrl}${req.path}?${query.toString()}`;
  };
}

/** Handles requests that match no route, and errors before any route. Strangers do not learn which paths exist. */
export function fallbacks(app: Express, endpoints: Endpoint[], services: HttpServices): void {
  const styleOf = siblingStyle(endpoints);
  app.use(async (req, res) => {
    if (/^\/api(\/|$)/i.test(req.path)) await callerOf(req, services);
    sendError(req, res, fail('not_found'), styleOf(req.path));
  });
  app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    const known = error instanceof ApiError ? error : toApiError(error);
    if (known.status >= 500) req.log.error({ err: error }, 'request failed');
    sendError(req, res, known, styleOf(req.path));
  });
}
