import {
  changeEpoch,
  changeSeq,
  textLike,
  listInput,
  recordKind,
  recordSchemas,
  wholeNumber,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { snapshot, snapshotFile } from '../../snapshots/manifest.ts';
import { behindSignature, part, signedParts } from '../../views/embed.ts';

const HOURS = 6;
/** How long the address of a file is valid. */
export const VALID_MS = HOURS * 3_600_000;

export const listSnapshots = endpoint({
  method: 'GET',
  path: '/api/v1/snapshots',
  operationId: 'listSnapshots',
  summary: 'Snapshots of all records, newest first',
  description:
    'Each snapshot contains all records at one moment, in a file for each kind, and the `seq` of that moment. Read the ' +
    'files of the newest one, then follow `/api/v1/changes/` after its `seq`, with its `epoch`. A file is at its `url` for ' +
    `${HOURS} hours, without a key; it has an ETag, and accepts Range. \`deletion\` and \`merge\` list what was deleted before.`,
  tag: 'Snapshots',
  output: {
    200: z.object({
      snapshots: z
        .array(
          snapshot.extend({
            files: z
              .array(
                snapshotFile.extend({
                  url: textLike('https://dossier.example/embeds/snapshot-file/…').describe(
                    'Where the file is. The address is signed, and expires',
                  ),
                }),
              )
              .describe('The files, one or more for each kind and format'),
          }),
        )
        .describe('The snapshots, newest first'),
    }),
  },
});

export const getSnapshotFile = endpoint({
  ...behindSignature,
  path: '/embeds/snapshot-file/:snapshot_file/:look/:signature',
  operationId: 'getSnapshotFile',
  summary: 'A file of a snapshot',
  description:
    'Returns JSON lines, compressed with gzip, or Parquet. The address is signed and needs no key: take it from the list ' +
    'of snapshots.',
  tag: 'Snapshots',
  params: z.object({
    snapshot_file: part('The snapshot, and the place of the file in it', '20260113T210120492Z-1042~0'),
    ...signedParts,
  }),
  output: { 200: textLike('{"id":12,"slug":"stripe"}') },
  errors: [...behindSignature.errors, 'snapshots_unavailable'],
  produces: 'application/*',
});

const MAX = { ids: 200, rows: 500, checksums: 5000 };
const kind = { kind: recordKind.meta({ description: 'The kind of the records', examples: ['company'] }) };
const after = {
  after: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only records after this id: the `next_after` of the previous response' }),
};
const place = {
  kind: recordKind.describe('The kind of the records'),
  seq: changeSeq.meta({ description: 'The newest change that the response contains' }),
  epoch: changeEpoch,
  next_after: textLike('12')
    .nullable()
    .meta({ description: 'The `after` of the next request; null if there are no more records' }),
};

export const listRecords = endpoint({
  method: 'GET',
  path: '/api/v1/records/:kind',
  operationId: 'listRecords',
  summary: 'The records of a kind, all or by id',
  description:
    'Returns records as snapshots contain them: those with `ids`, such as the ids that changes name, or all records by ' +
    'id. Unknown ids are left out. A company has neither its documents nor its milestones, which are records themselves.',
  tag: 'Snapshots',
  params: z.object(kind),
  input: z.strictObject({
    ids: listInput(z.string().trim().min(1).max(100), MAX.ids)
      .optional()
      .meta({
        description: 'The ids of records, as changes and lists show them. Not with after',
        examples: [['12']],
      }),
    ...after,
    limit: wholeNumber(1, MAX.rows).default(100).meta({ description: 'The most records to return' }),
  }),
  output: {
    200: z
      .object({
        ...place,
        records: z.array(z.union(Object.values(recordSchemas))).describe('The records, by id'),
      })
      .meta({ id: 'Records' }),
  },
  example: { limit: 10 },
});

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb924'.repeat(2)] });

export const getChecksums = endpoint({
  method: 'GET',
  path: '/api/v1/checksums/:kind',
  operationId: 'getChecksums',
  summary: 'Checksums of the records of a kind',
  description:
    'Returns the number of records in a range of ids, and the checksum of the range. The checksum of a record is the ' +
    'SHA-256 of its JSON without blanks, as `JSON.stringify` writes it. The checksum of a range is the SHA-256 of the hex ' +
    "digits of its records' checksums, joined in the order of `/api/v1/records/<kind>/`. That order sorts numeric ids by " +
    'their value, other ids by their bytes, and ids of events without their `fr_`, `st_`, `ca_` or `cm_`. With ' +
    '`records=true`, the response also has the checksum of each record.',
  tag: 'Snapshots',
  params: z.object(kind),
  input: z.strictObject({
    ...after,
    limit: wholeNumber(1, MAX.checksums).default(100).meta({ description: 'The most records of the range' }),
    records: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'Whether to return the checksum of each record' }),
  }),
  output: {
    200: z
      .object({
        ...place,
        rows: z
          .int()
          .meta({ examples: [36] })
          .describe('The number of records in the range'),
        sha256: sha256.describe('The checksum of the range'),
        records: z
          .array(
            z.object({
              id: textLike('12').describe('The id of the record'),
              sha256: sha256.describe('The checksum of the record'),
            }),
          )
          .optional()
          .meta({ description: 'Only with `records`' }),
      })
      .meta({ id: 'Checksums' }),
  },
  errors: ['database_busy'],
  example: { limit: 10 },
});
