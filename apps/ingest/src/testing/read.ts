import { originFields } from '../fields/origin.ts';
import { findKind } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { readFiles, type ReadOptions } from '../readers/open.ts';
import { readRecords } from '../load/pipeline.ts';
import { isReject } from '../rows/types.ts';
import { collect } from './files.ts';

/** Reads and validates the records of files, without storing them. */
export const recordsOf = (
  kind: Kind,
  paths: string[],
  options: ReadOptions & { stdin?: AsyncIterable<Uint8Array> } = {},
) => collect(readRecords({ kind, items: readFiles(kind, paths, options) }));

/** A row of a file that was read with a mapping. */
type MappedRow = { row: number; record: unknown } | { row: number; reason: string };

/** Reads and validates the rows of a file with a mapping, without their origin. @param kind the name of the kind */
export async function readMapped(kind: string, path: string, mapping: string): Promise<MappedRow[]> {
  const read = await recordsOf(findKind(kind)!, [path], { mapping });
  return read.flatMap((row): MappedRow[] => {
    if ('onStored' in row) return [];
    if (isReject(row)) return [{ row: row.row, reason: row.reason }];
    const stated = Object.entries(row.record as object).filter(([field]) => !(field in originFields));
    return [{ row: row.row, record: Object.fromEntries(stated) }];
  });
}
