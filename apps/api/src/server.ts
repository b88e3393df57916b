import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readScripts } from '@dossier/embeds';
import { openSearch } from '@dossier/search';
import { migrate, openDatabase, signingKeys, type Db } from '@dossier/store';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { ApiConfig } from './config.ts';
import { jwtVerifier } from './http/jwt.ts';
import { httpServer } from './http/listener.ts';
import { rateLimiter } from './http/rate-limit.ts';
import { pdfCache } from './pdf/index.ts';

/** 64 MB: some hundred documents. */
const PDF_CACHE = 64 * 1024 * 1024;

export interface RunningServer {
  /** How the outside addresses it. */
  url: string;
  db: Db;
  /** Ends open requests, then the database and the search engine. */
  stop(): Promise<void>;
}

/** Opens both ports, brings the schema up to date and listens. */
export async function startServer(config: ApiConfig, logger: Logger): Promise<RunningServer> {
  const db = openDatabase(config.databaseUrl);
  await migrate(db);
  const search = await openSearch(config.searchUrl, { key: config.searchKey });
  const server = httpServer();
  const port = await listen(server, config.port, config.host);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  server.on(
    'request',
    createApp(
      {
        db,
        search,
        publicUrl,
        signingKeys: () => signingKeys(db),
        pdfs: pdfCache(PDF_CACHE),
        scripts: await readScripts(),
        verifyJwt: config.jwt && jwtVerifier(config.jwt),
        rateLimiter: config.rateLimits && rateLimiter(config.rateLimits),
        clock: () => new Date(),
      },
      logger,
    ),
  );
  return {
    url: publicUrl,
    db,
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      await search.close();
      await db.destroy();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
