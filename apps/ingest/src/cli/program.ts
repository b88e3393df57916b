import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { kinds } from '../kinds/index.ts';
import { formats, type Format } from '../stages/parse.ts';
import type { Commands } from './commands.ts';
import { addEdgar } from './edgar-program.ts';

/** What `load` takes beside kind and paths. */
export interface LoadFlags {
  format?: Format;
  encoding?: string;
  mapping?: string;
  domains?: string;
  createCompanies?: boolean;
  rejects?: string;
  dryRun?: boolean;
  json?: boolean;
}

const EXIT_CODES = `
Exit codes: 0 everything was loaded; 1 the command failed; 2 it was called wrongly; 3 loaded, but some rows were rejected.`;

/** The command line of ingest; every command hands its arguments to a function. */
export function ingestProgram(commands: {
  [Name in keyof Commands]: (...given: Parameters<Commands[Name]>) => Promise<void>;
}): Command {
  const program = new Command('ingest')
    .description('Loads records into Dossier and keeps the search up to date with them.')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- load companies companies.ndjson
  npm run ingest -- load documents research/
  npm run ingest -- index
${EXIT_CODES}

Settings: DATABASE_URL (sqlite:data/dossier.db), SEARCH_URL (sqlite:data/search.db), SEARCH_KEY, EDGAR_CONTACT.`,
    )
    .showHelpAfterError('(--help says more)');

  program
    .command('load')
    .description('Load records of one kind from files, directories or standard input (-).')
    .addArgument(new Argument('<kind>', 'what the records are').choices(kindNames()))
    .argument(
      '<paths...>',
      'NDJSON, JSON, CSV, EDGAR submissions JSON; Markdown for documents; - for standard input',
    )
    .addOption(new Option('--format <format>', 'instead of what the extension says').choices([...formats]))
    .option(
      '--encoding <name>',
      'of the files, such as windows-1252 or macintosh (default: utf-8)',
      encodingName,
    )
    .option('--mapping <file>', 'YAML that maps the columns of a foreign table to our fields')
    .option('--domains <file>', 'CSV cik,domain or name,domain: domains for companies whose source has none')
    .option('--create-companies', 'with filings: make the companies of submissions files that are missing')
    .option('--rejects <file>', 'where rejected rows go (default: data/rejects/<kind>-<time>.ndjson)')
    .option('--dry-run', 'do everything, then undo it')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- load companies companies.ndjson
  npm run ingest -- load companies Startups.csv --mapping tools/mappings/yc-2014.yaml
  npm run ingest -- load companies CIK0000320193.json --domains domains.csv
  npm run ingest -- load filings submissions/ --create-companies --domains domains.csv
  npm run ingest -- load documents research/ --dry-run
  cat datasets.ndjson | npm run ingest -- load datasets - --json

Loading the same records again changes nothing. A field that is absent leaves what is stored; null clears it.
${EXIT_CODES}`,
    )
    .action((kind: string, paths: string[], flags: LoadFlags) => commands.load(kind, paths, flags));

  addEdgar(program, commands.edgar, EXIT_CODES);

  program
    .command('index')
    .description(
      'Bring the search up to date with the database; load does so itself when the search can be reached.',
    )
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', '\nExample:\n  npm run ingest -- index')
    .action((flags: { json?: boolean }) => commands.index(flags));

  program
    .command('migrate')
    .description('Bring the database schema up to date; load does so itself.')
    .option('--unlock', 'first clear the lock of a migration whose program died')
    .addHelpText('after', '\nExamples:\n  npm run ingest -- migrate\n  npm run ingest -- migrate --unlock')
    .action((flags: { unlock?: boolean }) => commands.migrate(flags));

  return program;
}

const kindNames = () => [...new Set(kinds.flatMap((kind) => [kind.plural, kind.name]))];

function encodingName(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new InvalidArgumentError('It is not the name of an encoding.');
  }
}
