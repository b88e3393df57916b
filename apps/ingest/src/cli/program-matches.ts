import { InvalidArgumentError, type Command } from 'commander';
import { exitCodeHelp } from './exit-codes.ts';
import type { MatchesFlags, Start } from './flags.ts';

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

A match is a name of a source and a company. Later loads follow the review: an accepted match stays, and rows of a
rejected one are rejected. Rejecting deletes the records that were stored through the match.
${exitCodeHelp()}`,
    );
  matches
    .command('list', { isDefault: true })
    .description('List the matches that wait for a review.')
    .option('--all', 'list reviewed matches too')
    .option('--json', 'print the list as JSON')
    .action((flags: MatchesFlags) =>
      start(async (io) => (await import('./commands/matches.ts')).runMatches(io, flags)),
    );
  const review = (name: string, status: 'accepted' | 'rejected', description: string) =>
    matches
      .command(name)
      .description(description)
      .argument('<numbers...>', 'numbers of the list; all for every match that waits')
      .option('--json', 'print the result as JSON')
      .action((numbers: string[], flags: MatchesFlags) => {
        const ids = numbers.includes('all') ? 'all' : numbers.map(readNumber);
        return start(async (io) => (await import('./commands/matches.ts')).runReview(io, status, ids, flags));
      });
  review('accept', 'accepted', 'Accept matches: the rows belong to the companies.');
  review('reject', 'rejected', 'Reject matches, and delete the records that were stored through them.');
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`"${text}" is not the number of a match. Use numbers of the list, or all.`);
}
