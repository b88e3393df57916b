import { InvalidArgumentError, type Command } from 'commander';
import { exitCodeHelp } from '../exit-codes.ts';
import type { MatchesFlags, Start } from '../flags.ts';

/** Adds the command `matches`, which lists and reviews matches by name. */
export function addMatches(program: Command, start: Start): void {
  const matches = program
    .command('matches')
    .description('List the rows that found their company by name alone, and review them.')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- matches
  npm run ingest -- matches accept 1 2
  npm run ingest -- matches reject 3

A match links a name in a source to a company. Later loads follow the review: they keep an accepted match, and reject
the rows of a rejected one. Rejecting also removes what those rows said: records that only they stated are deleted.
${exitCodeHelp()}`,
    );
  matches
    .command('list', { isDefault: true })
    .description('List the matches to review.')
    .option('--all', 'list reviewed matches too')
    .option('--json', 'print the list as JSON')
    .action((flags: MatchesFlags) =>
      start(async (io) => (await import('../commands/matches.ts')).runMatches(io, flags)),
    );
  const review = (name: string, status: 'accepted' | 'rejected', description: string) =>
    matches
      .command(name)
      .description(description)
      .argument('<numbers...>', 'numbers from the list, or all for every pending match', readNumbers)
      .option('--json', 'print the result as JSON')
      .action((ids: number[] | 'all', flags: MatchesFlags) =>
        start(async (io) => (await import('../commands/matches.ts')).runReview(io, status, ids, flags)),
      );
  review('accept', 'accepted', 'Accept matches: the rows belong to the companies.');
  review('reject', 'rejected', 'Reject matches, and remove the content of their rows.');
}

/** Adds an argument to the numbers before it. Commander prints the error only if it is thrown while it parses. */
function readNumbers(text: string, previous: number[] | 'all' = []): number[] | 'all' {
  if (text === 'all' || previous === 'all') return 'all';
  if (/^[1-9]\d{0,8}$/.test(text)) return [...previous, Number(text)];
  throw new InvalidArgumentError(
    `"${text}" is not the number of a match. Use numbers from the list, or all.`,
  );
}
