import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { readScripts } from '@dossier/embeds';
import { ConfigError } from '@dossier/shared';
import {
  committedIn,
  isPostgres,
  migrate,
  openDatabase,
  schemaVersion,
  watchWaits,
  type Db,
} from '@dossier/store';
import type { Logger } from 'pino';
import type { Watched } from './admin-port/index.ts';
import { createApp } from './app.ts';
import type { ApiConfig } from './config.ts';
import { describeConfig, placeOf } from './describe-config.ts';
import { createFront } from './http/front.ts';
import { jwtVerifier } from './http/jwt.ts';
import { keptAnswers } from './http/kept-answers.ts';
import { keptCallers } from './http/kept-callers.ts';
import { keptSigningKeys } from './http/kept-signing-keys.ts';
import { callerSlots } from './http/caller-slots.ts';
import { openGate } from './http/gate.ts';
import { keyUses } from './http/key-uses.ts';
import { closeWithAnswers, httpServer } from './http/listener.ts';
import { rateLimiter } from './http/rate-limit.ts';
import { requestLimiter } from './http/request-limit.ts';
import { createTurns } from './http/turns.ts';
import { countedWindows } from './http/windows.ts';
import { readinessOf } from './readiness.ts';
import { routes } from './resources/index.ts';
import { renderedCache } from './rendered.ts';
import { keepSearch } from './search-keeper.ts';
import { shareEachSecond, usageMeter } from './http/usage.ts';
import { VERSION } from './version.ts';

/** 64 MB, enough for a few hundred documents. */
const PDF_CACHE = 64 * 1024 * 1024;
/** 32 MB, enough for a few hundred pictures of embeds. */
const PNG_CACHE = 32 * 1024 * 1024;
const PAGE_CACHE = 16 * 1024 * 1024;
/** Less than the ten seconds that Docker waits before it kills a container. */
const GRACE_MS = 5_000;
const IDLE_EACH_MS = 50;
/** A caller with much work uses at most half of the cores while others send requests too. */
const FEW_SLOTS = Math.max(1, Math.floor(availableParallelism() / 2));
/** How long a request waits for a connection to the database. */
const ACQUIRE_MS = 1000;

