import type { Command } from 'commander';
import { exitCodeHelp } from '../../exit-codes.ts';
import type { JsonFlags, ReindexFlags, Start, VerifyFlags } from '../../flags.ts';

/** Adds the commands that keep the search index up to date. */
export function addSearch(program: Command, start: Start): void {
  program
    .command('index')
    .description('Index the changes that wait in the outbox. load does this itself when it can.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', `\nExample:\n  npm run ingest -- index\n${exitCodeHelp()}`)
    .action((flags: JsonFlags) =>
      start(async (io) => (await import('./index-outbox.ts')).runIndex(io, flags)),
    );

  program
    .command('reindex')
    .description('Build a new search index from the database, then switch to it.')
    .option('--if-needed', 'do nothing if the index is filled, such as when another program has built it')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- reindex
  npm run ingest -- reindex --if-needed

Searches use the current index until the new one is complete. Loads can run meanwhile: their changes are indexed after
the switch. The disk needs room for two indexes. If reindex is interrupted, run it again.
${exitCodeHelp()}`,
    )
    .action((flags: ReindexFlags) =>
      start(async (io) => (await import('./reindex.ts')).runReindex(io, flags)),
    );

  program
    .command('verify')
    .description(
      'Compare the search index, stored totals and lists with the tables, and check the index for damage.',
    )
    .option('--repair', 'index missing and stale entries, remove surplus ones, and count wrong totals again')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- verify
  npm run ingest -- verify --repair

Entries in the outbox count as waiting, not as differences. To repair damage inside the index, run reindex.
${exitCodeHelp(['differs'])}`,
    )
    .action((flags: VerifyFlags) => start(async (io) => (await import('./verify.ts')).runVerify(io, flags)));
}
