import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMeilisearch } from './meilisearch-binary.ts';

/** A Meilisearch server of our own on loopback. */
export interface RunningMeilisearch {
  url: string;
  /** Its master key. */
  key: string;
  pid: number;
  /** Resolves when it has ended: true when that was by `stop`. */
  ended: Promise<boolean>;
  /** Ends it, and removes its data unless their folder was given. */
  stop(): Promise<void>;
}

export interface MeilisearchOptions {
  /** A free one when it is not given. */
  port?: number;
  /** Where its data are kept; a temporary folder when it is not given. */
  folder?: string;
  /** The master key; a random one when it is not given. At least 16 bytes. */
  key?: string;
  env?: NodeJS.ProcessEnv;
}

const START_TIMEOUT = 60_000;
/**
 * By default the server takes two thirds of the machine's memory for indexing, and a twentieth of that anew for each
 * task: on 24 GB a task of one entry takes 0.2 to 4 seconds, with this 20 ms.
 */
const INDEXING_MEMORY = '512MiB';

/**
 * Starts a server and waits until it answers.
 * @throws Error that says what to do when there is no program to start, or what it said when it does not start.
 */
export async function startMeilisearch(options: MeilisearchOptions = {}): Promise<RunningMeilisearch> {
  const { env = process.env, key = randomBytes(24).toString('hex') } = options;
  const program = await findMeilisearch(env);
  const port = await openPort(options.port);
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'dossier-meilisearch-'));
  mkdirSync(folder, { recursive: true });
  const args = [
    '--db-path',
    'data',
    '--http-addr',
    `127.0.0.1:${port}`,
    '--no-analytics',
    '--log-level',
    'ERROR',
  ];
  const server = spawn(program, [...args, '--env', 'development'], {
    // It reads config.toml and writes dumps where it is started.
    cwd: folder,
    env: { MEILI_MAX_INDEXING_MEMORY: INDEXING_MEMORY, ...env, MEILI_MASTER_KEY: key },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  let running = true;
  let stopped = false;
  const end = () => {
    running = false;
    return stopped;
  };
  const ended = once(server, 'exit').then(end, end);
  const stop = async () => {
    stopped = true;
    server.kill('SIGTERM');
    await ended;
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };

  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await isHealthy(url))) {
    if (!running || Date.now() > deadline) {
      await stop();
      throw new Error(`Meilisearch did not start. ${said.trim()}`);
    }
    await sleep(20);
  }
  return { url, key, pid: server.pid!, ended, stop };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}

/** The port if nobody listens there, or any that was free a moment ago. */
async function openPort(wanted = 0): Promise<number> {
  const server = createServer();
  try {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`Port ${wanted} is taken.`, { cause: error });
  }
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
