import { Argument, Command, InvalidArgumentError } from 'commander';
import { keyForm } from '../kinds/find-record.ts';
import { kinds } from '../kinds/index.ts';
import type { EdgarSource } from '../edgar/ingest.ts';
import { addEdgar, type EdgarFlags } from './edgar-program.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { addLoad, kindNames, type LoadCommands } from './load-program.ts';
import { addSearch, type SearchCommands } from './search-program.ts';

/** What the commands do; `Answer` is what is told of how it went. */
export interface ProgramCommands<Answer> extends LoadCommands<Answer>, SearchCommands<Answer> {
  edgar(source: EdgarSource, names: string[], flags: EdgarFlags): Promise<Answer>;
  delete(kind: string, key: string[], flags: { json?: boolean }): Promise<Answer>;
  status(flags: { json?: boolean; runs?: number }): Promise<Answer>;
  migrate(flags: { unlock?: boolean }): Promise<Answer>;
}

/** The command line of ingest; every command hands its arguments to a function. */
export function ingestProgram(commands: ProgramCommands<void>): Command {
  const program = new Command('ingest')
    .description('Loads records into Dossier and keeps the search up to date with them.')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- load companies companies.ndjson
  npm run ingest -- load documents research/
  npm run ingest -- plan companies companies.ndjson --out plan.ndjson
  npm run ingest -- apply plan.ndjson
  npm run ingest -- status
  npm run ingest -- reindex
  npm run ingest -- verify
${EXIT_CODES}

Settings: DATABASE_URL (sqlite:data/dossier.db), SEARCH_URL (a file beside the database), SEARCH_KEY, EDGAR_CONTACT.`,
    )
    .showHelpAfterError('(--help says more)');

  addLoad(program, commands);
  addEdgar(program, (...given) => commands.edgar(...given), EXIT_CODES);

  addSearch(program, commands, EXIT_CODES);

  program
    .command('delete')
    .description('Delete one record, with everything that is its own; the search forgets it too.')
    .addArgument(new Argument('<kind>', 'what the record is').choices(kindNames()))
    .argument('<key...>', 'its natural key, part by part: see below')
    .option('--json', 'print what was deleted as JSON')
    .addHelpText(
      'after',
      `
Keys, as a plan prints them; where a company is named first, the id of the record does instead:
${kinds.map((kind) => `  ${kind.plural.padEnd(10)} ${keyForm(kind)}`).join('\n')}

Examples:
  npm run ingest -- delete companies acme.com
  npm run ingest -- delete filings acme.com 0000320193-24-000123
  npm run ingest -- delete events fr_0f3c2a52-6d0b-5c7e-9a41-6b9f0e7d5a10

A company takes its datasets, filings, events, news and metrics with it. The company of a deleted record is listed by
mode=sync as changed. Whoever loads the record again has it back, so end it at its source too.
${EXIT_CODES}`,
    )
    .action((kind: string, key: string[], flags: { json?: boolean }) => commands.delete(kind, key, flags));

  program
    .command('status')
    .description('Tell what was done last, how many rows there are, and what waits to be indexed.')
    .option('--runs <n>', 'how many runs to tell (default: 10)', readCount)
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- status
  npm run ingest -- status --runs 100 --json

Rejects are listed until their source, or the file that keeps them, is loaded again.`,
    )
    .action((flags: { json?: boolean; runs?: number }) => commands.status(flags));

  program
    .command('migrate')
    .description('Bring the database schema up to date; load does so itself.')
    .option('--unlock', 'first clear the lock of a migration whose program died')
    .addHelpText('after', '\nExamples:\n  npm run ingest -- migrate\n  npm run ingest -- migrate --unlock')
    .action((flags: { unlock?: boolean }) => commands.migrate(flags));

  return program;
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, 1 or more.');
}
