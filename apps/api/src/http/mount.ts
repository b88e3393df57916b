import { fail } from '@dossier/shared';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { authenticate } from './auth/auth.ts';
import { bodyParsers } from './request/body.ts';
import { compiler, sendFailure } from './compile.ts';
import { hasBody, type Endpoint, type Route } from './endpoint.ts';
import { pathsOf } from '../rows/read.ts';
import { siblingStyle } from './response/error-style.ts';
import { sendError } from './response/errors.ts';
import { exchangeOf } from './exchange.ts';
import { beginsWithParameter, isApi, isRootOf } from './request/roots.ts';
import { uploadParsers } from './request/upload.ts';
import type { HttpServices } from './services.ts';

/** Mounts routes in order: the first match wins. Other methods of their paths return 405. `createPlainAdapter` calls them. */
export function mount<Services extends HttpServices>(
  app: Express,
  routes: Route<Services>[],
  services: Services,
  logger: Logger,
): void {
  const compile = compiler(services);
  const isRoot = isRootOf(routes.map(({ endpoint }) => endpoint));
  const leave: RequestHandler = (req, _res, next) => next(isRoot(req.path) ? 'route' : undefined);
  const leaving = (path: string) => (beginsWithParameter(path) ? [leave] : []);
  for (const route of routes) {
    const { method, path, input, errorStyle, upload } = route.endpoint;
    const { admit, answer } = compile(route);
    const handlers: RequestHandler[] = [
      ...leaving(path),
      async (req, res, next) => {
        const exchange = exchangeOf(res);
        exchange.params = req.params;
        exchange.query = req.query;
        await admit(exchange);
        next();
      },
      // Authenticates before the body is read, so that strangers cannot make the server parse one.
      ...(upload ? uploadParsers(upload) : hasBody(method) ? bodyParsers(input) : []),
      async (req, res) => {
        const exchange = exchangeOf(res);
        exchange.body = req.body;
        await answer(exchange);
      },
    ];
    app[method.toLowerCase() as Lowercase<Endpoint['method']>](
      pathsOf(route.endpoint),
      ...handlers,
      failure(errorStyle, logger),
    );
  }
  for (const path of new Set(routes.map(({ endpoint }) => endpoint.path))) {
    const endpoints = routes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.path === path);
    app.all(endpoints.flatMap(pathsOf), ...leaving(path), rejectMethod(endpoints, services));
  }
}

const failure =
  (style: Endpoint['errorStyle'], logger: Logger) =>
  (error: unknown, _req: Request, res: Response, _next: NextFunction) =>
    sendFailure(exchangeOf(res), error, style, logger);

const callerOf = (req: Request, services: HttpServices) =>
  authenticate(services, req.headers.authorization, services.clock());

function rejectMethod(endpoints: Endpoint[], services: HttpServices): RequestHandler {
  const [{ errorStyle, access }] = endpoints as [Endpoint];
  const allow = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return async (req, res) => {
    if (req.method !== 'OPTIONS' && access === 'partner') await callerOf(req, services);
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else sendError(exchangeOf(res), fail('method_not_allowed', { allow }), errorStyle);
  };
}

/** Handles requests that match no route, and errors before any route. Strangers do not learn which paths exist. */
export function fallbacks(app: Express, endpoints: Endpoint[], services: HttpServices, logger: Logger): void {
  const styleOf = siblingStyle(endpoints);
  app.use(async (req, res) => {
    if (isApi(req.path)) await callerOf(req, services);
    sendError(exchangeOf(res), fail('not_found'), styleOf(req.path));
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) =>
    sendFailure(exchangeOf(res), error, styleOf(req.path), logger),
  );
}
