import type { MatchFilter } from '@dossier/store';
import { findKind } from '../../../kinds/index.ts';
import { printIndexed } from '../../../report/report.ts';
import { UsageError } from '../../../rows/types.ts';
import { show } from '../../database.ts';
import type { Io } from '../../io.ts';
import type { MatchesFlags } from '../../flags.ts';
import { listMatches, reviewMatches, type Decision } from '../../../edits/matches.ts';
import { printMatches, printReview } from './print.ts';
import { change } from '../../runs/change.ts';

/** Prints matches, by default only those to review. */
export const runMatches = (io: Io, ids: Numbers, { json, ...flags }: MatchesFlags): Promise<number> => {
  const numbers = numbersOf(ids);
  const which = { ...filterOf(flags), ...(numbers && { ids: numbers, all: true }) };
  return show(io, { json }, (db) => listMatches(db, which), printMatches);
};

/** The numbers of matches, as Commander passes them. */
type Numbers = number[] | 'all' | undefined;

/** Returns the numbers; undefined without any, for which Commander passes an empty list. */
const numbersOf = (ids: Numbers): number[] | undefined =>
  ids === 'all' || ids?.length === 0 ? undefined : ids;

const filterOf = ({ kind, because: _, ...rest }: MatchesFlags): MatchFilter => ({
  ...rest,
  ...(kind !== undefined && { kind: findKind(kind)!.name }),
});

/** Reviews matches, and prints what changed. */
export function runReview(
  io: Io,
  status: Decision,
  ids: Numbers,
  { json, because, actor, all = ids === 'all', ...flags }: MatchesFlags,
): Promise<number> {
  const numbers = numbersOf(ids);
  if ([all, numbers !== undefined, flags.run !== undefined].filter(Boolean).length !== 1)
    throw new UsageError('Name the matches by numbers from the list, or use --all.');
  const which: MatchFilter = { ...filterOf(flags), ...(numbers && { ids: numbers }) };
  const named = Object.entries(flags).map(([name, value]) => `--${name} ${value}`);
  const source = [numbers?.join(' ') ?? (all && 'all'), ...named].filter(Boolean).join(' ');
  return change(
    io,
    { json, because },
    {
      name: { command: `matches ${COMMANDS[status]}`, source },
      work: (given) => reviewMatches({ ...given, which, status, by: actor }),
      countsOf: ({ matches, pairs, stored, changed, deleted }) => ({
        matches: matches.length + pairs,
        ...prefixed('stored', stored),
        ...prefixed('changed', changed),
        ...deleted,
      }),
      print: (review) => [printReview(review, status), ...printIndexed(review)].join('\n'),
    },
  );
}

const COMMANDS = { accepted: 'accept', rejected: 'reject', unsure: 'unsure', reopened: 'reopen' };

const prefixed = (what: string, counts: Record<string, number>): Record<string, number> => {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return total === 0 ? {} : { [what]: total };
};
