import { randomBytes } from 'node:crypto';
import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Kind } from '../kinds/kind.ts';
import { extensionsOf } from '../readers/formats/index.ts';
import { isRemote } from '../files/remote/address.ts';
import { sourceFiles, STDIN } from '../files/source.ts';
import { LoadError, UsageError } from '../rows/types.ts';
import type { IngestConfig } from './config.ts';

/** Files that a command reads or keeps, and must not overwrite. */
interface Inputs {
  kind?: Kind | undefined;
  /** The sources of the kind. */
  paths?: string[];
  /** Other files, by what they are: `{ 'the mapping file': 'm.yaml' }`. */
  files?: Record<string, string | undefined>;
}

/**
 * The default dead-letter file: `companies-2026-01-13T21-01-20-5f0c2e7a.ndjson`, another one for every load. Those of dry
 * runs and plans are in a folder of their own, which `retry` does not read: nobody asked to load their rows.
 */
export function defaultRejects(kind: string, dryRun = false): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = dryRun ? join('data', 'rejects', 'dry-runs') : join('data', 'rejects');
  return join(folder, `${kind}-${time}-${randomBytes(4).toString('hex')}.ndjson`);
}

/** The files of a command other than its sources, by what they are. */
export const inputFiles = (
  { databaseUrl, searchUrl }: IngestConfig,
  { mapping, domains, sources }: { mapping?: string; domains?: string; sources?: string },
): Record<string, string | undefined> => ({
  'the mapping file': mapping,
  'the domains file': domains,
  'the sources file': sources,
  ...filesOfUrl(databaseUrl, 'the database'),
  ...filesOfUrl(searchUrl, 'the search index'),
});

/**
 * Checks that the files which a command writes are neither its inputs nor the same file. Files are compared by device
 * and inode, so links and other spellings of a path do not matter.
 * @param written the files by their options
 * @throws UsageError that names the file that would be overwritten
 */
export async function checkOutputs(
  written: Record<string, string | undefined>,
  { kind, paths = [], files = {} }: Inputs,
): Promise<void> {
  const options = new Map<string, [option: string, path: string]>();
  for (const [option, path] of Object.entries(written)) {
    const identity = path === undefined ? undefined : await identityOf(path);
    if (identity === undefined) continue;
    const other = options.get(identity)?.[0];
    if (other !== undefined) throw clash(path!, `the file of ${other}`, option);
    options.set(identity, [option, path!]);
  }
  if (options.size === 0) return;
  const check = async (path: string, what: string) => {
    const [option, name] = options.get((await identityOf(path)) ?? '') ?? [];
    if (option !== undefined) throw clash(name!, what, option);
  };
  for (const [what, path] of Object.entries(files)) if (path !== undefined) await check(path, what);
  try {
    if (paths.includes(STDIN)) await check('/dev/stdin', 'a source of the load');
    const named = paths.filter((path) => path !== STDIN && !isRemote(path));
    if (kind)
      for await (const { name } of sourceFiles(named, extensionsOf(kind)))
        await check(name, 'a source of the load');
  } catch (error) {
    // The load itself reports a missing source.
    if (error instanceof UsageError || !(error instanceof LoadError)) throw error;
  }
}

const clash = (path: string, what: string, option: string) =>
  new UsageError(`${option} would overwrite ${what}: ${path}. Name another file.`);

/** The files of a SQLite URL, by what they are; none for a server. */
function filesOfUrl(url: string, what: string): Record<string, string> {
  if (!url.startsWith('sqlite:')) return {};
  const path = url.slice('sqlite:'.length);
  return { [what]: path, [`part of ${what}`]: `${path}-wal`, [`a part of ${what}`]: `${path}-shm` };
}

/** Device and inode of a file; of a missing one, its path without links. Undefined if it is not a file. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
  }
  const target = await readlink(path).catch(() => undefined);
  if (target !== undefined) return identityOf(resolve(dirname(path), target));
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  return join(folder, basename(path));
}
