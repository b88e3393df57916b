import type { Kind } from '../kinds/kind.ts';
import { readFiles, type ReadOptions } from '../readers/open.ts';
import { readRecords } from '../records/pipeline.ts';
import { collect } from './files.ts';

/** Reads and validates the records of files, without storing them. */
export const recordsOf = (
  kind: Kind,
  paths: string[],
  options: ReadOptions & { stdin?: AsyncIterable<Uint8Array> } = {},
) => collect(readRecords({ kind, items: readFiles(kind, paths, options) }));
