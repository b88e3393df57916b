import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Report } from '@dossier/ingest';
import { startProgram } from '../e2e/program.ts';

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
  const command = ['ingest', 'load', ...args, '--json'];
  const program = startProgram(command, { SEARCH_URL: 'http://127.0.0.1:9', ...settings });
  // A load that fails may exit before it has read its input. Its exit code says more.
  await pipeline(Readable.from(input), program.process.stdin).catch(() => {});
  const code = await program.ended;
  if (code !== 0 && code !== REJECTED)
    throw new Error(`${command.join(' ')} exited with ${code}: ${program.output()}`);
  return JSON.parse(program.stdout()) as Report;
}
