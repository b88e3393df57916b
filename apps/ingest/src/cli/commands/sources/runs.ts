import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { RunsFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { printRuns, readRun, readRuns } from '../../runs/status.ts';

const SHOWN = 20;

/** Prints the last runs with their numbers, or one run. */
export const runRuns = (
  io: Io,
  run: number | undefined,
  { json, all = false, runs = SHOWN }: RunsFlags,
): Promise<number> =>
  readOnly(readConfig(io.env), io, (config) =>
    withDatabase(config, async (db) => {
      const list = run === undefined ? await readRuns(db, runs, { all }) : await readRun(db, run);
      io.out(`${json ? JSON.stringify(list, undefined, 2) : printRuns(list, new Date())}\n`);
      return exitCode.done;
    }),
  );
