import { findKind } from '../../../kinds/index.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { ExplainFlags } from '../../flags.ts';
import { readHistory } from '../../records/history.ts';
import { printHistory } from '../../records/print-history.ts';
import type { Io } from '../../io.ts';

/** Prints the versions of a record, and the runs that made them. */
export const runHistory = (
  io: Io,
  kindName: string,
  key: string[],
  { json }: ExplainFlags,
): Promise<number> =>
  readOnly(readConfig(io.env), io, (config) =>
    withDatabase(config, async (db) => {
      const history = await readHistory(db, findKind(kindName)!, key);
      io.out(`${json ? JSON.stringify(history, undefined, 2) : printHistory(history)}\n`);
      return exitCode.done;
    }),
  );
