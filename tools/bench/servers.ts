import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@dossier/shared/testing';
import type { Defer } from './defer.ts';

/** A server in a separate process. */
export interface Server {
  url: string;
  pid: number;
}

/** Starts the API as `npm run serve` does, and discards its log. It is stopped at once, and rejects nothing. */
export const startApi = (settings: Record<string, string>, defer: Defer): Promise<Server> =>
  start(
    [join(import.meta.dirname, '../../bin/dossier.cjs'), 'serve'],
    {
      ADMIN_PORT: 'off',
      DRAIN_SECONDS: '0',
      RATE_LIMITS: 'off',
      REQUEST_LIMITS: 'off',
      MAX_IN_FLIGHT_PER_CALLER: '1000',
      ...settings,
    },
    '/health',
    defer,
  );

/** Starts the bare routes of `speed/bare.ts`. */
export const startBare = (defer: Defer): Promise<Server> =>
  start(['--import', 'tsx', join(import.meta.dirname, 'speed/bare.ts')], {}, '/', defer);

/** Starts a program of Node on a free port, and waits until it answers a path. */
async function start(
  args: string[],
  settings: Record<string, string>,
  path: string,
  defer: Defer,
): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Flags of this process, such as those of a test runner, would change the result.
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), ...settings },
  });
  const ended = once(child, 'exit');
  defer(() => {
    child.kill();
    return ended;
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = async () => (await fetch(url + path)).ok;
  while (!(await answers().catch(() => false))) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`${args.join(' ')} exited with ${end}.`);
    await sleep(50);
  }
  return { url, pid: child.pid! };
}
