import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { chain, fail } from '@dossier/shared';
import compression from 'compression';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { compiler, sendFailure, type Compiled } from './compile.ts';
import type { Route } from './endpoint.ts';
import { siblingStyle } from './response/error-style.ts';
import { rejecting } from './response/reject.ts';
import { arrivals, Exchange, type Adapter } from './exchange.ts';
import { addressesOf } from './request/client-address.ts';
import { findRoute } from './request/find-route.ts';
import { opening } from './open.ts';
import type { HttpServices } from './services.ts';

/** A path and a query string that need no parser of addresses. Express finds the same path in them. */
const PLAIN = /^\/[!-"$-~]*$/;

/**
 * Returns a listener that answers plain GET requests in one pass, and passes all others to the application. Both run the
 * steps of `compile`, so both return the same response; the application is slower.
 */
export function createPlainAdapter<Services extends HttpServices>(
  app: Express,
  routes: Route<Services>[],
  services: Services,
  logger: Logger,
): RequestListener {
  const find = findRoute(routes.map(compiler(services)));
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const { gate, publicUrl } = services;
  const rejects = gate && rejecting({ gate, publicUrl }, endpoints, logger);
  const open = opening(services, endpoints, logger);
  const styleOf = siblingStyle(endpoints);
  const compress = compression();
  const arrive = arrivals();
  const adapter: Adapter = {
    writesHead: true,
    addressOf: addressesOf(app).clientOf,
    addExpress: (exchange) => {
      const [req, res] = [exchange.req as Request, exchange.res as Response];
      req.res = res;
      res.req = req;
      Object.setPrototypeOf(req, app.request as object);
      Object.setPrototypeOf(res, app.response as object);
      compress(req, res, () => {});
    },
  };

  /** Express compresses its responses itself. */
  const express: Adapter = { ...adapter, writesHead: false, addExpress: () => {} };

  /** Returns the path that Express finds; the address itself if it cannot be parsed. */
  const pathOf = (req: IncomingMessage): string => {
    try {
      return String(Reflect.get(app.request, 'path', req));
    } catch {
      return req.url ?? '';
    }
  };

  const end = (exchange: Exchange, error: unknown, style = styleOf(exchange.path)): void =>
    sendFailure(exchange, error, style, logger);

  function run(exchange: Exchange, { endpoint, admit, answer }: Compiled): void {
    const fails = (error: unknown) => end(exchange, error, endpoint.errorStyle);
    try {
      const work = chain(admit(exchange), () => answer(exchange));
      if (work instanceof Promise) work.catch(fails);
    } catch (error) {
      fails(error);
    }
  }

  return (req: IncomingMessage, res: ServerResponse) => {
    const { method, url = '' } = req;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    if (rejects?.(req, res, path)) return;
    const isPlain = PLAIN.test(url);
    const match = isPlain && method === 'GET' && !hasBody(req) ? find(path) : undefined;
    const exchange = new Exchange(
      req,
      res,
      isPlain ? path : pathOf(req),
      match ? adapter : express,
      arrive(),
    );
    try {
      open(exchange);
    } catch (error) {
      return end(exchange, error);
    }
    if (!match) {
      // Without this callback, Express waits for the end of a request whose address it cannot parse. From 24.12 on, Node does
      // not report that end without a body.
      app(req as Request, res as Response, (error?: unknown) => end(exchange, error ?? fail('not_found')));
      return;
    }
    exchange.params = match.params;
    if (mark !== -1) exchange.search = url.slice(mark + 1);
    run(exchange, match.found);
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
