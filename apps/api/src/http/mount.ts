import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { ApiError, fail, toTimestamp, type LinkTo } from '@dossier/shared';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { takes } from './accept.ts';
import { authenticate } from './auth.ts';
import { bodyParsers } from './body.ts';
import {
  Answer,
  BodyStream,
  type Endpoint,
  type ErrorStyle,
  type HttpServices,
  type RequestContext,
  type Route,
} from './endpoint.ts';
import { sendError, toApiError } from './errors.ts';
import { heeded, parseInput, rawInput } from './input.ts';
import { tasksOf } from './rate-limit.ts';
import { refuseInverted } from '../query/ranges.ts';

/** Mounts routes, the first match wins, and answers every other method of their paths with a 405. */
export function mount<Services extends HttpServices>(
  app: Express,
  routes: Route<Services>[],
  services: Services,
): void {
  for (const route of routes) {
    const { method, path } = route.endpoint;
    const handlers = [
      authentication(route.endpoint, services),
      ...(method === 'GET' ? [] : bodyParsers(route.endpoint.input)),
      answer(route, services),
    ];
    app[method.toLowerCase() as 'get' | 'post' | 'put'](path, ...handlers, failure(route.endpoint));
  }
  for (const path of new Set(routes.map(({ endpoint }) => endpoint.path))) {
    const endpoints = routes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.path === path);
    app.all(path, refuseMethod(endpoints));
  }
}

/** Before the body is read: a stranger's body is not worth reading. */
function authentication(endpoint: Endpoint, services: HttpServices): RequestHandler {
  return async (req, res, next) => {
    if (endpoint.access === 'partner') {
      res.set('Cache-Control', 'private').vary('Authorization').vary('Accept');
      res.locals['caller'] = await authenticate(services, req.headers.authorization, services.clock());
    }
    const isRange = endpoint.produces.endsWith('/*');
    if (!isRange && !takes(req, [endpoint.produces, 'application/problem+json']))
      throw fail('not_acceptable', { types: endpoint.produces });
    next();
  };
}

function answer<Services extends HttpServices>(
  { endpoint, handle }: Route<Services>,
  services: Services,
): RequestHandler {
  return async (req, res) => {
    const params = parseInput(endpoint.params, req.params);
    const query = heeded(endpoint.input, req.query);
    const input = parseInput(endpoint.input, rawInput(endpoint.input, endpoint.method, query, req.body));
    refuseInverted(endpoint.input, input);
    takeTasks(res, services, input);
    const context: Services & RequestContext = {
      ...services,
      now: toTimestamp(services.clock()),
      caller: res.locals['caller'] as RequestContext['caller'],
      origin: req.get('origin'),
      linkTo: linksOf(req, services.publicUrl),
    };
    const given = await handle(context, { ...(input as object), ...params } as never);
    await send(res, endpoint.produces, given instanceof Answer ? given : new Answer(given));
  };
}

/** Counts the request against its plan's limit, unless it turns out to be an error or a 304. */
function takeTasks(res: Response, { rateLimiter, clock }: HttpServices, input: unknown): void {
  const caller = res.locals['caller'] as RequestContext['caller'];
  if (!rateLimiter || !caller) return;
  const { headers, refund } = rateLimiter.take(caller, tasksOf(input), clock());
  res.set(headers);
  beforeHead(res, () => {
    if (res.statusCode >= 400 || res.statusCode === 304) res.set(refund());
  });
}

/** Does work once the status is known, while headers can still be set: Express tells a 304 as late as it can. */
function beforeHead(res: Response, work: () => void): void {
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => Response;
  res.writeHead = (...head: unknown[]) => {
    if (typeof head[0] === 'number') res.statusCode = head[0];
    work();
    return writeHead(...head);
  };
}

