import { randomUUID } from 'node:crypto';
import compression from 'compression';
import express, { type Express } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { Services } from './services.ts';
import { requireHost } from './http/listener.ts';
import { fallbacks, mount } from './http/mount.ts';
import { routes } from './resources/index.ts';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Builds the application. It listens nowhere and holds no state but its services. */
export function createApp(services: Services, logger: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  // One value a parameter; a repeated one is seen as an array and refused.
  app.set('query parser', 'simple');
  app.use(
    pinoHttp({
      logger,
      genReqId: (req, res) => {
        const sent = req.headers['request-id'];
        const id = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
        res.setHeader('Request-Id', id);
        return id;
      },
      // Load balancers ask every few seconds, and act on the answer themselves.
      autoLogging: { ignore: ({ url }) => /^\/health\/?(\?|$)/.test(url ?? '') },
      // Neither headers nor query: credentials and partners' questions stay out of the log.
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
  app.use(
    helmet({
      // Frames set their own; everything else is data.
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
      },
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      // Whether a domain, and all domains under it, are for HTTPS only is for whoever runs the proxy to say.
      strictTransportSecurity: false,
      xFrameOptions: false,
    }),
  );
  app.use(requireHost);
  app.use(compression());
  // It says so itself, but not of a 304, which has no type to tell by: that has to vary as its 200 does.
  app.use((_req, res, next) => {
    res.vary('Accept-Encoding');
    next();
  });
  mount(app, routes, services);
  fallbacks(
    app,
    routes.map(({ endpoint }) => endpoint),
  );
  return app;
}

/** The path without its query; of an embed's, whose end is a signature that opens it, the kind and the subject. */
function loggedPath(url: string): string {
  const path = url.split('?')[0]!;
  return path.replace(/^(\/+embeds\/[^/]*\/[^/]*\/).*/i, '$1…');
}
