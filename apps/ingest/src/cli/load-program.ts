import { documentType, isDate } from '@dossier/shared';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { kinds } from '../kinds/index.ts';
import { readLimit, type Limit } from '../guards/limit.ts';
import { formatNames } from '../readers/index.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** What `load` and `plan` take beside kind and paths. */
export interface ReadFlags {
  format?: string;
  encoding?: string;
  mapping?: string;
  domains?: string;
  type?: string;
  date?: string;
  createCompanies?: boolean;
  full?: boolean;
  maxDeletes?: Limit;
  maxErrors?: Limit;
  rejects?: string;
  json?: boolean;
}
export interface LoadFlags extends ReadFlags {
  dryRun?: boolean;
}
export interface PlanFlags extends ReadFlags {
  out?: string;
}

export interface ApplyFlags {
  rejects?: string;
  json?: boolean;
}

/** What the commands that load do; `Answer` is what is told of how it went. */
export interface LoadCommands<Answer> {
  load(kind: string, paths: string[], flags: LoadFlags): Promise<Answer>;
  plan(kind: string, paths: string[], flags: PlanFlags): Promise<Answer>;
  apply(path: string, flags: ApplyFlags): Promise<Answer>;
}

/** Adds the commands that load records: `load`, and `plan` with `apply`. */
export function addLoad(program: Command, commands: LoadCommands<void>): void {
  readingCommand(program, 'load', 'Load records of one kind from files, directories or standard input (-).')
    .option('--dry-run', 'do everything, then undo it')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- load companies companies.ndjson
  npm run ingest -- load companies Startups.csv --mapping tools/mappings/yc-2014.yaml
  npm run ingest -- load companies CIK0000320193.json --domains domains.csv
  npm run ingest -- load filings submissions/ --create-companies --domains domains.csv
  npm run ingest -- load documents research/ --dry-run
  npm run ingest -- load companies all.ndjson --full --max-deletes 20
  npm run ingest -- load companies data/rejects/companies-2026-01-13T21-01-20-5f0c2e7a.ndjson
  cat datasets.ndjson | npm run --silent ingest -- load datasets - --json

Loading the same records again changes nothing. A field that is absent leaves what is stored; null clears it.
The file of rejected rows is loaded like any other once they are mended; give the mapping again that they came through.
${FULL}
${EXIT_CODES}`,
    )
    .action((kind: string, paths: string[], flags: LoadFlags) => commands.load(kind, paths, flags));

  readingCommand(program, 'plan', 'Tell what a load would change, row by row, and change nothing.')
    .option('--out <file>', 'keep the plan, for apply (NDJSON: a head, a line a row, an end)')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- plan companies companies.ndjson
  npm run ingest -- plan companies all.ndjson --full --out plan.ndjson
  npm run ingest -- apply plan.ndjson

The plan tells what is new, what changes and in which fields, what is gone and what is rejected; the rest is unchanged.
${FULL}
${EXIT_CODES}`,
    )
    .action((kind: string, paths: string[], flags: PlanFlags) => commands.plan(kind, paths, flags));

  program
    .command('apply')
    .description('Do what a plan says, all of it or nothing.')
    .argument('<plan>', 'a file that plan has written')
    .option(
      '--rejects <file>',
      'where rejected rows go (default: data/rejects/<kind>-<time>-<random>.ndjson)',
    )
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Example:
  npm run ingest -- apply plan.ndjson

It is refused when a source file, or a record that the plan touches, is another than when the plan was made.
${EXIT_CODES}`,
    )
    .action((path: string, flags: { rejects?: string; json?: boolean }) => commands.apply(path, flags));
}

const FULL = `
With --full, what the feed no longer has is deleted: all records of the kind that it does not give; of datasets,
filings, events, news and metrics those of the companies of which it gives some. A rejected row keeps its record where
its key can be read. A load with --full or --max-errors is one transaction: it changes everything or nothing.`;

function readingCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .addArgument(new Argument('<kind>', 'what the records are').choices(kindNames()))
    .argument(
      '<paths...>',
      'files, directories or patterns: NDJSON, JSON, CSV, TSV, YAML; Markdown and HTML for documents; any of them gzipped; - for standard input',
    )
    .addOption(new Option('--format <format>', 'instead of what the extension says').choices(formatNames))
    .option(
      '--encoding <name>',
      'of the files, such as windows-1252 or macintosh (default: utf-8)',
      encodingName,
    )
    .option('--mapping <file>', 'YAML that maps the columns of a foreign table to our fields')
    .option('--domains <file>', 'CSV cik,domain or name,domain: domains for companies whose source has none')
    .addOption(
      new Option(
        '--type <type>',
        'of documents in Markdown or HTML that do not say their own (default: market)',
      ).choices(documentType.options),
    )
    .option(
      '--date <date>',
      'of documents in Markdown or HTML that do not say their own: YYYY-MM-DD, or file for the day the file was last written',
      documentDate,
    )
    .option('--create-companies', 'with filings: make the companies of submissions files that are missing')
    .option('--full', 'the feed is whole: what it no longer has is deleted')
    .option('--max-deletes <n|percent>', 'with --full: how many may be deleted (default: 10%)', limit)
    .option(
      '--max-errors <n|percent>',
      'how many rows may be rejected (default: any; with --full: none)',
      limit,
    )
    .option(
      '--rejects <file>',
      'where rejected rows go (default: data/rejects/<kind>-<time>-<random>.ndjson)',
    )
    .option('--json', 'print the report as JSON');
}

export const kindNames = () => [...new Set(kinds.flatMap((kind) => [kind.plural, kind.name]))];

function encodingName(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new InvalidArgumentError('It is not the name of an encoding.');
  }
}

function documentDate(text: string): string {
  if (text !== 'file' && !isDate(text)) throw new InvalidArgumentError('It must be YYYY-MM-DD, or file.');
  return text;
}

function limit(text: string): Limit {
  const read = readLimit(text);
  if (!read) throw new InvalidArgumentError('It must be a number such as 25, or a part such as 10%.');
  return read;
}
