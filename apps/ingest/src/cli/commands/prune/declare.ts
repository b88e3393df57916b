import { parseTime } from '@dossier/shared';
import { InvalidArgumentError, type Command } from 'commander';
import { exitCodeHelp } from '../../exit-codes.ts';
import type { PruneFlags, Start } from '../../flags.ts';

/** Adds the command `prune`, which deletes old changes from the change log, old versions from the history, and old usage. */
export function addPrune(program: Command, start: Start): void {
  program
    .command('prune')
    .description(
      'Delete old changes from the change log, old versions of records, and old usage. Current records stay.',
    )
    .option('--before <time>', 'date or time in ISO 8601, in UTC: 2026-01-31', readTime)
    .option('--record <kind and key...>', 'erase one deleted record from the history instead')
    .option('--dry-run', 'print what it would delete, without deleting anything')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- prune --before 2026-01-31 --dry-run
  npm run ingest -- prune --before 2026-01-31
  npm run ingest -- prune --record companies acme.com

A client of /api/v1/changes/ that has not read the deleted changes gets a 410 and must read all lists again. Keep the
changes for longer than any client may be away. The newest change always stays. A request with an as_of before that time
also gets a 410. Usage of organizations is deleted by whole UTC days, if it is older than the 400 days that can be read.

--record deletes all versions of a deleted record and the statements of its sources. For a company, it also erases the
records that were deleted with it. The change log keeps the deletion with the key. You cannot undo this.
${exitCodeHelp()}`,
    )
    .action((flags: PruneFlags) => start(async (io) => (await import('./prune.ts')).runPrune(io, flags)));
}

function readTime(text: string): string {
  const time = parseTime(text);
  if (time === undefined)
    throw new InvalidArgumentError(
      'Use a date or time in ISO 8601, such as 2026-01-31 or 2026-01-31T12:00:00Z.',
    );
  return time;
}