async function send(res: Response, type: string, { body, status, headers, brotli }: Answer): Promise<void> {
  res.status(status).set(headers);
  if (body === null) res.end();
  else if (brotli && res.req.acceptsEncodings('br') === 'br')
    res
      .type(type)
      .set('Content-Encoding', 'br')
      .send(Buffer.from(await brotli()));
  else if (typeof body === 'string') res.type(type).send(body);
  else if (body instanceof Uint8Array) res.type(headers['Content-Type'] ?? type).send(Buffer.from(body));
  else if (body instanceof BodyStream) {
    await sendStream(res, type, body);
  } else {
    const links = linkHeader(body);
    // Beside the links that the handler gave.
    if (links) res.append('Link', links);
    res.json(body);
  }
}

/** Makes nothing for a caller who has it already, or asks for the head only. */
async function sendStream(res: Response, type: string, { chunks }: BodyStream): Promise<void> {
  if (res.req.fresh) res.status(304).end();
  else if (res.req.method === 'HEAD') res.type(type).end();
  else {
    res.type(type);
    await pipeline(Readable.from(chunks, { objectMode: false }), res).catch((error: unknown) => {
      if (!hasLeft(error)) throw error;
    });
  }
}

/** Whoever leaves in the middle of an answer has made no error of ours. */
const hasLeft = (error: unknown) => (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Errors of a route, in its style. What is not ours is logged and told as a bare 500. */
function failure({ errorStyle }: Endpoint) {
  return (error: unknown, req: Request, res: Response, next: NextFunction) => {
    const known = toApiError(error);
    // A 501 is the answer to a wish that we never meet, such as a form of oEmbed.
    if (known.status >= 500 && known.status !== 501) req.log.error({ err: error }, 'request failed');
    if (res.headersSent) next(error);
    else sendError(req, res, known, errorStyle);
  };
}

function refuseMethod(endpoints: Endpoint[]): RequestHandler {
  const [{ errorStyle }] = endpoints as [Endpoint];
  const allow = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (req, res) => {
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else sendError(req, res, fail('method_not_allowed', { allow }), errorStyle);
  };
}

/** Links carry every parameter of the query as it was sent, from PUBLIC_URL and never from the Host header. */
function linksOf(req: Request, publicUrl: string): LinkTo {
  return (paging) => {
    const query = new URLSearchParams(req.query as Record<string, string>);
    for (const [name, value] of Object.entries(paging)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    return `${publicUrl}${req.path}?${query.toString()}`;
  };
}

/** Clients read 16 kB of headers or even 8, and both links repeat every parameter of the query. */
const LONGEST_LINKS = 2048;

/** RFC 8288: the body's links once more, for clients that page by header; not where they are long. */
function linkHeader(body: unknown): string | undefined {
  const pagination = (body as { pagination?: Record<string, unknown> | null }).pagination;
  const link = (rel: string, ...names: string[]) => {
    const target = names.map((name) => pagination?.[name]).find((value) => typeof value === 'string');
    return target === undefined ? [] : [`<${target}>; rel="${rel}"`];
  };
  const links = [...link('next', 'next_link', 'next'), ...link('prev', 'prev_link', 'previous')];
  const header = links.join(', ');
  return header !== '' && header.length <= LONGEST_LINKS ? header : undefined;
}

/** Answers what no route matched, and errors from before a route. */
export function fallbacks(app: Express, endpoints: Endpoint[]): void {
  const styleOf = siblingStyle(endpoints);
  app.use((req, res) => sendError(req, res, fail('not_found'), styleOf(req.path)));
  app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    const known = error instanceof ApiError ? error : toApiError(error);
    if (known.status >= 500) req.log.error({ err: error }, 'request failed');
    sendError(req, res, known, styleOf(req.path));
  });
}

/** An unknown path answers in the style of the routes that share its first segment: people shorten addresses of pages. */
function siblingStyle(endpoints: Endpoint[]): (path: string) => ErrorStyle {
  const rootOf = (path: string) => path.split('/')[1];
  const roots = new Set(
    endpoints.filter(({ errorStyle }) => errorStyle === 'page').map(({ path }) => rootOf(path)),
  );
  return (path) => (roots.has(rootOf(path)) ? 'page' : 'json');
}
