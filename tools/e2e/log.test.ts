import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@dossier/shared/testing';

const REQUESTS = 100;
/** The path of a request that makes the log longer than what a pipe and the service keep. */
const LONG_PATH = `/api/v1/${'x'.repeat(50_000)}`;

describe('a service whose log nobody reads', () => {
  let folder: string;
  let program: ChildProcess;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-log-'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const settings = {
      DATABASE_URL: `sqlite:${join(folder, 'd.db')}`,
      SEARCH_URL: `sqlite:${join(folder, 's.db')}`,
      PORT: String(port),
      ADMIN_PORT: 'off',
      DRAIN_SECONDS: '0',
    };
    program = spawn(process.execPath, ['bin/dossier.cjs', 'serve'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, NODE_OPTIONS: '', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    while (!(await fetch(`${url}/live`).catch(() => undefined))?.ok) await sleep(50);
  });
  afterAll(() => {
    program.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends requests, and returns their statuses. */
  async function flood(): Promise<number[]> {
    const statuses: number[] = [];
    for (let sent = 0; sent < REQUESTS; sent += 1) {
      const response = await fetch(`${url}${LONG_PATH}`);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    return [...new Set(statuses)];
  }

  it('answers, reports how many lines it dropped once somebody reads, and ends at a signal', async () => {
    expect(await flood()).toEqual([401]);
    let log = '';
    program.stdout!.on('data', (chunk: Buffer) => void (log += chunk.toString()));
    while (!/log lines dropped.*\n/.test(log)) await sleep(20);
    program.stdout!.pause();
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; path?: string; count?: number });
    const kept = lines.filter(({ path }) => path === LONG_PATH).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept + lines.at(-1)!.count!).toBe(REQUESTS);
    expect(await flood()).toEqual([401]);
    program.kill('SIGTERM');
    expect(await once(program, 'exit')).toEqual([0, null]);
  });
});
