import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Report } from '@dossier/ingest';

const LAUNCHER = join(import.meta.dirname, '../../bin/dossier.cjs');

/**
 * Runs `ingest load` as it is built, with these arguments and its standard input. Nothing is indexed unless the settings
 * name a search engine.
 * @throws Error unless it stores records, and prints its report
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
  const [printed] = await Promise.all([
    text(child.stdout),
    pipeline(Readable.from(input), child.stdin),
    once(child, 'close'),
  ]);
  if (printed === '') throw new Error(`ingest load ${args.join(' ')} failed.`);
  return JSON.parse(printed) as Report;
}
