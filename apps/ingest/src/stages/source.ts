import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { neighboursOf, noNeighbours, type FindNeighbour } from './neighbour.ts';
import { LoadError } from './types.ts';

/** A file to load, not yet opened. */
export interface SourceFile {
  /** As reports name it. */
  name: string;
  /** With its dot, lowercase; empty for standard input and for names without one. */
  extension: string;
  /** Bytes; undefined for standard input. */
  size: number | undefined;
  open(): AsyncIterable<Uint8Array>;
  /** Finds the files that its records refer to. */
  find: FindNeighbour;
}

/** Standard input, on the command line. */
const STDIN = '-';

/**
 * The files behind the paths. A directory is walked in sorted order, hidden entries left out, and of its files only
 * those with one of the extensions are taken; a file that is named is taken whatever its extension.
 * @throws LoadError when a path does not exist, before the first file is given
 */
export async function* sourceFiles(
  paths: string[],
  extensions: Set<string>,
  stdin: AsyncIterable<Uint8Array> = process.stdin,
): AsyncGenerator<SourceFile> {
  for (const path of paths) if (path !== STDIN) await kindOfPath(path);
  for (const path of paths) {
    if (path === STDIN)
      yield { name: 'stdin', extension: '', size: undefined, open: () => stdin, find: noNeighbours };
    else if ((await kindOfPath(path)) === 'directory') yield* walk(path, extensions, path);
    else yield sourceFile(path, (await stat(path)).size, dirname(path));
  }
}

/** The bytes of all files together, or undefined when that cannot be known. */
export async function totalSize(paths: string[], extensions: Set<string>): Promise<number | undefined> {
  let total = 0;
  for await (const { size } of sourceFiles(paths, extensions)) {
    if (size === undefined) return undefined;
    total += size;
  }
  return total;
}

const sourceFile = (path: string, size: number, root: string): SourceFile => ({
  name: path,
  extension: extname(path).toLowerCase(),
  size,
  open: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
  find: neighboursOf(path, root),
});

async function kindOfPath(path: string): Promise<'file' | 'directory'> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new LoadError(
      error.code === 'ENOENT'
        ? `There is no file or directory ${path}.`
        : `${path} cannot be read: ${error.message}.`,
    );
  });
  return found.isDirectory() ? 'directory' : 'file';
}

async function* walk(folder: string, extensions: Set<string>, root: string): AsyncGenerator<SourceFile> {
  const entries = await readdir(folder, { withFileTypes: true });
  // By the name without its extension: CIK0000320193.json, which has the company, comes before its older pages.
  const stem = (name: string) => name.slice(0, name.length - extname(name).length);
  const keyOf = ({ name }: { name: string }) => `${stem(name)}\u0000${name}`;
  entries.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, extensions, root);
    else if (extensions.has(extname(entry.name).toLowerCase())) {
      const found = await stat(path);
      // Links to directories are left out, so that a walk ends.
      if (found.isFile()) yield sourceFile(path, found.size, root);
    }
  }
}
