import { readExplained, printExplained } from '../../records/explain.ts';
import { findKind } from '../../../kinds/index.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { ExplainFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';

/** Prints the source of each field of a record. */
export const runExplain = (
  io: Io,
  kindName: string,
  given: string[],
  { json }: ExplainFlags,
): Promise<number> =>
  readOnly(readConfig(io.env), io, (config) =>
    withDatabase(config, async (db) => {
      const explained = await readExplained(db, findKind(kindName)!, given);
      io.out(`${json ? JSON.stringify(explained, undefined, 2) : printExplained(explained)}\n`);
      return exitCode.done;
    }),
  );