export interface RunningServer {
  /** The public base address. */
  url: string;
  /** Returns the address of the admin port; undefined if it is off or taken. */
  adminUrl(): string | undefined;
  /**
   * Prepares to stop: `/ready` returns 503 from now on, and each response closes its connection. Returns after
   * DRAIN_SECONDS, when load balancers have noticed.
   */
  drain(): Promise<void>;
  /**
   * Waits for open requests, closes connections that are still open after `graceMs`, then closes the search engine and
   * the database.
   */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Connects to the database and the search engine, migrates the schema and listens.
 * @throws ConfigError if a valid setting does not work, such as a port in use
 */
export async function startServer(config: ApiConfig, logger: Logger): Promise<RunningServer> {
  const db = openDatabase(config.databaseUrl, {
    // Waiting for a lock of SQLite would block the process, and with it every other request.
    lockWait: 0,
    pool: config.databasePool,
    acquireMs: ACQUIRE_MS,
    statementMs: config.statementSeconds * 1000,
  });
  const probe = openDatabase(config.databaseUrl, {
    lockWait: 0,
    pool: 1,
    // The open connection shows a restore that the service is running.
    least: 1,
    acquireMs: ACQUIRE_MS,
    statementMs: ACQUIRE_MS,
  });
  const schema = await prepareSchema(config.databaseUrl, db, logger);
  const { engine: search, state } = await keepSearch(db, config, logger);
  const scripts = await readScripts();
  if (!scripts) throw new ConfigError('The scripts of the embeds are missing. Run: npm run build');
  const server = httpServer();
  server.maxConnections = config.maxConnections;
  const readiness = readinessOf(probe, state);
  const clock = () => new Date();
  const windows = countedWindows();
  // No request waits for the disk because of counts, so a power failure may lose the counts of the last seconds.
  const counts = isPostgres(db)
    ? db
    : openDatabase(config.databaseUrl, { lockWait: 0, acquireMs: ACQUIRE_MS, isDurable: false });
  const usage = usageMeter(counts, windows);
  const uses = keyUses(counts, clock);
  const turns = createTurns();
  const databaseWaits = watchWaits(db);
  const few = Math.max(config.maxInFlightPerCaller, isPostgres(db) ? config.databasePool : 1);
  const gate = openGate(config.maxInFlight, few, () => Math.max(turns.waited(), databaseWaits()));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    turns.accept();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const pdfs = renderedCache(PDF_CACHE);
  const pngs = renderedCache(PNG_CACHE);
  const pages = renderedCache(PAGE_CACHE);
  const measured = {
    db,
    probe,
    gate,
    search,
    readiness,
    caches: { pdf: pdfs, png: pngs, page: pages },
    clock,
  };
  const admin = await openAdmin(config, measured, logger);
  const telemetry = await openTelemetry(config, db);
  const port = await listen(server, config).catch(async (error: unknown) => {
    await admin?.close();
    await telemetry?.close();
    throw error;
  });
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  // The application needs the port for its address. Do not await anything between `listen` and this line: a request
  // that arrives in between would never get a response.
  const committed = committedIn(db);
  const services = {
    db,
    committed,
    callers: keptCallers(db),
    answers: config.answerCacheBytes > 0 ? keptAnswers(db, config.answerCacheBytes) : undefined,
    readiness,
    observers: [uses, ...[admin, telemetry].flatMap((watching) => watching?.observer ?? [])],
    gate,
    callerSlots: callerSlots(config.maxInFlightPerCaller, FEW_SLOTS),
    turns,
    search,
    publicUrl,
    signingKeys: keptSigningKeys(db, committed),
    pdfs,
    pngs,
    pages,
    brand: config.brand,
    scripts,
    verifyJwt: config.jwt && jwtVerifier(config.jwt),
    rateLimiter: config.rateLimits && rateLimiter(config.rateLimits, windows),
    requestLimiter: config.requestLimits && requestLimiter(config.requestLimits, windows),
    usage,
    trustProxy: config.trustProxy,
    clock,
  };
  server.on('request', createFront(createApp(services, logger), routes, services, logger));
  const stopSharing = shareEachSecond([(now) => usage.share(now), (now) => uses.store(now)], counts, clock);
  logger.info({ url: placeOf(publicUrl), version: VERSION, schema, ...describeConfig(config) }, 'listening');
  return {
    url: publicUrl,
    adminUrl: () => admin?.url(),
    drain: async () => {
      logger.info({ seconds: config.drainSeconds }, 'draining');
      readiness.isDraining = true;
      closeWithAnswers(server);
      await sleep(config.drainSeconds * 1000);
    },
    stop: async (graceMs = GRACE_MS) => {
      logger.info('stopping');
      readiness.isDraining = true;
      await close(server, sockets, graceMs);
      await admin?.close();
      await telemetry?.close();
      await stopSharing();
      await search.close();
      await probe.destroy();
      if (counts !== db) await counts.destroy();
      await db.destroy();
    },
  };
}

/** Opens the admin port, unless it is off. Its modules are loaded only here. */
async function openAdmin(
  { admin, databaseUrl, searchUrl }: ApiConfig,
  measured: Omit<Watched, 'databaseUrl' | 'searchUrl'>,
  logger: Logger,
) {
  if (!admin) return undefined;
  const { startAdmin } = await import('./admin-port/index.ts');
  return startAdmin(admin, { ...measured, databaseUrl, searchUrl }, logger);
}

/**
 * Begins to send traces, if a collector is set. The packages of OpenTelemetry are optional, and loaded only here.
 * @throws ConfigError if they are missing
 */
async function openTelemetry({ otlpEndpoint }: ApiConfig, db: Db) {
  if (otlpEndpoint === undefined) return undefined;
  try {
    const { startTelemetry } = await import('./telemetry/index.ts');
    return startTelemetry(otlpEndpoint, db);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs the packages of OpenTelemetry. Run: npm ci --include=optional',
      { cause: error },
    );
  }
}

/**
 * Migrates the schema, and returns its version. Uses its own connection, because a migration may take longer than a request
 * may, and a busy database server needs longer to connect.
 */
async function prepareSchema(url: string, db: Db, logger: Logger): Promise<string | undefined> {
  const own = url.startsWith('sqlite:') ? undefined : openDatabase(url, { pool: 2 });
  try {
    if (await migrate(own ?? db)) {
      logger.warn(
        'The database was empty, so its tables were created. If you expected data, correct DATABASE_URL.',
      );
    }
    return (await schemaVersion(own ?? db)).version;
  } finally {
    await own?.destroy();
  }
}

async function listen(server: Server, { port, host, maxConnections }: ApiConfig): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. Choose another one with PORT.`;
      const other = `Nobody can listen on port ${port} of ${host} (${code}). Choose others with PORT and HOST.`;
      reject(new ConfigError(code === 'EADDRINUSE' ? taken : other));
    });
    // With Node's 511, the system drops some of the connections that many clients open at once. Each client tries again
    // after one second, then three.
    server.listen({ port, host, backlog: maxConnections }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function close(server: Server, sockets: Set<Socket>, graceMs: number): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  const idle = setInterval(() => {
    // A connection becomes idle when its last request ends, and would stay open for the next one.
    server.closeIdleConnections();
    // Browsers and load balancers open connections in advance. Node does not count those without a request as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, IDLE_EACH_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearInterval(idle);
  clearTimeout(late);
}
