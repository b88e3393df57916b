import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { readScripts } from '@dossier/embeds';
import { openSearch, type SearchEngine } from '@dossier/search';
import { watchSilence } from '@dossier/shared';
import {
  committedIn,
  databaseId,
  ensureOrganization,
  generateApiKey,
  openDatabase,
  registerApiKey,
  type DatabaseOptions,
} from '@dossier/store';
import { createTestDatabase, type Engine, type TestDatabase } from '@dossier/store/testing';
import { pino, type Logger } from 'pino';
import request, { type Response } from 'supertest';
import { createApp } from '../app.ts';
import type { Brand } from '../config.ts';
import { openPrograms } from '../programs/programs.ts';
import { openProbe, readinessOf } from '../readiness.ts';
import { openTimings } from '../http/observe/timings.ts';
import { renderedCache } from '../files/rendered.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { createPlainAdapter } from '../http/plain-adapter.ts';
import { limitConnections, type ConnectionLimits } from '../http/limits/connections.ts';
import { addressesOf } from '../http/request/client-address.ts';
import { openGate, type Gate } from '../http/limits/gate.ts';
import type { VerifyJwt } from '../http/auth/jwt.ts';
import { keptAnswers } from '../http/response/kept-answers.ts';
import { keptCallers } from '../http/auth/kept-callers.ts';
import { keptSigningKeys } from '../http/auth/kept-signing-keys.ts';
import { httpServer } from '../http/listener.ts';
import type { RequestObserver } from '../http/observe/observe.ts';
import { parseRateLimits, rateLimiter, type RateLimits } from '../http/limits/rate-limit.ts';
import { parseRequestLimits, requestLimiter, type RequestLimits } from '../http/limits/request-limit.ts';
import { countedWindows } from '../http/windows.ts';
import { usageMeter, type UsageMeter } from '../http/observe/usage.ts';
import { servedRoutes as routes } from '../routes.ts';
import { openSnapshots, type Snapshots } from '../snapshots/snapshots.ts';
import { openTestMode } from '../test-mode/test-mode.ts';
import { openPoster, type Poster } from '../webhooks/poster.ts';

export const PUBLIC_URL = 'https://dossier.example';

/** How long a page waits for an action. A test asserts what follows, on a slow machine too. */
const PATIENCE_MS = 60_000;

/** Limits that no test reaches. TEST_LIMITS=1 switches those of tasks on as well. */
const TASKS = process.env['TEST_LIMITS']
  ? parseRateLimits('Platforms=1000000/60,Funds=1000000/60')
  : undefined;
/** More requests in flight than any test has. */
const MANY = 100_000;
const REQUESTS = parseRequestLimits('key=1000000/60,address=1000000/60');

/** The whole API on a real HTTP server, with a new database and search index. */
export interface TestApi {
  db: TestDatabase['db'];
  databaseUrl: string;
  engine: Engine;
  search: SearchEngine;
  usage: UsageMeter;
  /** The folder of the snapshots, which does not exist yet. */
  snapshotDir: string;
  uploadDir: string;
  snapshots: Snapshots;
  /** An API key of an organization on the Platforms plan. */
  key: string;
  /** The server's own address; links are built from PUBLIC_URL. */
  url: string;
  /** The application of Express, which answers everything without the adapter and keeps no answers. */
  app: RequestListener;
  /** Sends a request with the key and checks the response against its contract. */
  get(address: string, headers?: Record<string, string>): Promise<Response>;
  send(method: 'post' | 'put', address: string, body: object, type?: 'json' | 'form'): Promise<Response>;
  close(): Promise<void>;
}

