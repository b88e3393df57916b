import compression from 'compression';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Services } from './services.ts';
import { fallbacks, mount } from './http/mount.ts';
import { servedRoutes as routes } from './routes.ts';

/**
 * Builds the application. It does not listen, and its services are its only state. `createPlainAdapter` begins all of its
 * requests, and answers most of them with less work.
 */
export function createApp(services: Services, logger: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  // Parses a repeated parameter as an array, which the routes join or reject.
  app.set('query parser', 'simple');
  // Whose X-Forwarded-For names the address of a client.
  app.set('trust proxy', services.trustProxy);
  const endpoints = routes.map(({ endpoint }) => endpoint);
  app.use(compression());
  mount(app, routes, services, logger);
  fallbacks(app, endpoints, services, logger);
  return app;
}
