import { readJson } from '@dossier/shared';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { migrations } from '../schema/migrations/index.ts';
import { backupError, type BackupError } from './error.ts';

/** The file next to a backup that describes it. It is written last, so a backup without one is incomplete. */
const manifestSchema = z.object({
  format: z.literal(1),
  created_at: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The id of the database; null in databases of early releases. */
  database_id: z.string().nullable(),
  /** The newest migration. */
  schema: z.string(),
  /** The number of rows of each table. */
  tables: z.record(z.string(), z.number().int()),
  /** The name of the file, its size in bytes, and its SHA-256 in lowercase hex. */
  file: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

const ENDING = '.manifest.json';
export const manifestPath = (file: string): string => `${file}${ENDING}`;

/** A backup: its file, and what its manifest states. */
export interface Backup {
  path: string;
  manifest: Manifest;
}

/**
 * Finds a backup: the file with its manifest, or the newest of a folder.
 * @throws BackupError when there is none, or its manifest is missing or unreadable
 */
export function findBackup(place: string): Backup {
  const path = statSync(place, { throwIfNoEntry: false })?.isDirectory() ? newestIn(place) : place;
  if (!existsSync(path))
    throw backupError(`There is no backup ${path}. Name the file or the folder of a backup.`);
  return { path, manifest: readManifest(path) };
}

function newestIn(folder: string): string {
  const manifests = readdirSync(folder).filter((name) => name.endsWith(ENDING));
  const backups = manifests.map((name) => {
    const path = join(folder, name.slice(0, -ENDING.length));
    return { path, at: readManifest(path).created_at };
  });
  const newest = backups.sort((a, b) => (a.at < b.at ? 1 : -1))[0];
  if (!newest) {
    throw backupError(
      `The folder ${folder} contains no complete backup. A backup has a file ending in ${ENDING} next to it.`,
    );
  }
  return newest.path;
}

function readManifest(path: string): Manifest {
  const file = manifestPath(path);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw withoutManifest(path, error);
  }
  const read = manifestSchema.safeParse(readJson(text));
  if (!read.success || read.data.file !== basename(path)) {
    throw backupError(`${file} is not the manifest of ${basename(path)}. Use a backup that was not changed.`);
  }
  return read.data;
}

const withoutManifest = (path: string, cause: unknown): BackupError =>
  backupError(
    `The backup ${path} has no manifest ${basename(manifestPath(path))} in ${dirname(path)}, so it is incomplete. ` +
      'Use a complete backup.',
    cause,
  );

/**
 * Checks that the file of a backup is the one that was written, and that this program knows its schema.
 * @throws BackupError otherwise
 */
export async function checkBackup({ path, manifest }: Backup): Promise<void> {
  const { bytes, sha256, schema } = manifest;
  if (statSync(path).size !== bytes || (await hashOf(path)) !== sha256) {
    throw backupError(`The backup ${path} is damaged: it differs from its manifest. Use another backup.`);
  }
  if (!migrations.some(([name]) => name === schema)) {
    throw backupError(
      `The backup has the schema ${schema}, which is newer than this program. Install the version that wrote the backup.`,
    );
  }
}

/** Returns the SHA-256 of a file in lowercase hex. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
