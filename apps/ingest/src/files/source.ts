import { createReadStream, readdir as readdirCallback, type Dirent, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { referencedFilesOf, noReferencedFiles, type FindReferencedFile } from './referenced-file.ts';
import { LoadError, UsageError } from '../rows/types.ts';
import { ADDRESS_FORMS, parseAddress, unknownScheme } from './remote/address.ts';
import type { DownloadedFile } from './remote/download.ts';

/** A path as a user names it, or a file that was downloaded for the load. */
export type SourcePath = string | DownloadedFile;

/** A path as reports name it. */
export const nameOf = (path: SourcePath): string => (typeof path === 'string' ? path : path.name);

/** A file to load, not yet opened. */
export interface SourceFile {
  /** The name in reports. */
  name: string;
  /** Where it is; undefined for standard input. */
  path: string | undefined;
  /** With its dot, lowercase, without `.gz`; empty for standard input and for names without an extension. */
  extension: string;
  /** Bytes; undefined for standard input and compressed files. */
  size: number | undefined;
  /** Time of the last write; undefined for standard input. */
  modified: Date | undefined;
  open(): AsyncIterable<Uint8Array>;
  /** Finds the files that its records refer to. */
  find: FindReferencedFile;
}

/** Standard input, on the command line. */
export const STDIN = '-';
const GZIP = '.gz';

/**
 * Finds the files of paths. A path is a file, a directory, a pattern such as `news/**\/*.md`, or `-`. A directory is
 * walked in sorted order without hidden entries; only files with one of the extensions, compressed (`.csv.gz`) or not,
 * are read; likewise for a pattern that leaves the extension open. A named file is read with any extension. A path that
 * exists is not a pattern.
 * @param onLeftOut receives each file of a directory that is not read
 * @throws LoadError before the first file when a path does not exist or no file matches a pattern
 */
export async function* sourceFiles(
  paths: SourcePath[],
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
  for (const path of paths) {
    if (typeof path === 'string') found.push(path === STDIN ? undefined : await resolvePath(path, isTaken));
    else found.push({ downloaded: path });
  }
  for (const each of found) {
    if (!each) yield standardInput(stdin);
    else if ('downloaded' in each) yield await downloadedFile(each.downloaded);
    else if ('files' in each) for (const path of each.files) yield* fileAt(path, each.root);
    else if (each.stats.isDirectory()) yield* walk(each.path, isTaken, each.path);
    else yield sourceFile(each.path, each.stats, dirname(each.path));
  }
}

/** Returns the bytes of all files together, or undefined when a size is unknown. */
export async function totalSize(paths: SourcePath[], extensions: Set<string>): Promise<number | undefined> {
  let total = 0;
  for await (const { size } of sourceFiles(paths, extensions)) {
    if (size === undefined) return undefined;
    total += size;
  }
  return total;
}

const standardInput = (stdin: AsyncIterable<Uint8Array>): SourceFile => ({
  name: 'stdin',
  path: undefined,
  extension: '',
  size: undefined,
  modified: undefined,
  open: () => stdin,
  find: noReferencedFiles,
});

const sourceFile = (path: string, stats: Stats | undefined, root: string): SourceFile => ({
  name: path,
  path,
  extension: extensionOf(path),
  size: isCompressed(path) ? undefined : (stats?.size ?? 0),
  modified: stats?.mtime,
  open: () => bytesOf(path),
  find: referencedFilesOf(path, root),
});

/** A downloaded file. Its records refer to no other files. */
async function downloadedFile({ path, name, address, validators }: DownloadedFile): Promise<SourceFile> {
  const modified = validators.lastModified === undefined ? undefined : new Date(validators.lastModified);
  return {
    ...sourceFile(path, await stat(path), dirname(path)),
    name,
    extension: extensionOf(parseAddress(address).pathname),
    modified,
    find: noReferencedFiles,
  };
}

/** Opens a file at the first read, and closes it when reading ends. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UnreadableFile(`${path} cannot be read (${code}${code === 'ENOENT' ? ': a broken link' : ''})`);
  }
}

/** A file that cannot be opened or read to its end. */
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
    const scheme = unknownScheme(path);
    if (scheme !== undefined)
      throw new UsageError(`Addresses with ${scheme}:// cannot be read. ${ADDRESS_FORMS}`);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new LoadError(`${path} cannot be read: ${message}.`);
    if (!isDynamicPattern(path))
      throw new LoadError(`There is no file or directory ${path}. Check its name and the current directory.`);
  }
  const files = await glob(path, {
    absolute: isAbsolute(path),
    followSymbolicLinks: false,
    expandDirectories: false,
    fs: { readdir: readLinksAsFiles as typeof readdirCallback },
  });
  const isOpen = /^[^.]*$|[*?]$/.test(path.slice(path.lastIndexOf('/') + 1).replace(/\.gz$/, ''));
  const taken = files.filter((file) => !isOpen || isTaken(file));
  if (taken.length === 0) throw new LoadError(`No readable file matches ${path}.`);
  return { files: inOrder(taken, (file) => file), root: rootOf(path) };
}

/** Lists links as files: `stat` shows later where they lead. */
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

/** Returns the folder before the first part of a pattern with a wildcard. */
function rootOf(pattern: string): string {
  const parts = pattern.split('/');
  const open = parts.findIndex((part) => isDynamicPattern(part));
  const fixed = parts.slice(0, Math.min(open, parts.length - 1));
  return fixed.length === 0 ? '.' : fixed.join('/') || '/';
}

async function* fileAt(path: string, root: string): AsyncGenerator<SourceFile> {
  const stats = await stat(path).catch(() => undefined);
  // Links to directories are skipped, so that the walk ends. A file without stats fails when it is opened.
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

/** Sorts by name without extension: CIK0000320193.json, which has the company, comes before its older pages. */
function inOrder<T>(items: T[], nameOf: (item: T) => string): T[] {
  const keyed = items.map((item) => {
    const name = nameOf(item);
    return { item, key: `${name.slice(0, name.length - extname(name).length)}\u0000${name}` };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
