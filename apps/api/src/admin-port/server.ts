import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Logger } from 'pino';
import type { Readiness } from '../readiness.ts';
import { operatorDocs } from '../pages/docs/operators.ts';
import { VERSION } from '../version.ts';
import type { CheckResults } from './checks.ts';
import type { Metrics } from './metrics.ts';

/** Where the admin port listens. */
export interface AdminAddress {
  host: string;
  port: number;
}

interface AdminServices {
  checks: () => Promise<CheckResults>;
  metrics: Metrics;
  readiness: Readiness;
  startedAt: string;
  docs: ReturnType<typeof operatorDocs>;
}

/** The running admin port. It needs no key and has no limits: anyone who reaches it can read its pages. */
export interface AdminPort {
  /** The address, once it listens. */
  url(): string | undefined;
  close(): Promise<void>;
}

/** The time between two attempts to open the port. */
const RETRY_MS = 5000;

interface Page {
  status?: number;
  type?: string;
  /** The Content-Security-Policy of a page for people. */
  policy?: string | undefined;
  /** The `Allow` header of a 405. */
  allow?: string;
  body: unknown;
}

/**
 * Opens the admin port. If that fails, the process serves without it and retries every `RETRY_MS`: during an upgrade, the
 * former process may still use the port.
 */
export async function openAdminPort(
  given: Omit<AdminServices, 'docs'>,
  { host, port }: AdminAddress,
  logger: Logger,
): Promise<AdminPort> {
  const services = { ...given, docs: operatorDocs() };
  const server = createServer((req, res) => {
    const failed = (error: unknown): Page => {
      logger.error({ path: req.url, err: error }, 'admin request failed');
      return { status: 500, body: { error: 'This page cannot be shown now. The log states the reason.' } };
    };
    // A rejection that nobody handles would exit the process.
    void pageOf(services, req.method, req.url ?? '/')
      .catch(failed)
      .then(({ status = 200, type, policy, allow, body }) => {
        const text = typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
        res.writeHead(status, {
          ...{ 'Content-Type': type ?? 'application/json', 'Cache-Control': 'no-store' },
          ...(policy !== undefined && { 'Content-Security-Policy': policy }),
          ...(allow !== undefined && { Allow: allow }),
        });
        res.end(req.method === 'HEAD' ? undefined : text);
      });
  });
  // Open connections do not keep the process running.
  server.on('connection', (socket) => socket.unref());
  let timer: NodeJS.Timeout | undefined;
  const listen = async (isFirst: boolean): Promise<void> => {
    const problem = await tryListening(server, host, port);
    if (problem === undefined) return logger.info({ admin_url: addressOf(server) }, 'admin port listening');
    if (isFirst)
      logger.warn(
        { host, port, code: problem },
        'The admin port cannot be used now. This process serves without it, and tries again. Set ADMIN_PORT to another port or off.',
      );
    timer = setTimeout(() => void listen(false), RETRY_MS).unref();
  };
  await listen(true);
  return {
    url: () => (server.listening ? addressOf(server) : undefined),
    close: async () => {
      clearTimeout(timer);
      if (!server.listening) return;
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

/** Listens. Returns the error code if the port cannot be used; the caller may retry. */
export async function tryListening(server: Server, host: string, port: number): Promise<string | undefined> {
  const begun = once(server, 'listening');
  // Exclusive: workers of a cluster would otherwise share the port, and each request would reach a different worker.
  server.listen({ host, port, exclusive: true });
  server.unref();
  return begun.then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code ?? 'unknown',
  );
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

const PAGES: Record<string, (services: AdminServices) => Promise<Page>> = {
  '/live': async () => ({ body: { status: 'live' } }),
  '/ready': async ({ checks, readiness }) => {
    const results = await checks();
    const status = statusOf(results, readiness);
    const isServing = status === 'ready' || status === 'degraded';
    return { status: isServing ? 200 : 503, body: { status, checks: results } };
  },
  '/metrics': async ({ metrics }) => ({ type: metrics.contentType, body: await metrics.text() }),
  '/version': async ({ checks, startedAt }) => ({
    body: {
      version: VERSION,
      node: process.version,
      schema: (await checks()).schema.version ?? null,
      started_at: startedAt,
    },
  }),
};

/** The guides for operators and data teams, which the port of the API does not serve. */
const docsPage =
  (url: string) =>
  async ({ docs }: AdminServices): Promise<Page> => {
    const found = await docs(url);
    if (!found)
      return { status: 404, body: { error: 'This page does not exist. All pages are listed at /docs.' } };
    const type = found.policy === undefined ? 'text/javascript' : 'text/html; charset=utf-8';
    return { type, policy: found.policy, body: found.page };
  };

async function pageOf(services: AdminServices, method = 'GET', url: string): Promise<Page> {
  const path = url.split('?')[0]!.replace(/(.)\/$/, '$1');
  const page = /^\/docs(\/|$)/.test(path) ? docsPage(url) : PAGES[path];
  if (!page)
    return {
      status: 404,
      body: { error: `Unknown path. Pages: ${Object.keys(PAGES).join(', ')}, /docs.` },
    };
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, allow: 'GET, HEAD', body: { error: 'This address accepts GET and HEAD.' } };
  return page(services);
}

/**
 * Returns the status for a load balancer: degraded, not unavailable, if only writes, search, the replica, backups, some
 * workers or disk space fail.
 */
function statusOf(
  { database, schema, workers, ...others }: CheckResults,
  { isDraining }: Readiness,
): 'ready' | 'degraded' | 'unavailable' | 'draining' {
  if (isDraining) return 'draining';
  if (!database.ok || !schema.ok || workers?.answering === 0) return 'unavailable';
  return [workers, ...Object.values(others)].every((check) => check?.ok !== false) ? 'ready' : 'degraded';
}
