import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { changeEpoch, changeSeq, like, snapshotKind, timestamp } from '@dossier/shared';
import { z } from 'zod';

export const snapshotFormats = ['ndjson', 'parquet'] as const;
export type SnapshotFormat = (typeof snapshotFormats)[number];

/** A file of a snapshot. */
export const snapshotFile = z.object({
  name: like('company.ndjson.gz').describe('The name of the file'),
  kind: snapshotKind.describe('The kind of the records in it'),
  format: z.enum(snapshotFormats).describe('JSON lines, compressed with gzip, or Parquet'),
  rows: z
    .int()
    .meta({ examples: [36] })
    .describe('The number of records in it'),
  bytes: z
    .int()
    .meta({ examples: [48_211] })
    .describe('The size of the file'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({
      description: 'The SHA-256 of the file',
      examples: ['e3b0c44298fc1c149afbf4c8996fb924'.repeat(2)],
    }),
});
export type SnapshotFile = z.infer<typeof snapshotFile>;

/** A snapshot: all records at one moment, and the place of that moment in the change log. */
export const snapshot = z.object({
  id: like('20260113T210120492Z-1042').describe('The id of the snapshot'),
  created_at: timestamp.describe('The moment of the snapshot'),
  seq: changeSeq.meta({
    description: 'The newest change that the files contain: follow the changes after it',
  }),
  epoch: changeEpoch,
  schema_version: like('0001-baseline').describe('The version of the database schema'),
  files: z.array(snapshotFile).describe('The files, one or more for each kind and format'),
});
export type Snapshot = z.infer<typeof snapshot>;

export const MANIFEST = 'manifest.json';
const ID = /^\d{8}T\d{9}Z-\d+$/;
const PART = '.part';
const DAY_MS = 86_400_000;

/** Returns the snapshots of a folder, newest first; none if the folder does not exist. */
export async function readSnapshots(folder: string): Promise<Snapshot[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const read = names
    .filter((name) => ID.test(name))
    .map(async (name) => JSON.parse(await readFile(join(folder, name, MANIFEST), 'utf8')) as Snapshot);
  const snapshots = await Promise.allSettled(read);
  // A snapshot that is deleted meanwhile is not listed.
  const found = snapshots.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return found.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
}

/** Fills a new folder inside of another, which gets its name when it is complete. A failure leaves nothing. */
export async function fillFolder(
  folder: string,
  fill: (part: string) => Promise<Snapshot>,
): Promise<Snapshot> {
  const part = join(folder, `${randomUUID()}${PART}`);
  await mkdir(part, { recursive: true });
  try {
    const made = await fill(part);
    await rename(part, join(folder, made.id));
    return made;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Deletes all snapshots of a folder but the newest, and what programs that were killed have left. */
export async function pruneSnapshots(folder: string, kept: number): Promise<void> {
  const old = (await readSnapshots(folder)).slice(kept).map(({ id }) => id);
  for (const name of await readdir(folder)) {
    const isLeft = name.endsWith(PART) && Date.now() - (await stat(join(folder, name))).mtimeMs > DAY_MS;
    if (old.includes(name) || isLeft) await rm(join(folder, name), { recursive: true, force: true });
  }
}
