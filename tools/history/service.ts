import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, startServer } from '@dossier/api';
import { ensureOrganization, generateApiKey, registerApiKey, type Db } from '@dossier/store';
import { pino } from 'pino';

/** A response without the parts that differ between two moments with the same data. */
export interface Answered {
  status: number;
  body: unknown;
  /** The address of the next page. */
  next: string | undefined;
}

export interface Service {
  /** Sends a request; a POST with a body. */
  ask(address: string, body?: object): Promise<Answered>;
  close(): Promise<void>;
}

/** Starts the API on a migrated database. */
export async function startService(db: Db, databaseUrl: string): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-history-'));
  const key = generateApiKey();
  await registerApiKey(db, key, await ensureOrganization(db, 'Test partner', 'Platforms'));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
    ...{ PORT: '0', ADMIN_PORT: 'off', RATE_LIMITS: 'off', REQUEST_LIMITS: 'off' },
  });
  const server = await startServer(config, pino({ level: 'silent' }));
  return {
    ask: async (address, body) => {
      const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
      const response = await fetch(new URL(address, server.url), {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      const given = (await response.json()) as { pagination?: { next?: string; next_link?: string } | null };
      const next = given.pagination?.next_link ?? given.pagination?.next;
      return {
        status: response.status,
        body: withoutPlaces(given),
        next: next ? new URL(next).pathname + new URL(next).search : undefined,
      };
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns JSON without ids of requests, in which each link and cursor is replaced by a fixed text or null. */
function withoutPlaces(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return PLACES.test(name) ? 'a place' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => withoutPlaces(item));
  const fields = Object.entries(value).filter(([field]) => field !== 'request_id');
  return Object.fromEntries(fields.map(([field, item]) => [field, withoutPlaces(item, field)]));
}

const PLACES = /^(next|previous|(next|prev)_link|(after|before|next|prev)_cursor)$/;
