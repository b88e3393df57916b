import { show } from '../../database.ts';
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
  show(
    io,
    { json },
    (db) => (run === undefined ? readRuns(db, runs, { all }) : readRun(db, run)),
    (list) => printRuns(list, new Date()),
  );
