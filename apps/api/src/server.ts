import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { readScripts } from '@dossier/embeds';
import { openSearch } from '@dossier/search';
import { ConfigError } from '@dossier/shared';
import { databaseId, migrate, openDatabase, signingKeys } from '@dossier/store';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { ApiConfig } from './config.ts';
import { jwtVerifier } from './http/jwt.ts';
import { httpServer } from './http/listener.ts';
import { rateLimiter } from './http/rate-limit.ts';
import { pdfCache } from './resources/documents/pdf/cache.ts';

/** 64 MB: some hundred documents. */
const PDF_CACHE = 64 * 1024 * 1024;
/** Less than the ten seconds that Docker leaves a container to end. */
const GRACE_MS = 5_000;
const IDLE_EACH_MS = 50;

export interface RunningServer {
  /** How the outside addresses it. */
  url: string;
  /** Ends open requests, cuts off those that take longer than `graceMs`, then the database and the search engine. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Opens both ports, brings the schema up to date and listens.
 * @throws ConfigError when a setting is right in itself and cannot be used
 */
export async function startServer(config: ApiConfig, logger: Logger): Promise<RunningServer> {
  // It waits for no lock: everybody's requests would wait with it.
  const db = openDatabase(config.databaseUrl, { lockWait: 0 });
  if (await migrate(db)) {
    logger.warn(
      'The database was empty, and has its tables now. If that is not meant, correct DATABASE_URL.',
    );
  }
  const search = await openSearch(config.searchUrl, {
    key: config.searchKey,
    database: await databaseId(db),
  });
  const scripts = await readScripts();
  if (!scripts) throw new ConfigError('The scripts of the embeds are missing. Run: npm run build');
  const server = httpServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await listen(server, config.port, config.host);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  // Only now are the port, and with it our address, known. Nothing may be awaited before: a request that came in
  // between would never be answered.
  server.on(
    'request',
    createApp(
      {
        db,
        search,
        publicUrl,
        signingKeys: () => signingKeys(db),
        pdfs: pdfCache(PDF_CACHE),
        scripts,
        verifyJwt: config.jwt && jwtVerifier(config.jwt),
        rateLimiter: config.rateLimits && rateLimiter(config.rateLimits),
        clock: () => new Date(),
      },
      logger,
    ),
  );
  logger.info({ url: publicUrl }, 'listening');
  return {
    url: publicUrl,
    stop: async (graceMs = GRACE_MS) => {
      logger.info('stopping');
      await close(server, sockets, graceMs);
      await search.close();
      await db.destroy();
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. Choose another one with PORT.`;
      const other = `Nobody can listen on port ${port} of ${host} (${code}). Choose others with PORT and HOST.`;
      reject(new ConfigError(code === 'EADDRINUSE' ? taken : other));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function close(server: Server, sockets: Set<Socket>, graceMs: number): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  const idle = setInterval(() => {
    // A connection whose last request ends meanwhile would be kept for the next one.
    server.closeIdleConnections();
    // Node calls none idle that has not sent a request yet, as load balancers and browsers open some ahead.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, IDLE_EACH_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearInterval(idle);
  clearTimeout(late);
}
