import { findKind } from '../../../kinds/index.ts';
import { show } from '../../database.ts';
import type { JsonFlags } from '../../flags.ts';
import { readHistory } from '../../records/history.ts';
import { printHistory } from '../../records/print-history.ts';
import type { Io } from '../../io.ts';

/** Prints the versions of a record, and the runs that made them. */
export const runHistory = (io: Io, kindName: string, key: string[], flags: JsonFlags): Promise<number> =>
  show(io, flags, (db) => readHistory(db, findKind(kindName)!, key), printHistory);
