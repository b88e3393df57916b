import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readScripts } from '@dossier/embeds';
import { ConfigError, watchSilence } from '@dossier/shared';
import { committedIn, isDistributed, isPostgres, openDatabase, type Db, type Replica } from '@dossier/store';
import type { Logger } from 'pino';
import type { MetricsJson, Watched } from '../admin-port/index.ts';
import { createApp } from '../app.ts';
import { ACQUIRE_MS, type ApiConfig } from '../config.ts';
import { describeConfig, placeOf } from '../describe-config.ts';
import { createPlainAdapter } from '../http/plain-adapter.ts';
import { jwtVerifier } from '../http/auth/jwt.ts';
import { keptAnswers } from '../http/response/kept-answers.ts';
import { keptCallers } from '../http/auth/kept-callers.ts';
import { keptSigningKeys } from '../http/auth/kept-signing-keys.ts';
import { limitConnections } from '../http/limits/connections.ts';
import { openGate } from '../http/limits/gate.ts';
import { addressesOf } from '../http/request/client-address.ts';
import { keyUses } from '../http/observe/key-uses.ts';
import { openTimings } from '../http/observe/timings.ts';
import { closeWithAnswers, httpServer } from '../http/listener.ts';
import { rateLimiter } from '../http/limits/rate-limit.ts';
import { requestLimiter } from '../http/limits/request-limit.ts';
import { countedWindows } from '../http/windows.ts';
import { firstConnection, prepareSchema } from './prepare-schema.ts';
import { openReadReplica } from './read-replica.ts';
import { openPrograms } from '../programs/programs.ts';
import { openProbe, readinessOf } from '../readiness.ts';
import { servedRoutes as routes } from '../routes.ts';
import { renderedCache } from '../files/rendered.ts';
import { keepSearch } from './search-keeper.ts';
import { keepSnapshots } from './snapshot-keeper.ts';
import { openSnapshots } from '../snapshots/snapshots.ts';
import { keepBackups } from './backup-keeper.ts';
import { usageMeter } from '../http/observe/usage.ts';
import { shareEachSecond } from './share-counts.ts';
import { VERSION } from '../version.ts';
import { openTestMode } from '../test-mode/test-mode.ts';
import { reportVersions } from '../admin/versions.ts';
import { keepWebhooks } from './webhook-keeper.ts';
import { openPoster } from '../webhooks/poster.ts';

/** 64 MB, enough for a few hundred documents. */
const PDF_CACHE = 64 * 1024 * 1024;
/** 32 MB, enough for a few hundred pictures of embeds. */
const PNG_CACHE = 32 * 1024 * 1024;
const PAGE_CACHE = 16 * 1024 * 1024;
/** Less than the ten seconds that Docker waits before it kills a container. */
export const GRACE_MS = 5_000;
const IDLE_EACH_MS = 50;

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
  /** Resolves with the reason if the service cannot continue. */
  failure?: Promise<string>;
}

/** A process that the primary starts and stops. */
export interface RunningWorker extends RunningServer {
  /** Returns the metrics of the process; none if the admin port is off. */
  metrics(): Promise<MetricsJson>;
}

/**
 * Connects to the database and the search engine, migrates the schema and listens.
 * @param isWorker whether the primary does what only one process should do: it migrates the schema, fills the index, has
 *   the admin port, and logs starts and stops
 * @throws ConfigError if a valid setting does not work, such as a port in use
 */
