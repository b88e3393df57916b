import type { Command } from 'commander';

export interface IndexFlags {
  json?: boolean;
}
export interface ReindexFlags {
  json?: boolean;
}
export interface VerifyFlags {
  repair?: boolean;
  json?: boolean;
}

/** The commands that maintain the search index. `Answer` is what each returns. */
export interface SearchCommands<Answer> {
  index(flags: IndexFlags): Promise<Answer>;
  reindex(flags: ReindexFlags): Promise<Answer>;
  verify(flags: VerifyFlags): Promise<Answer>;
}

/** Adds the commands that maintain the search index. */
export function addSearch(program: Command, commands: SearchCommands<void>, exitCodes: string): void {
  program
    .command('index')
    .description(
      'Index what waits in the outbox. `load` does this itself when it can reach the search engine.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  npm run ingest -- index')
    .action((flags: IndexFlags) => commands.index(flags));

  program
    .command('reindex')
    .description('Rebuild the search index from the database.')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Example:
  npm run ingest -- reindex

Searches use the current index until the new one is complete. Loads can run meanwhile: their changes are indexed after
the swap. The disk needs room for two indexes. If reindex is interrupted, run it again.
${exitCodes}`,
    )
    .action((flags: ReindexFlags) => commands.reindex(flags));

  program
    .command('verify')
    .description('Compare the search index with the database and check it for damage.')
    .option('--repair', 'index missing and stale entries, and remove surplus ones')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- verify
  npm run ingest -- verify --repair

Entries whose records wait to be indexed are counted separately and are no difference. If the index itself is damaged,
rebuild it with reindex.
${exitCodes}`,
    )
    .action((flags: VerifyFlags) => commands.verify(flags));
}
