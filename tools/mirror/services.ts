import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureOrganization, generateApiKey, registerApiKey, type Db } from '@dossier/store';
import { runScript, startScript } from '../e2e/program.ts';
import { openClients, type Clients } from './client.ts';

export interface Services {
  clients: Clients;
  /** The address of one of the processes, and an API key. */
  url: string;
  key: string;
  /** Kills one of the processes, and starts another in its place. */
  killServer: () => Promise<void>;
  /** Makes a snapshot, which new copies begin with. */
  addSnapshot: () => Promise<void>;
  /** Deletes all snapshots: new copies read the records of the API. */
  removeSnapshots: () => void;
  close(): Promise<void>;
}

/** Starts two API processes on a migrated database, and clients that reach both. */
export async function startServices(db: Db, databaseUrl: string): Promise<Services> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-mirror-'));
  const key = generateApiKey();
  await registerApiKey(db, key, await ensureOrganization(db, 'Test partner', 'Platforms'));
  const clients = await openClients(folder, key);
  const snapshots = join(folder, 'snapshots');
  const settings = {
    DATABASE_URL: databaseUrl,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
    SNAPSHOT_DIR: snapshots,
    RATE_LIMITS: 'off',
    REQUEST_LIMITS: 'off',
  };
  const address = /"url":"([^"]+)"/;
  const start = () => startScript('serve', settings, address);
  const servers = [await start(), await start()];
  const urls = () => servers.map(({ output }) => address.exec(output())![1]!);
  clients.use(urls());
  return {
    clients,
    url: urls()[1]!,
    key,
    killServer: async () => {
      const [killed] = servers.splice(0, 1);
      killed!.process.kill('SIGKILL');
      servers.push(await start());
      clients.use(urls());
    },
    addSnapshot: async () => {
      const { code, stderr } = await runScript('ingest', ['export', '--out', snapshots], settings);
      if (code !== 0) throw new Error(stderr);
    },
    removeSnapshots: () => rmSync(snapshots, { recursive: true, force: true }),
    close: async () => {
      await clients.close();
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
