import compression from 'compression';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { admission, vitalPaths } from './http/admission.ts';
import { countAddresses } from './http/request-limit.ts';
import type { Services } from './services.ts';
import { requireHost } from './http/listener.ts';
import { fallbacks, mount } from './http/mount.ts';
import { setRequestId } from './http/request-id.ts';
import { securityHeaders } from './http/security-headers.ts';
import { routes } from './resources/index.ts';

/** Builds the application. It does not listen, and its services are its only state. */
export function createApp(services: Services, logger: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  // Parses a repeated parameter as an array, which the routes join or reject.
  app.set('query parser', 'simple');
  // Whose X-Forwarded-For names the address of a client.
  app.set('trust proxy', services.trustProxy);
  const endpoints = routes.map(({ endpoint }) => endpoint);
  app.use(admission(services, endpoints, logger));
  app.use(
    pinoHttp({
      logger,
      genReqId: setRequestId,
      // Load balancers request these paths every few seconds and act on the status themselves.
      autoLogging: { ignore: ({ url }) => /^\/(health|live|ready)\/?(\?|$)/.test(url ?? '') },
      // No headers and no query string: credentials and partners' searches must not be logged.
      serializers: {
        req: (req: { id: string; method: string; url: string }) => ({
          id: req.id,
          method: req.method,
          path: loggedPath(req.url),
        }),
        res: (res: { statusCode: number }) => ({ status: res.statusCode }),
      },
    }),
  );
  app.use(securityHeaders());
  if (services.requestLimiter)
    app.use(countAddresses(services.requestLimiter, vitalPaths(endpoints), services.clock));
  app.use(requireHost);
  // Node's fetch sends `Cache-Control: no-cache` with each `If-None-Match`, and Express would then never answer with 304.
  app.use((req, _res, next) => {
    delete req.headers['cache-control'];
    next();
  });
  app.use(compression());
  // `compression` sets Vary only on responses with a Content-Type. A 304 has none, but must vary as its 200 does.
  app.use((_req, res, next) => {
    res.vary('Accept-Encoding');
    next();
  });
  mount(app, routes, services);
  fallbacks(app, endpoints, services);
  return app;
}

/** Returns the path without its query string. Cuts off the signature of an embed address, which grants access. */
function loggedPath(url: string): string {
  const path = url.split('?')[0]!;
  return path.replace(/^(\/+embeds\/[^/]*\/[^/]*\/).*/i, '$1…');
}
