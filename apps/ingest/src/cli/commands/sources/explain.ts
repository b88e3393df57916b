import { readExplained, printExplained } from '../../records/explain.ts';
import { findKind } from '../../../kinds/index.ts';
import { show } from '../../database.ts';
import type { JsonFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';

/** Prints the source of each field of a record. */
export const runExplain = (io: Io, kindName: string, given: string[], flags: JsonFlags): Promise<number> =>
  show(io, flags, (db) => readExplained(db, findKind(kindName)!, given), printExplained);
