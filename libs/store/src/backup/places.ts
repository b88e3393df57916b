import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isBucket, openFiles, type Environment, type Files } from '../files/index.ts';
import { backUp as backUpIntoFolder } from './backup.ts';
import { backupError } from './error.ts';
import { findBackup, manifestPath, type Backup } from './manifest.ts';
import { checkContent } from './restore.ts';
import type { OnProgress } from './sqlite.ts';

/** The names of backups in a folder or a bucket, which are those of their times, and of their manifests. */
const NAME = /^dossier-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.(?:db|dump)$/;
const MANIFEST = manifestPath('');

/**
 * Backs up the database into a new file, a folder or a bucket. What was sent to a bucket is read back and restored into a
 * temporary database before its manifest is written, so that each manifest names a good backup.
 * @param place a file, a folder, or `s3://bucket/folder`
 * @param env the settings of the AWS tools
 * @throws BackupError like `backUp`; FilesError when the bucket does not work
 */
export async function backUp(
  url: string,
  place: string,
  now: Date,
  env: Environment,
  onProgress?: OnProgress,
): Promise<Backup> {
  if (!isBucket(place)) return backUpIntoFolder(url, place, now, onProgress);
  return withFiles(place, env, (files) =>
    withFolder(async (folder) => {
      const { path, manifest } = await backUpIntoFolder(url, `${folder}/`, now, onProgress);
      const name = basename(path);
      await files.move(path, name);
      try {
        await download(files, name, path);
        await checkContent({ path, manifest }, url, folder);
        await files.move(manifestPath(path), manifestPath(name));
      } catch (error) {
        // Without a manifest, `pruneBackups` would never delete it.
        await removeBackup(files, name).catch(() => {});
        throw error;
      }
      return { path: `${place.replace(/\/+$/, '')}/${name}`, manifest };
    }),
  );
}

/**
 * Finds a backup, and runs work with it. That of a bucket is downloaded for the time of the work.
 * @param place a file, or a folder or a bucket with backups, whose newest one is meant
 * @throws BackupError when there is none, or its manifest is missing or unreadable
 */
export async function withBackup<T>(
  place: string,
  env: Environment,
  work: (backup: Backup) => Promise<T>,
): Promise<T> {
  if (!isBucket(place)) return work(findBackup(place));
  const [, bucket = place, file] = /^(.*)\/([^/]+\.(?:db|dump))$/.exec(place) ?? [];
  return withFiles(bucket, env, (files) =>
    withFolder(async (folder) => {
      const name = file ?? (await backupsOf(files))[0];
      if (name === undefined) throw backupError(`${place} contains no complete backup.`);
      const path = join(folder, name);
      for (const each of [name, manifestPath(name)]) await download(files, each, join(folder, each));
      return work(findBackup(path));
    }),
  );
}

/** Returns the time of the newest good backup of a folder or a bucket; undefined if it has none. */
export async function newestBackupAt(place: string, env: Environment): Promise<string | undefined> {
  const [newest] = await withFiles(place, env, backupsOf);
  return newest?.replace(NAME, '$1-$2-$3T$4:$5:$6.000Z');
}

/** Deletes all backups of a folder or a bucket but the newest. Files with other names stay. */
export const pruneBackups = (place: string, env: Environment, kept: number): Promise<void> =>
  withFiles(place, env, async (files) => {
    for (const name of (await backupsOf(files)).slice(kept)) await removeBackup(files, name);
  });

/** Deletes a backup, its manifest first: without it, a backup is incomplete. */
async function removeBackup(files: Files, name: string): Promise<void> {
  await files.remove(manifestPath(name));
  await files.remove(name);
}

/** Returns the names of all complete backups, newest first. */
async function backupsOf(files: Files): Promise<string[]> {
  const names = await files.list();
  const manifests = names.filter((name) => name.endsWith(MANIFEST));
  return manifests
    .map((name) => name.slice(0, -MANIFEST.length))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

async function withFiles<T>(place: string, env: Environment, work: (files: Files) => Promise<T>): Promise<T> {
  const files = await openFiles(place, env);
  try {
    return await work(files);
  } finally {
    files.close();
  }
}

/** Runs work with a temporary folder, which only its owner can read. */
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-backup-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const download = async (files: Files, name: string, path: string): Promise<void> =>
  pipeline(await files.read(name), createWriteStream(path, { mode: 0o600 }));
