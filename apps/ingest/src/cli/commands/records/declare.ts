import { Argument, type Command } from 'commander';
import { exitCodeHelp } from '../../exit-codes.ts';
import {
  wholeNumber,
  type DryRunFlags,
  type MigrateFlags,
  type Start,
  type StatusFlags,
} from '../../flags.ts';
import { kindNames } from '../../names.ts';
import { kindChoices } from '../load/declare.ts';

/** Adds the commands that delete one record, show what is stored and update the schema. */
export function addRecords(program: Command, start: Start): void {
  program
    .command('delete')
    .description('Delete one record, its children and its search entries.')
    .addArgument(new Argument('<kind>', 'kind of the record').choices(kindChoices()))
    .argument('<key...>', 'natural key, one argument for each part (see below)')
    .option('--dry-run', 'report what would be deleted, without deleting anything')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Natural keys, as plan prints them. The id works as well where the key begins with a domain:
${kindNames.map(({ plural, key }) => `  ${plural.padEnd(10)} ${key}`).join('\n')}

Examples:
  npm run ingest -- delete companies acme.com
  npm run ingest -- delete filings acme.com 0000320193-24-000123
  npm run ingest -- delete events fr_0f3c2a52-6d0b-5c7e-9a41-6b9f0e7d5a10

Deleting a company also deletes its datasets, filings, events, news and metrics. After another deletion, mode=sync
lists the company of the record as changed. The next load of the same record restores it: delete it in its source too.
${exitCodeHelp()}`,
    )
    .action((kind: string, key: string[], flags: DryRunFlags) =>
      start(async (io) => (await import('./delete.ts')).runDelete(io, kind, key, flags)),
    );

  program
    .command('status')
    .description('Show the last runs, the number of records and what waits to be indexed.')
    .option('--runs <n>', 'number of runs to show (default: 10)', wholeNumber)
    .option('--json', 'print the status as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- status
  npm run ingest -- status --runs 100 --json

A run with rejected rows is listed until its source or its dead-letter file is loaded again.
${exitCodeHelp()}`,
    )
    .action((flags: StatusFlags) => start(async (io) => (await import('./status.ts')).runStatus(io, flags)));

  program
    .command('migrate')
    .description('Update the database schema. load does this itself.')
    .option('--unlock', 'remove the lock of a migration that was killed first')
    .addHelpText(
      'after',
      `\nExamples:\n  npm run ingest -- migrate\n  npm run ingest -- migrate --unlock\n${exitCodeHelp()}`,
    )
    .action((flags: MigrateFlags) =>
      start(async (io) => (await import('./migrate.ts')).runMigrate(io, flags)),
    );
}
