import { createReadStream, readdir as readdirCallback, type Dirent, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { referencedFilesOf, noReferencedFiles, type FindReferencedFile } from './referenced-file.ts';
import { LoadError } from '../rows/types.ts';

/** A file to load, not yet opened. */
export interface SourceFile {
  /** As reports name it. */
  name: string;
  /** With its dot, lowercase, without `.gz`; empty for standard input and for names without one. */
  extension: string;
  /** Bytes to read of it; undefined for standard input, and where they are compressed. */
  size: number | undefined;
  /** When it was last written; undefined for standard input. */
  modified: Date | undefined;
  open(): AsyncIterable<Uint8Array>;
  /** Finds the files that its records refer to. */
  find: FindReferencedFile;
}

/** Standard input, on the command line. */
export const STDIN = '-';
const GZIP = '.gz';

/**
 * The files behind the paths, each a file, a directory, a pattern such as `news/**\/*.md`, or `-`. A directory is
 * walked in sorted order, hidden entries left out, and of its files only those with one of the extensions are taken,
 * compressed (`.csv.gz`) or not; so it is with a pattern that leaves the extension open. A file that is named is taken
 * whatever its extension. Names that exist are no patterns.
 * @param onLeftOut is told of each file of a directory that is not taken
 * @throws LoadError when a path does not exist or nothing has the pattern, before the first file is given
 */
export async function* sourceFiles(
  paths: string[],
  extensions: Set<string>,
  stdin: AsyncIterable<Uint8Array> = process.stdin,
  onLeftOut: (path: string) => void = () => {},
): AsyncGenerator<SourceFile> {
  const found = [];
  const isTaken = (path: string) => {
    const isOurs = extensions.has(extensionOf(path));
    if (!isOurs) onLeftOut(path);
    return isOurs;
  };
  for (const path of paths) found.push(path === STDIN ? undefined : await resolvePath(path, isTaken));
  for (const each of found) {
    if (!each) yield standardInput(stdin);
    else if ('files' in each) for (const path of each.files) yield* fileAt(path, each.root);
    else if (each.stats.isDirectory()) yield* walk(each.path, isTaken, each.path);
    else yield sourceFile(each.path, each.stats, dirname(each.path));
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

const standardInput = (stdin: AsyncIterable<Uint8Array>): SourceFile => ({
  name: 'stdin',
  extension: '',
  size: undefined,
  modified: undefined,
  open: () => stdin,
  find: noReferencedFiles,
});

const sourceFile = (path: string, stats: Stats | undefined, root: string): SourceFile => ({
  name: path,
  extension: extensionOf(path),
  size: isCompressed(path) ? undefined : (stats?.size ?? 0),
  modified: stats?.mtime,
  open: () => bytesOf(path),
  find: referencedFilesOf(path, root),
});

/** Opened when it is read, and closed when nobody reads on. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UnreadableFile(
      `${path} cannot be read (${code}${code === 'ENOENT' ? ': a link that leads nowhere' : ''})`,
    );
  }
}

/** A file of a folder that cannot be opened, or not be read to its end. */
export class UnreadableFile extends LoadError {
  override name = 'UnreadableFile';
}

const isCompressed = (path: string) => extname(path).toLowerCase() === GZIP;
const extensionOf = (path: string) =>
  extname(isCompressed(path) ? path.slice(0, -GZIP.length) : path).toLowerCase();

async function resolvePath(
  path: string,
  isTaken: (path: string) => boolean,
): Promise<{ path: string; stats: Stats } | { files: string[]; root: string }> {
  try {
    return { path, stats: await stat(path) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new LoadError(`${path} cannot be read: ${message}.`);
    if (!isDynamicPattern(path)) throw new LoadError(`There is no file or directory ${path}.`);
  }
  const files = await glob(path, {
    absolute: isAbsolute(path),
    followSymbolicLinks: false,
    expandDirectories: false,
    fs: { readdir: readLinksAsFiles as typeof readdirCallback },
  });
  const isOpen = /^[^.]*$|[*?]$/.test(path.slice(path.lastIndexOf('/') + 1).replace(/\.gz$/, ''));
  const taken = files.filter((file) => !isOpen || isTaken(file));
  if (taken.length === 0) throw new LoadError(`No file that can be read here is named as ${path}.`);
  return { files: inOrder(taken, (file) => file), root: rootOf(path) };
}

/** A link may lead to a file; whether it does is seen when it is looked at. */
function readLinksAsFiles(
  folder: string,
  options: { withFileTypes: true },
  done: (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void,
): void {
  readdirCallback(folder, options, (error, entries: Dirent[] = []) => {
    const asFile = { isFile: () => true, isSymbolicLink: () => false };
    done(
      error,
      entries.map((entry) => (entry.isSymbolicLink() ? Object.assign(entry, asFile) : entry)),
    );
  });
}

/** The folder that a pattern names before its first part that is open. */
function rootOf(pattern: string): string {
  const parts = pattern.split('/');
  const open = parts.findIndex((part) => isDynamicPattern(part));
  const fixed = parts.slice(0, Math.min(open, parts.length - 1));
  return fixed.length === 0 ? '.' : fixed.join('/') || '/';
}

async function* fileAt(path: string, root: string): AsyncGenerator<SourceFile> {
  const stats = await stat(path).catch(() => undefined);
  // Links to directories are left out, so that a walk ends. What cannot be looked at is told when it is opened.
  if (!stats || stats.isFile()) yield sourceFile(path, stats, root);
}

async function* walk(
  folder: string,
  isTaken: (path: string) => boolean,
  root: string,
): AsyncGenerator<SourceFile> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of inOrder(entries, ({ name }) => name)) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, isTaken, root);
    else if (isTaken(path)) yield* fileAt(path, root);
  }
}

/** By the name without its extension: CIK0000320193.json, which has the company, comes before its older pages. */
function inOrder<T>(items: T[], nameOf: (item: T) => string): T[] {
  const keyed = items.map((item) => {
    const name = nameOf(item);
    return { item, key: `${name.slice(0, name.length - extname(name).length)}\u0000${name}` };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
