import { Option, type Command } from 'commander';

export interface IndexFlags {
  json?: boolean;
}
export interface ReindexFlags {
  rollback?: boolean;
  forget?: boolean;
  json?: boolean;
}
export interface VerifyFlags {
  repair?: boolean;
  json?: boolean;
}

/** What the commands of the search do; `Answer` is what is told of how it went. */
export interface SearchCommands<Answer> {
  index(flags: IndexFlags): Promise<Answer>;
  reindex(flags: ReindexFlags): Promise<Answer>;
  verify(flags: VerifyFlags): Promise<Answer>;
}

/** Adds the commands that keep the search up to date with the database. */
export function addSearch(program: Command, commands: SearchCommands<void>, exitCodes: string): void {
  program
    .command('index')
    .description(
      'Bring the search up to date with the database; load does so itself when the search can be reached.',
    )
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', '\nExample:\n  npm run ingest -- index')
    .action((flags: IndexFlags) => commands.index(flags));

  program
    .command('reindex')
    .description('Build the search index anew from the database, beside the one in use, and put it in use.')
    .option('--rollback', 'put the index in use that was so before; a second time puts the new one back')
    .addOption(
      new Option('--forget', 'remove the index that is kept; nothing is built').conflicts('rollback'),
    )
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- reindex
  npm run ingest -- reindex --rollback
  npm run ingest -- reindex --forget

Searches find what is in the old index, then what is in the new one, and never less. Loads may go on meanwhile: what
they change is brought in after the switch. The old index is kept, so there is room for two, until the next reindex
begins or --forget removes it. A reindex that was killed is run again.
${exitCodes}`,
    )
    .action((flags: ReindexFlags) => commands.reindex(flags));

  program
    .command('verify')
    .description('Compare the search index with the database, and see that it is still what was put there.')
    .option('--repair', 'bring in what is missing or stale, and remove what is surplus')
    .option('--json', 'print what was found as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- verify
  npm run ingest -- verify --repair

Entries whose records wait to be indexed are counted by themselves: they are no fault. What is damaged in the index
itself, so that entries are not found or say something else, is mended by reindex.
${exitCodes}`,
    )
    .action((flags: VerifyFlags) => commands.verify(flags));
}
