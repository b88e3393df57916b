import { InvalidArgumentError, Option, type Command } from 'commander';
import { exitCodeHelp } from '../../exit-codes.ts';
import type { MatchesFlags, Start } from '../../flags.ts';
import { kindNames } from '../../names.ts';

/** Adds the command `matches`, which lists and reviews the matches whose rows are held. */
export function addMatches(program: Command, start: Start): void {
  const matches = program
    .command('matches')
    .description(
      'List the rows that are held because it is not sure which company they are about, and review them.',
    )
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- matches --source crunchbase --kind events
  npm run ingest -- matches accept 1 2 300-310
  npm run ingest -- matches reject 3
  npm run ingest -- matches accept --all --source crunchbase --because "compared with their websites"

A match links a name, a ticker or a domain in a source to a company. Its rows are held until a fact of them agrees with
the company, or until you accept the match. Later loads follow the review: they keep an accepted match, and reject the
rows of a rejected one. Rejecting also removes what those rows said: records that only they stated are deleted.
${exitCodeHelp()}`,
    );
  const filtered = (command: Command) =>
    command
      .option('--source <name>', 'only matches of this source')
      .addOption(
        new Option('--kind <kind>', 'only matches with records of this kind').choices(
          kindNames.map(({ plural }) => plural),
        ),
      )
      .addOption(
        new Option('--reason <reason>', 'only rows that named their company so').choices([
          'name',
          'ticker',
          'domain',
        ]),
      );
  filtered(matches.command('list', { isDefault: true }).description('List the matches to review.'))
    .option('--all', 'list decided matches too')
    .option('--json', 'print the list as JSON')
    .action((flags: MatchesFlags) =>
      start(async (io) => (await import('./matches.ts')).runMatches(io, flags)),
    );
  const review = (name: string, status: 'accepted' | 'rejected', description: string) =>
    filtered(matches.command(name).description(description))
      .argument('[numbers...]', 'numbers from the list and ranges (300-310)', readNumbers)
      .option('--all', 'every pending match, of those that the other options name')
      .option('--because <reason>', 'why, for the log of runs')
      .option('--json', 'print the result as JSON')
      .action((ids: number[] | 'all' | undefined, flags: MatchesFlags) =>
        start(async (io) => (await import('./matches.ts')).runReview(io, status, ids, flags)),
      );
  review('accept', 'accepted', 'Accept matches, and store the content of their rows.');
  review('reject', 'rejected', 'Reject matches, and remove the content of their rows.');
}

/** The most matches in one range. */
const LONGEST_RANGE = 100_000;

/** Adds an argument to the numbers before it. Commander prints the error only if it is thrown while it parses. */
function readNumbers(text: string, previous: number[] | 'all' = []): number[] | 'all' {
  if (text === 'all' || previous === 'all') return 'all';
  const [, first = '', last = first] = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(text) ?? [];
  const length = Number(last) - Number(first) + 1;
  if (first !== '' && length >= 1 && length <= LONGEST_RANGE)
    return [...previous, ...Array.from({ length }, (_, i) => Number(first) + i)];
  throw new InvalidArgumentError(
    `"${text}" is not the number of a match. Use numbers from the list, ranges such as 300-310, or --all.`,
  );
}
