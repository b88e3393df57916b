import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMeilisearch } from '@dossier/search/testing';
import { ensureOrganization, generateApiKey, migrate, openDatabase, registerApiKey } from '@dossier/store';
import { startPostgres } from '@dossier/store/testing';
import { replicaOf } from './programs.ts';

/** A process that can be killed and stopped. */
export interface Target {
  /** Kills it with SIGKILL, or stops it with SIGSTOP. */
  down(how: How): Promise<void>;
  /** Starts it again, or continues it. */
  up(how: How): Promise<void>;
}
export type How = 'kill' | 'stop';

/** Two replicas of the API on Postgres and Meilisearch, which can be killed. */
export interface Processes {
  settings: Record<string, string>;
  key: string;
  urls: (() => string)[];
  folder: string;
  targets: Record<'api 1' | 'api 2' | 'postgres' | 'meilisearch', Target>;
  close(): Promise<void>;
}

/** Starts the processes, each on loopback with its data in a temporary folder. */
export async function startProcesses(): Promise<Processes> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-kills-'));
  const postgres = await startPostgres({ isDurable: true });
  const data = join(folder, 'meilisearch');
  mkdirSync(data);
  let search = await startMeilisearch({ folder: data });
  const place = { folder: data, port: Number(new URL(search.url).port), key: search.key };
  const settings = {
    DATABASE_URL: postgres.url,
    SEARCH_URL: search.url,
    SEARCH_KEY: search.key,
    PORT: '0',
    ADMIN_PORT: 'off',
    DRAIN_SECONDS: '0',
    RATE_LIMITS: 'off',
    REQUEST_LIMITS: 'off',
    // A busy machine must not look like a failure.
    STATEMENT_SECONDS: '60',
    MAX_IN_FLIGHT_PER_CALLER: '100',
  };
  const key = await prepare(postgres.url);
  const replicas = [replicaOf(settings), replicaOf(settings)] as const;
  for (const replica of replicas) await replica.start();
  const api = (replica: (typeof replicas)[number]): Target => ({
    down: async (how) => {
      replica.signal(how === 'kill' ? 'SIGKILL' : 'SIGSTOP');
      if (how === 'kill') await replica.ended();
    },
    up: async (how) => (how === 'kill' ? replica.start() : replica.signal('SIGCONT')),
  });
  return {
    settings,
    key,
    urls: replicas.map((replica) => () => replica.url()),
    folder,
    targets: {
      'api 1': api(replicas[0]),
      'api 2': api(replicas[1]),
      postgres: {
        down: async (how) => (how === 'kill' ? postgres.kill() : postgres.signal('SIGSTOP')),
        up: async (how) => (how === 'kill' ? postgres.restart() : postgres.signal('SIGCONT')),
      },
      meilisearch: {
        down: async (how) => {
          process.kill(search.pid, how === 'kill' ? 'SIGKILL' : 'SIGSTOP');
          if (how === 'kill') await search.ended;
        },
        up: async (how) => {
          if (how === 'kill') search = await startMeilisearch(place);
          else process.kill(search.pid, 'SIGCONT');
        },
      },
    },
    close: async () => {
      // SIGKILL ends stopped processes, too.
      for (const replica of replicas) replica.signal('SIGKILL');
      await Promise.all(replicas.map((replica) => replica.ended()));
      process.kill(search.pid, 'SIGCONT');
      await search.stop();
      postgres.signal('SIGCONT');
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Updates the schema, and returns the key of a partner. */
async function prepare(databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db);
    const key = generateApiKey();
    await registerApiKey(db, key, await ensureOrganization(db, 'Test partner', 'Platforms'));
    return key;
  } finally {
    await db.destroy();
  }
}
