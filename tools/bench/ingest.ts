import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Report } from '@dossier/ingest';

const LAUNCHER = join(import.meta.dirname, '../../bin/dossier.cjs');
/** The exit code of a load that has rejected rows. */
const REJECTED = 3;

/**
 * Runs `ingest load` as it is built, with these arguments and its standard input. Nothing is indexed unless the settings
 * name a search engine.
 * @throws Error if the load fails or is refused
 */
export async function loadBy(
  args: string[],
  settings: { DATABASE_URL: string; SEARCH_URL?: string },
  input: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> = [],
): Promise<Report> {
  const child = spawn(process.execPath, [LAUNCHER, 'ingest', 'load', ...args, '--json'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', SEARCH_URL: 'http://127.0.0.1:9', ...settings },
  });
  const sent = pipeline(Readable.from(input), child.stdin);
  const [printed, [code, signal]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[code: number | null, signal: string | null]>,
    // A load that fails may exit before it has read its input. Its exit code says more.
    sent.catch(() => {}),
  ]);
  if (code !== 0 && code !== REJECTED)
    throw new Error(`ingest load ${args.join(' ')} exited with ${code ?? signal}: ${printed}`);
  await sent;
  return JSON.parse(printed) as Report;
}
