import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@dossier/shared/testing';

/** A server in a separate process. */
export interface Server {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Settings of a server that is stopped at once and rejects nothing. */
const UNLIMITED = {
  ADMIN_PORT: 'off',
  DRAIN_SECONDS: '0',
  RATE_LIMITS: 'off',
  REQUEST_LIMITS: 'off',
  MAX_IN_FLIGHT_PER_CALLER: '1000',
};

/** Starts the API as `npm run serve` does, and discards its log. */
export async function startApi(
  databaseUrl: string,
  searchUrl: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    SEARCH_URL: searchUrl,
    PORT: String(port),
    ...UNLIMITED,
    ...settings,
  };
  return start(port, '/health', [at('../../bin/dossier.cjs'), 'serve'], env);
}

/** Starts the bare routes of `speed-bare.ts`. */
export async function startBare(): Promise<Server> {
  const port = await freePort();
  return start(port, '/', ['--import', 'tsx', at('speed-bare.ts'), String(port)]);
}

/** Starts a program of Node in a separate process, and waits until it answers a path. */
async function start(
  port: number,
  health: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Server> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Flags of this process, such as those of a test runner, would change the result.
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url + health).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (hasEnded()) throw new Error(`${args.join(' ')} exited with ${child.exitCode ?? child.signalCode}.`);
    await sleep(50);
  }
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      // No exit would follow, and this process would end without its error.
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
