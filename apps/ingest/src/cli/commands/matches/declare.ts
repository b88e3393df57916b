import { userInfo } from 'node:os';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { exitCodeHelp } from '../../exit-codes.ts';
import { wholeNumber, type MatchesFlags, type Start } from '../../flags.ts';
import { kindNames } from '../../names.ts';
import type { Decision } from '../../../edits/matches.ts';

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
  npm run ingest -- matches reopen --run 12
  npm run ingest -- matches duplicates
  npm run ingest -- matches accept --all --source crunchbase --because "compared with their websites"

A match links a name, a ticker or a domain in a source to a company. Its rows are held until a fact of them agrees with
the company, or until you accept the match. Later loads follow the review: they keep an accepted match, and reject the
rows of a rejected one. Rejecting also removes what those rows said: records that only they stated are deleted. A
reopened match is as before its review; what a rejection removed returns with the next load.
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
    .argument('[numbers...]', 'only these ones, decided or not', readNumbers)
    .option('--all', 'list decided matches too')
    .option('--json', 'print the list as JSON')
    .action((ids: number[] | 'all' | undefined, flags: MatchesFlags) =>
      start(async (io) => (await import('./matches.ts')).runMatches(io, ids, flags)),
    );
  const judged = (command: Command) =>
    command
      .option('--because <reason>', 'why, for the log of runs and for the next reviewer')
      .option('--actor <name>', 'who reviews, for the next reviewer', login())
      .option('--json', 'print the result as JSON');
  const review = (name: string, status: Decision, description: string) =>
    judged(filtered(matches.command(name).description(description)))
      .argument('[numbers...]', 'numbers from the list and ranges (300-310)', readNumbers)
      .option('--all', 'every pending match, of those that the other options name')
      .action((ids: number[] | 'all' | undefined, flags: MatchesFlags) =>
        start(async (io) => (await import('./matches.ts')).runReview(io, status, ids, flags)),
      );
  review('accept', 'accepted', 'Accept matches, and store the content of their rows.');
  review('reject', 'rejected', 'Reject matches, and remove the content of their rows.');
  review('unsure', 'unsure', 'Keep the rows of matches held, and store who was unsure.');
  review('reopen', 'reopened', 'Forget the review of matches and of pairs of companies.').addOption(
    new Option('--run <number>', 'what this run reviewed').argParser(wholeNumber),
  );
  addDuplicates(matches, start, judged);
}

/** Adds the commands about stored companies that may be one. */
function addDuplicates(matches: Command, start: Start, judged: (command: Command) => Command): void {
  const duplicates = matches
    .command('duplicates')
    .description('List stored companies that may be one, and review them. To join two, use merge.');
  duplicates
    .command('list', { isDefault: true })
    .description('List pairs of companies that share a name and that nothing contradicts.')
    .option('--all', 'list pairs that are different too')
    .addOption(new Option('--limit <number>', 'pairs at most').argParser(wholeNumber).default(1000))
    .option('--json', 'print the list as JSON')
    .action((flags: MatchesFlags) =>
      start(async (io) => (await import('./duplicates.ts')).runDuplicates(io, flags)),
    );
  for (const [status, description] of [
    ['different', 'Store that two companies are different. The pair returns when one of both changes.'],
    ['unsure', 'Store who was unsure about two companies. The pair stays in the list.'],
  ] as const)
    judged(duplicates.command(status).description(description))
      .argument('<domain>', 'the domain of one company')
      .argument('<other>', 'the domain of the other company')
      .action((one: string, other: string, flags: MatchesFlags) =>
        start(async (io) => (await import('./duplicates.ts')).runPair(io, status, [one, other], flags)),
      );
}

/** Returns the name of the user of the operating system. Some containers have none. */
function login(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The most matches in one range. */
const MAX_RANGE = 100_000;

/** Adds an argument to the numbers before it. Commander prints the error only if it is thrown while it parses. */
function readNumbers(text: string, previous: number[] | 'all' = []): number[] | 'all' {
  if (text === 'all' || previous === 'all') return 'all';
  const [, first = '', last = first] = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(text) ?? [];
  const length = Number(last) - Number(first) + 1;
  if (first !== '' && length >= 1 && length <= MAX_RANGE)
    return [...previous, ...Array.from({ length }, (_, i) => Number(first) + i)];
  throw new InvalidArgumentError(
    `"${text}" is not the number of a match. Use numbers from the list, ranges such as 300-310, or --all.`,
  );
}
