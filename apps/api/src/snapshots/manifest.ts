import { changeEpoch, changeSeq, textLike, snapshotKind, timestamp } from '@dossier/shared';
import { z } from 'zod';

export const snapshotFormats = ['ndjson', 'parquet'] as const;
export type SnapshotFormat = (typeof snapshotFormats)[number];

/** A file of a snapshot. */
export const snapshotFile = z.object({
  name: textLike('company.ndjson.gz').describe('The name of the file'),
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
  id: textLike('20260113T210120492Z-1042').describe('The id of the snapshot'),
  created_at: timestamp.describe('The moment of the snapshot'),
  seq: changeSeq.meta({
    description: 'The newest change that the files contain: follow the changes after it',
  }),
  epoch: changeEpoch,
  schema_version: textLike('0001-baseline').describe('The version of the database schema'),
  files: z.array(snapshotFile).describe('The files, one or more for each kind and format'),
});
export type Snapshot = z.infer<typeof snapshot>;

export const MANIFEST = 'manifest.json';
