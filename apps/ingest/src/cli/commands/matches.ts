import { printIndexed } from '../../report/report.ts';
import { readConfig } from '../config.ts';
import { readOnly, withDatabase } from '../database.ts';
import { exitCode } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import type { MatchesFlags } from '../flags.ts';
import { listMatches, printMatches, printReview, reviewMatches } from '../records/matches.ts';
import { logTask } from '../runs/run-log.ts';
import { withSearch } from '../search-engine.ts';

/** Prints the matches by name, by default only those to review. */
export const runMatches = (io: Io, { all, json }: MatchesFlags): Promise<number> =>
  readOnly(readConfig(io.env), io, (config) =>
    withDatabase(config, async (db) => {
      const matches = await listMatches(db, { all });
      io.out(`${json ? JSON.stringify(matches, undefined, 2) : printMatches(matches)}\n`);
      return exitCode.done;
    }),
  );

/** Accepts or rejects matches by name, and prints what changed. */
export async function runReview(
  io: Io,
  status: 'accepted' | 'rejected',
  ids: number[] | 'all',
  { json }: MatchesFlags,
): Promise<number> {
  const config = readConfig(io.env);
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) => {
      const command = status === 'accepted' ? 'matches accept' : 'matches reject';
      const review = await logTask(
        { db, stop: undefined },
        { command, source: ids === 'all' ? ids : ids.join(' ') },
        (run) => reviewMatches({ db, search, ids, status, run }),
        ({ matches, deleted }) => ({ matches: matches.length, ...deleted }),
      );
      const text = [printReview(review, status), ...printIndexed(review)].join('\n');
      io.out(`${json ? JSON.stringify(review, undefined, 2) : text}\n`);
      return exitCode.done;
    }),
  );
}
