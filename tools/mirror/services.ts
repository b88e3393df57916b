import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureOrganization, generateApiKey, registerApiKey, type Db } from '@dossier/store';
import { runProgram, started, startProgram } from '../e2e/program.ts';
import { openClients } from './client.ts';

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts two API processes on a migrated database, and clients that reach both. */
export async function startServices(db: Db, databaseUrl: string) {
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
  const start = () => started(startProgram(['serve'], settings));
  const servers = [await start(), await start()];
  const urls = () => servers.map(({ url }) => url());
  clients.use(urls());
  return {
    clients,
    /** The address of one of the processes. */
    url: urls()[1]!,
    key,
    /** Kills one of the processes, and starts another in its place. */
    killServer: async () => {
      const [killed] = servers.splice(0, 1);
      killed!.process.kill('SIGKILL');
      servers.push(await start());
      clients.use(urls());
    },
    /** Makes a snapshot, which new copies begin with. */
    addSnapshot: async () => {
      const { code, stderr } = await runProgram(['ingest', 'export', '--out', snapshots], settings);
      if (code !== 0) throw new Error(stderr);
    },
    /** Deletes all snapshots: new copies read the records of the API. */
    removeSnapshots: () => rmSync(snapshots, { recursive: true, force: true }),
    close: async () => {
      await clients.close();
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
