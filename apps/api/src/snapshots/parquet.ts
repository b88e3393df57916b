import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { SnapshotKind } from '@dossier/shared';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Digest, FileWriter } from './file-writer.ts';
import { columnsOf } from './parquet-schema.ts';

/** Rows and characters of a row group, which is in memory while it is collected. */
const GROUP = { rows: 10_000, characters: 8_000_000 };

/** Writes rows as Parquet, with a column for each field of the contract. */
export function openParquet(path: string, kind: SnapshotKind): FileWriter {
  const columns = columnsOf(kind);
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(({ field }) => field.elements),
  ];
  const writer = fileWriter(path);
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Dossier' });
  let group: Record<string, unknown>[] = [];
  let characters = 0;
  const flush = async () => {
    const rows = group;
    [group, characters] = [[], 0];
    const columnData = columns.map(({ name, field }) => ({
      name,
      data: rows.map(({ [name]: value }) => (value == null ? null : field.convert(value as never))),
    }));
    await parquet.write({ columnData, rowGroupSize: Math.max(1, rows.length) });
  };
  return {
    add: async (texts) => {
      for (const text of texts) {
        group.push(JSON.parse(text) as Record<string, unknown>);
        characters += text.length;
        if (group.length >= GROUP.rows || characters >= GROUP.characters) await flush();
      }
    },
    close: async () => {
      await flush();
      await parquet.finish();
      return digestOf(path);
    },
  };
}

async function digestOf(path: string): Promise<Digest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