export async function startServer(
  config: ApiConfig,
  logger: Logger,
  isWorker = false,
): Promise<RunningWorker> {
  const probe = openProbe(config.databaseUrl);
  const db = openDatabase(config.databaseUrl, {
    // Waiting for a lock of SQLite would block the process, and with it every other request.
    lockWait: 0,
    pool: config.databasePool,
    acquireMs: ACQUIRE_MS,
    statementMs: config.statementSeconds * 1000,
    silence: watchSilence(() => probe.raw('select 1')),
  });
  const level = isWorker ? 'debug' : 'info';
  const schema = isWorker ? undefined : await prepareSchema(config.databaseUrl, db, logger);
  await firstConnection(db);
  // What writes SQL for a cluster does not wait for the answer.
  await isDistributed(db);
  const versions = isWorker ? undefined : await reportVersions(config, logger);
  const { engine: search, state } = await keepSearch(db, config, logger, !isWorker);
  const scripts = await readScripts();
  if (!scripts) throw new ConfigError('The scripts of the embeds are missing. Run: npm run prepare');
  const server = httpServer();
  const readiness = readinessOf(probe, state);
  const clock = () => new Date();
  const windows = countedWindows();
  // No request waits for the disk because of counts, so a power failure may lose the counts of the last seconds.
  const counts = isPostgres(db)
    ? db
    : openDatabase(config.databaseUrl, { lockWait: 0, acquireMs: ACQUIRE_MS, isDurable: false });
  const usage = usageMeter(counts, windows);
  const uses = keyUses(counts, clock);
  const timings = openTimings();
  const committed = committedIn(db);
  const replica = await openReadReplica(config, db, committed, logger);
  const gate = openGate(config.maxInFlight, config.maxInFlightPerCaller);
  server.on('connection', (socket) => gate.accept(socket));
  const pdfs = renderedCache(PDF_CACHE);
  const pngs = renderedCache(PNG_CACHE);
  const pages = renderedCache(PAGE_CACHE);
  const answers = config.answerCacheBytes > 0 ? keptAnswers(db, config.answerCacheBytes) : undefined;
  const measured = {
    db,
    replica,
    probe,
    gate,
    search,
    readiness,
    caches: { pdf: pdfs, png: pngs, page: pages, ...(answers && { answer: answers }) },
    answers,
    clock,
  };
  const poster = openPoster(config.webhookAllow);
  const snapshots = openSnapshots(config.snapshots.place, process.env);
  const backups = isWorker ? undefined : keepBackups(config, logger);
  const admin = await openAdmin(config, { ...measured, backups }, logger, isWorker);
  const telemetry = await openTelemetry(config, db, replica);
  const port = await listen(server, config).catch(async (error: unknown) => {
    await admin?.close();
    await telemetry?.close();
    throw error;
  });
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  // The application needs the port for its address. Do not await anything between `listen` and this line: a request
  // that arrives in between would never get a response.
  const services = {
    db,
    replica,
    committed,
    callers: keptCallers(db),
    answers,
    readiness,
    timings,
    observers: [uses, timings, ...[admin, telemetry].flatMap((watching) => watching?.observer ?? [])],
    gate,
    search,
    publicUrl,
    signingKeys: keptSigningKeys(db, committed),
    pdfs,
    pngs,
    pages,
    snapshots,
    uploadDir: config.uploadDir,
    programs: openPrograms(config),
    poster,
    brand: config.brand,
    publicSite: config.publicSite,
    scripts,
    verifyJwt: config.jwt && jwtVerifier(config.jwt),
    rateLimiter: config.rateLimits && rateLimiter(config.rateLimits, windows),
    requestLimiter: config.requestLimits && requestLimiter(config.requestLimits, windows),
    usage,
    trustProxy: config.trustProxy,
    clock,
  };
  const app = createApp(services, logger);
  const testMode = openTestMode(services, config.testDir, logger);
  const addresses = addressesOf(app);
  const live = createPlainAdapter(app, routes, services, logger);
  server.on('request', testMode.listener(live, addresses.clientOf));
  const sockets = limitConnections(server, config.connectionLimits, addresses);
  const snapshotKeeper = isWorker ? undefined : keepSnapshots(config, snapshots, publicUrl, logger);
  const webhooks = isWorker ? undefined : keepWebhooks(db, poster, logger);
  const stopSharing = shareEachSecond([(now) => usage.share(now), (now) => uses.store(now)], counts, clock);
  logger[level](
    { url: placeOf(publicUrl), version: VERSION, schema, versions, ...describeConfig(config) },
    'listening',
  );
  return {
    url: publicUrl,
    adminUrl: () => admin?.url(),
    metrics: async () => (await admin?.metrics()) ?? [],
    drain: async () => {
      logger[level]({ seconds: config.drainSeconds }, 'draining');
      readiness.isDraining = true;
      closeWithAnswers(server);
      await sleep(config.drainSeconds * 1000);
    },
    stop: async (graceMs = GRACE_MS) => {
      logger[level]('stopping');
      readiness.isDraining = true;
      snapshotKeeper?.stop();
      backups?.stop();
      await webhooks?.stop();
      await close(server, sockets, graceMs);
      await admin?.close();
      await telemetry?.close();
      await stopSharing();
      await poster.close();
      await testMode.close();
      await snapshots.close();
      await search.close();
      await probe.destroy();
      if (counts !== db) await counts.destroy();
      await replica?.close();
      await db.destroy();
    },
  };
}

/** Opens the admin port, unless it is off, or counts for that of the primary. Its modules are loaded only here. */
async function openAdmin(
  { admin, databaseUrl, searchUrl, backups }: ApiConfig,
  measured: Omit<Watched, 'databaseUrl' | 'searchUrl' | 'backupEveryMs'>,
  logger: Logger,
  isWorker: boolean,
) {
  if (!admin) return undefined;
  const { countForPrimary, startAdmin } = await import('../admin-port/index.ts');
  if (isWorker) return countForPrimary(measured);
  return startAdmin(admin, { ...measured, databaseUrl, searchUrl, backupEveryMs: backups?.everyMs }, logger);
}

/**
 * Begins to send traces, if a collector is set. The packages of OpenTelemetry are optional, and loaded only here.
 * @throws ConfigError if they are missing
 */
async function openTelemetry({ otlpEndpoint }: ApiConfig, db: Db, replica: Replica | undefined) {
  if (otlpEndpoint === undefined) return undefined;
  try {
    const { startTelemetry } = await import('../telemetry/index.ts');
    return startTelemetry(otlpEndpoint, replica ? [db, replica.db] : [db]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs the packages of OpenTelemetry. Run: npm ci --include=optional',
      { cause: error },
    );
  }
}

async function listen(server: Server, { port, host, connectionLimits }: ApiConfig): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. Choose another one with PORT.`;
      const other = `Nobody can listen on port ${port} of ${host} (${code}). Choose others with PORT and HOST.`;
      reject(new ConfigError(code === 'EADDRINUSE' ? taken : other));
    });
    // With Node's 511, the system drops some of the connections that many clients open at once. Each client tries again
    // after one second, then three.
    server.listen({ port, host, backlog: connectionLimits.process }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function close(server: Server, sockets: () => Iterable<Socket>, graceMs: number): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  const idle = setInterval(() => {
    // A connection becomes idle when its last request ends, and would stay open for the next one.
    server.closeIdleConnections();
    // Browsers and load balancers open connections in advance. Node does not count those without a request as idle.
    for (const socket of sockets()) if (socket.bytesRead === 0) socket.destroy();
  }, IDLE_EACH_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearInterval(idle);
  clearTimeout(late);
}
