import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The program as one file. */
export interface Built {
  path: string;
  remove(): void;
}

const SOURCE = join(import.meta.dirname, 'program.ts');
/** Inside of the project, so that Node finds packages that are not bundled. */
const DIST = join(import.meta.dirname, '../../../dist');
/** Packages that read files of their own or are native. */
const EXTERNAL = ['@duckdb/node-api', 'better-sqlite3', 'knex', 'meilisearch', 'pg'];

/**
 * Bundles the program to kill, since starting it from source takes longer than its loads. Uses esbuild's command,
 * because its JavaScript API does not run inside of Jest.
 */
export async function buildProgram(): Promise<Built> {
  mkdirSync(DIST, { recursive: true });
  const folder = mkdtempSync(join(DIST, 'crash-'));
  const path = join(folder, 'program.mjs');
  // Some packages call `require`, which modules do not have.
  const banner =
    "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";
  await promisify(execFile)(createRequire(import.meta.url).resolve('esbuild/bin/esbuild'), [
    SOURCE,
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--log-level=error',
    `--outfile=${path}`,
    `--banner:js=${banner}`,
    ...EXTERNAL.map((name) => `--external:${name}`),
  ]);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