export async function startTestApi(
  engine: Engine,
  {
    clock = () => new Date(),
    verifyJwt,
    searchFile,
    rateLimits = TASKS,
    requestLimits = REQUESTS,
    brand,
    poster = openPoster({ hosts: new Set(['127.0.0.1']), networks: [] }),
    gate = openGate(MANY),
    connections = { process: 2000, address: 500 },
    publicSite = true,
    snapshotPlace,
    testPlace,
    env = {},
    answerBytes = 0,
    database: limits,
    observers = [],
    logger = pino({ level: 'silent' }),
  }: {
    clock?: () => Date;
    verifyJwt?: VerifyJwt;
    searchFile?: string;
    rateLimits?: RateLimits;
    requestLimits?: RequestLimits;
    brand?: Brand;
    poster?: Poster;
    gate?: Gate;
    connections?: ConnectionLimits;
    publicSite?: boolean;
    /** The bucket of the snapshots, instead of a folder, and the settings that name its server. */
    snapshotPlace?: string;
    /** The folder of the sample of test mode. */
    testPlace?: string;
    env?: Record<string, string>;
    /** The memory for kept answers. Fixtures write without the change log, so that by default none are kept. */
    answerBytes?: number;
    database?: DatabaseOptions;
    observers?: RequestObserver[];
    logger?: Logger;
  } = {},
): Promise<TestApi> {
  const database = await createTestDatabase(engine, { lockWait: 0 });
  const probe = openProbe(database.url);
  const silence = watchSilence(() => probe.raw('select 1'));
  // Only requests have the limits: on a busy machine, the preparation would exceed them.
  const db = limits ? openDatabase(database.url, { lockWait: 0, silence, ...limits }) : database.db;
  const folder = mkdtempSync(join(tmpdir(), 'dossier-search-'));
  const search = await openSearch(`sqlite:${searchFile ?? join(folder, 'search.db')}`, {
    database: await databaseId(database.db),
  });
  const key = generateApiKey();
  await registerApiKey(database.db, key, await ensureOrganization(database.db, 'Test partner', 'Platforms'));
  const scripts = await readScripts();
  if (!scripts) throw new Error('The scripts of the embeds are missing. Run: npm run prepare');
  const windows = countedWindows();
  const usage = usageMeter(db, windows);
  const committed = committedIn(db);
  const timings = openTimings();
  const services = {
    db,
    replica: undefined,
    committed,
    callers: keptCallers(db),
    answers: answerBytes > 0 ? keptAnswers(db, answerBytes) : undefined,
    readiness: readinessOf(probe),
    timings,
    observers: [timings, ...observers],
    gate,
    search,
    publicUrl: PUBLIC_URL,
    signingKeys: keptSigningKeys(db, committed),
    pdfs: renderedCache(1024 * 1024),
    pngs: renderedCache(1024 * 1024),
    pages: renderedCache(1024 * 1024),
    snapshots: openSnapshots(snapshotPlace ?? join(folder, 'snapshots'), env),
    uploadDir: join(folder, 'uploads'),
    programs: openPrograms(
      {
        ...{ databaseUrl: database.url, searchUrl: `sqlite:${searchFile ?? join(folder, 'search.db')}` },
        ...{ searchKey: undefined, embeddings: undefined },
      },
      PATIENCE_MS,
    ),
    poster,
    brand,
    publicSite,
    scripts,
    verifyJwt,
    rateLimiter: rateLimits && rateLimiter(rateLimits, windows),
    requestLimiter: requestLimits && requestLimiter(requestLimits, windows),
    usage,
    trustProxy: ['loopback'],
    clock,
  };
  const app = createApp({ ...services, answers: undefined }, logger);
  // No route of these answers a GET, so Express does.
  const inExpress = routes.map((route) => ({
    ...route,
    endpoint: { ...route.endpoint, method: 'POST' as const },
  }));
  // Nothing changes the sample, so all services of a run share the one that the first of them makes.
  const sample = testPlace ?? process.env['TEST_DIR'] ?? join(folder, 'test');
  const testMode = openTestMode(services, sample, logger);
  const addresses = addressesOf(app);
  const live = createPlainAdapter(app, routes, services, logger);
  const server = httpServer().on('request', testMode.listener(live, addresses.clientOf));
  limitConnections(server, connections, addresses);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const authorization = `Token ${key}`;

  return {
    db,
    databaseUrl: database.url,
    engine,
    search,
    usage,
    snapshotDir: join(folder, 'snapshots'),
    snapshots: services.snapshots,
    uploadDir: services.uploadDir,
    key,
    url,
    app: createPlainAdapter(app, inExpress, services, logger),
    get: async (address, headers = {}) => {
      const path = address.replace(PUBLIC_URL, '');
      const response = await request(url)
        .get(path)
        .set({ authorization, ...headers });
      return expectContract(response, 'GET', path);
    },
    send: async (method, address, body, type = 'json') => {
      const path = address.replace(PUBLIC_URL, '');
      const response = await request(url)[method](path).set({ authorization }).type(type).send(body);
      return expectContract(response, method.toUpperCase(), path);
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        // Also closes connections without a request, which Node does not count as idle.
        server.closeAllConnections();
      });
      await testMode.close();
      await services.snapshots.close();
      await search.close();
      await poster.close();
      await probe.destroy();
      if (limits) await db.destroy();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the endpoint that a request matches. */
function endpointOf(method: string, address: string): Endpoint | undefined {
  const path = address.split('?')[0]!.replace(/(.)\/$/, '$1');
  return routes.find(({ endpoint }) => {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`);
    return endpoint.method === method && pattern.test(path);
  })?.endpoint;
}

/** Checks a response against its contract: the status is declared, and the body has exactly the declared shape. */
function expectContract(response: Response, method: string, address: string): Response {
  const endpoint = endpointOf(method, address);
  if (!endpoint || response.status >= 400 || response.status === 304) return response;
  const schema = endpoint.output[response.status];
  if (!schema) throw new Error(`${method} ${address} answered ${response.status}, which is not declared.`);
  if (endpoint.produces === 'application/json') expect(schema.parse(response.body)).toEqual(response.body);
  return response;
}
