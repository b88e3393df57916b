import { readConfig } from '../config.ts';
import { readOnly, withDatabase } from '../database.ts';
import { exitCode } from '../exit-codes.ts';
import type { StatusFlags } from '../flags.ts';
import type { Io } from '../io.ts';
import { printRuns, readRuns } from '../status.ts';

const SHOWN = 20;

/** Prints the last runs with their numbers. */
export const runRuns = (io: Io, { json, runs = SHOWN }: StatusFlags): Promise<number> =>
  readOnly(readConfig(io.env), io, (config) =>
    withDatabase(config, async (db) => {
      const list = await readRuns(db, runs);
      io.out(`${json ? JSON.stringify(list, undefined, 2) : printRuns(list, new Date())}\n`);
      return exitCode.done;
    }),
  );
