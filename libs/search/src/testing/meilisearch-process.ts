import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isFree } from '@dossier/shared/testing';
import { findMeilisearch } from './meilisearch-binary.ts';

/** A Meilisearch server of our own on loopback. */
export interface RunningMeilisearch {
  url: string;
  /** Its master key. */
  key: string;
  pid: number;
  /** Resolves when it has exited: true after `stop`. */
  ended: Promise<boolean>;
  /** Stops it, and removes its data unless a folder was passed. */
  stop(): Promise<void>;
}

interface MeilisearchOptions {
  /** By default a free one. */
  port?: number;
  /** The folder of its data; by default a temporary one. */
  folder?: string;
  /** The master key, at least 16 bytes; by default a random one. */
  key?: string;
  env?: NodeJS.ProcessEnv;
}

/** In milliseconds; a start takes seconds on a busy machine. */
const START_TIMEOUT = 300_000;
/**
 * By default the server takes two thirds of the machine's memory for indexing, and a twentieth of that again for each
 * task: on 24 GB a task of one entry takes 0.2 to 4 seconds, with this 20 ms.
 */
const INDEXING_MEMORY = '512MiB';

/**
 * Starts a server and waits until it answers.
 * @throws Error with the remedy if there is no program, or with the output of a program that does not start.
 */
export async function startMeilisearch(options: MeilisearchOptions = {}): Promise<RunningMeilisearch> {
  const { env = process.env, key = randomBytes(24).toString('hex') } = options;
  const program = await findMeilisearch(env);
  const { port = await freePort() } = options;
  if (!(await isFree(port))) throw new Error(`Port ${port} is taken.`);
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
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
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
      throw new Error(`Meilisearch did not start. ${output.trim()}`);
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
