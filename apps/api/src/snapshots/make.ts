import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordKind, toTimestamp, type RecordKind, type SnapshotKind } from '@dossier/shared';
import { atOneMoment, schemaVersion, type Db } from '@dossier/store';
import type { FileWriter } from './file-writer.ts';
import { MANIFEST, type Snapshot, type SnapshotFile, type SnapshotFormat } from './manifest.ts';
import { openNdjson } from './ndjson.ts';
import { allDeletions, allMerges, allRecords, type RecordViews } from './rows.ts';
import type { Snapshots } from './snapshots.ts';

/** Rows of a file. A kind with more has several, so that a reader can work on them at once. */
export const ROWS_OF_FILE = 1_000_000;

export interface MakeSnapshot {
  db: Db;
  /** Where it is added. */
  snapshots: Snapshots;
  formats: readonly SnapshotFormat[];
  kinds: readonly SnapshotKind[];
  views: RecordViews;
  publicUrl: string;
  /** Fills the placeholders of a text with addresses. */
  fill: (text: string) => string | Promise<string>;
  /** When it is made, which is a part of its id; now, if it is missing. */
  createdAt?: string;
  onProgress?: (rows: number, of: number) => void;
  rowsOfFile?: number;
}

const FORMATS: Record<
  SnapshotFormat,
  { ending: string; open: (path: string, kind: SnapshotKind) => Promise<FileWriter> }
> = {
  ndjson: { ending: '.ndjson.gz', open: openNdjson },
  parquet: {
    ending: '.parquet',
    open: async (path, kind) => (await import('./parquet.ts')).openParquet(path, kind),
  },
};

/** Writes all records into files, as they are at one moment. The snapshot appears when it is complete. */
export const makeSnapshot = (options: MakeSnapshot): Promise<Snapshot> =>
  options.snapshots.add((part) =>
    atOneMoment(options.db, async (trx, { seq, epoch }) => {
      const created_at = options.createdAt ?? toTimestamp(new Date());
      const { version = '' } = await schemaVersion(trx);
      const files: SnapshotFile[] = [];
      const total = await countRows(trx, options);
      let done = 0;
      for (const kind of options.kinds) {
        const rows = rowsOf(trx, kind, options);
        const counted = async function* () {
          for await (const texts of rows) {
            yield texts;
            options.onProgress?.((done += texts.length), total);
          }
        };
        files.push(...(await writeKind(part, kind, counted(), options)));
      }
      const id = `${created_at.replaceAll(/[-:.]/g, '')}-${seq}`;
      const made = { id, created_at, seq, epoch, schema_version: version, files };
      await writeFile(join(part, MANIFEST), `${JSON.stringify(made, undefined, 2)}\n`);
      return made;
    }),
  );

function rowsOf(trx: Db, kind: SnapshotKind, { views, publicUrl }: MakeSnapshot): AsyncGenerator<string[]> {
  if (kind === 'deletion') return allDeletions(trx);
  return kind === 'merge' ? allMerges(trx) : allRecords(trx, views[kind], publicUrl);
}

async function countRows(trx: Db, { kinds, views }: MakeSnapshot): Promise<number> {
  let total = 0;
  for (const kind of kinds) {
    const table = isRecord(kind) ? views[kind].table : `${kind === 'merge' ? 'company_merge' : kind}s`;
    total += Number((await trx(table).count({ n: '*' }).first<{ n: number | string }>()).n);
  }
  return total;
}

const isRecord = (kind: SnapshotKind): kind is RecordKind => recordKind.safeParse(kind).success;

/** Writes the rows of a kind into files of each format. */
async function writeKind(
  folder: string,
  kind: SnapshotKind,
  batches: AsyncIterable<string[]>,
  { formats, fill, rowsOfFile = ROWS_OF_FILE }: MakeSnapshot,
): Promise<SnapshotFile[]> {
  const files: SnapshotFile[] = [];
  let number = 0;
  const open = async () => {
    number++;
    const base = number === 1 ? kind : `${kind}-${number}`;
    return Promise.all(
      formats.map(async (format) => {
        const { ending, open: openFormat } = FORMATS[format];
        const name = base + ending;
        return { name, format, writer: await openFormat(join(folder, name), kind) };
      }),
    );
  };
  let [opened, rows] = [await open(), 0];
  const close = async () => {
    for (const { name, format, writer } of opened)
      files.push({ name, kind, format, rows, ...(await writer.close()) });
  };
  for await (const batch of batches) {
    const texts = await Promise.all(batch.map(async (text) => fill(text)));
    for (let from = 0; from < texts.length;) {
      if (rows === rowsOfFile) {
        await close();
        [opened, rows] = [await open(), 0];
      }
      const part = texts.slice(from, from + rowsOfFile - rows);
      for (const { writer } of opened) await writer.add(part);
      from += part.length;
      rows += part.length;
    }
  }
  await close();
  return files;
}
