import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import type { StatusFlags } from '../../flags.ts';
import { indexState } from '../../search-engine.ts';
import { printStatus, readStatus } from '../../runs/status.ts';

/** Prints the last runs, the number of records and what waits to be indexed. */
export const runStatus = (io: Io, { json, runs }: StatusFlags): Promise<number> =>
  readOnly(readConfig(io.env), io, (config) =>
    withDatabase(config, async (db) => {
      const now = new Date();
      const status = { ...(await readStatus(db, now, runs)), search: await indexState(config, db) };
      io.out(`${json ? JSON.stringify(status, undefined, 2) : printStatus(status, now)}\n`);
      return exitCode.done;
    }),
  );
