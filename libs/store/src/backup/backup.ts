import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { schemaState } from '../schema/schema-state.ts';
import { backupError } from './error.ts';
import { hashOf, manifestPath, type Backup, type Manifest } from './manifest.ts';
import type { OnProgress } from './sqlite.ts';

const MANIFEST_INDENT = 2;

/**
 * Writes a backup of the database, with a manifest next to it, while other programs read and write. The backup is read
 * back and checked. An interrupted backup leaves a file ending in `.partial`, or one without a manifest.
 * @param place a new file, or a folder, in which the file is named after the time
 * @throws BackupError when the database is empty or damaged, the file exists, or a tool is missing
 */
export async function backUp(
  url: string,
  place: string,
  now: Date,
  onProgress: OnProgress = () => {},
): Promise<Backup> {
  const state = await schemaState(url);
  if (state === 'none' || state === 'foreign') {
    throw backupError('The database of DATABASE_URL contains no tables of Dossier. Correct DATABASE_URL.');
  }
  const engine = url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  const path = fileIn(place, engine, now);
  const partial = `${path}.partial`;
  mkdirSync(dirname(path), { recursive: true });
  rmSync(partial, { force: true });
  try {
    const facts =
      engine === 'sqlite'
        ? await (await import('./sqlite.ts')).copySqlite(url.slice('sqlite:'.length), partial, onProgress)
        : await (await import('./postgres.ts')).dumpPostgres(url, partial, onProgress);
    chmodSync(partial, 0o600);
    flush(partial);
    const manifest: Manifest = {
      format: 1,
      created_at: now.toISOString(),
      engine,
      ...facts,
      file: basename(path),
      bytes: statSync(partial).size,
      sha256: await hashOf(partial),
    };
    renameSync(partial, path);
    writeManifest(path, manifest);
    return { path, manifest };
  } catch (error) {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(partial + ending, { force: true });
    throw error;
  }
}

/** Returns whether a place is a folder, not a file: it exists, or its path ends with a slash. */
export const namesFolder = (place: string): boolean =>
  place.endsWith('/') || statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;

function fileIn(place: string, engine: Manifest['engine'], now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const path = namesFolder(place)
    ? join(place, `dossier-${time}.${engine === 'sqlite' ? 'db' : 'dump'}`)
    : place;
  for (const file of [path, manifestPath(path)]) {
    if (existsSync(file)) throw backupError(`${file} exists already. Name a new file, or a folder.`);
  }
  return path;
}

function writeManifest(path: string, manifest: Manifest): void {
  const file = manifestPath(path);
  writeFileSync(`${file}.partial`, `${JSON.stringify(manifest, undefined, MANIFEST_INDENT)}\n`, {
    mode: 0o600,
  });
  flush(`${file}.partial`);
  renameSync(`${file}.partial`, file);
  flush(dirname(file));
}

/** Waits until a file or folder is on the disk. */
function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
