import { join, resolve } from 'node:path';
import { snapshotKind } from '@dossier/shared';
import { isBucket } from '@dossier/store/files';
import { runExportProgram, type ExportedFile } from '../../../export/program.ts';
import { UsageError } from '../../../rows/types.ts';
import { readConfig } from '../../config.ts';
import { readOnly } from '../../database.ts';
import type { ExportFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';

const NEEDED = 'it has nothing to export';

/** Writes a snapshot of all records into a folder. */
export async function runExport(
  io: Io,
  { out, format, kinds = snapshotKind.options, json }: ExportFlags,
): Promise<number> {
  const known: string[] = snapshotKind.options;
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown !== undefined)
    throw new UsageError(`There is no kind "${unknown}". The kinds are: ${known.join(', ')}.`);
  const options = { out: isBucket(out) ? out : resolve(out), formats: format, kinds };
  const work = () => runExportProgram(options, io.env, io.stop);
  const { code, manifest } = await readOnly(readConfig(io.env), io, work, NEEDED);
  if (!manifest) return code;
  const { id, seq, files } = manifest;
  const lines = [
    `Snapshot ${id} contains all changes up to seq ${seq}, in ${isBucket(out) ? `${out}/${id}` : join(out, id)}:`,
    ...files.map(({ name, rows, bytes }) => `  ${name}: ${rows} rows, ${sizeOf(bytes)}`),
  ];
  io.out(json ? `${JSON.stringify(manifest)}\n` : `${lines.join('\n')}\n`);
  return code;
}

const sizeOf = (bytes: ExportedFile['bytes']): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
