import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Kind } from '../kinds/kind.ts';
import { extensionsOf } from '../readers/index.ts';
import { sourceFiles, STDIN } from '../files/source.ts';
import { LoadError, UsageError } from '../rows/types.ts';

/** What a command reads or keeps: files that it must not write over. */
export interface Kept {
  kind?: Kind | undefined;
  /** The sources of the kind. */
  paths?: string[];
  /** Other files, by what they are: `{ 'the mapping': 'm.yaml' }`. */
  files?: Record<string, string | undefined>;
}

/**
 * Looks that what a command writes is nothing that it reads or keeps, nor one file twice. The same file is the one that
 * the system takes for the same, whatever it is called: a link, another way to its folder, standard input.
 * @param written by the option that names it
 * @throws UsageError that says what the file is
 */
export async function checkWritten(
  written: Record<string, string | undefined>,
  { kind, paths = [], files = {} }: Kept,
): Promise<void> {
  const options = new Map<string, [option: string, path: string]>();
  for (const [option, path] of Object.entries(written)) {
    const identity = path === undefined ? undefined : await identityOf(path);
    if (identity === undefined) continue;
    const other = options.get(identity)?.[0];
    if (other !== undefined) throw clash(path!, `what ${other} names too`, option);
    options.set(identity, [option, path!]);
  }
  if (options.size === 0) return;
  const check = async (path: string, what: string) => {
    const [option, name] = options.get((await identityOf(path)) ?? '') ?? [];
    if (option !== undefined) throw clash(name!, what, option);
  };
  for (const [what, path] of Object.entries(files)) if (path !== undefined) await check(path, what);
  try {
    if (paths.includes(STDIN)) await check('/dev/stdin', 'to be loaded');
    const named = paths.filter((path) => path !== STDIN);
    if (kind)
      for await (const { name } of sourceFiles(named, extensionsOf(kind))) await check(name, 'to be loaded');
  } catch (error) {
    // That a source is missing is told by the load itself.
    if (error instanceof UsageError || !(error instanceof LoadError)) throw error;
  }
}

const clash = (path: string, what: string, option: string) =>
  new UsageError(`${path} is ${what}; name another file with ${option}.`);

/** The files of a database, or a search index, that a URL names; none of one that is no file. */
export function filesOfUrl(url: string, what: string): Record<string, string> {
  if (!url.startsWith('sqlite:')) return {};
  const path = url.slice('sqlite:'.length);
  return { [what]: path, [`part of ${what}`]: `${path}-wal`, [`a part of ${what}`]: `${path}-shm` };
}

/** What the system knows a file by; of one that is not there yet, its path without links. Undefined for what is no file. */
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
