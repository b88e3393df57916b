import { documentType, isDate } from '@dossier/shared';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { readLimit, type Limit } from '../../../guards/limit.ts';
import { exitCodeHelp } from '../../exit-codes.ts';
import type { ApplyFlags, JsonFlags, LoadFlags, PlanFlags, Start } from '../../flags.ts';
import { formatNames, kindNames } from '../../names.ts';

/** Adds the commands that load records: `load`, `plan` with `apply`, and `retry`. */
export function addLoad(program: Command, start: Start): void {
  readingCommand(program, 'load', 'Load records of one kind from files, directories or standard input (-).')
    .option('--dry-run', 'report what the load would do, without storing anything')
    .option('--reload', 'read the files of servers even if they have not changed since the last load')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- load companies companies.ndjson
  npm run ingest -- load companies Startups.csv --mapping tools/mappings/yc-2014.yaml
  npm run ingest -- load companies CIK0000320193.json --domains domains.csv
  npm run ingest -- load companies https://vendor.example/companies.csv --mapping vendor.yaml
  npm run ingest -- load filings submissions/ --create-companies --domains domains.csv
  npm run ingest -- load documents research/ --dry-run
  npm run ingest -- load companies all.ndjson --full --max-deletes 20
  npm run ingest -- load companies data/rejects/companies-2026-01-13T21-01-20-5f0c2e7a.ndjson
  npm run --silent ingest -- load datasets - --json < datasets.ndjson

Loading the same records again changes nothing. A field that is missing keeps its stored value; null clears it.
To load rejected rows, correct them in their dead-letter file and load that file, with the same --mapping.
${FULL}
${exitCodeHelp(['rejects', 'refused', 'drift'])}`,
    )
    .action((kind: string, paths: string[], flags: LoadFlags) =>
      start(async (io) => (await import('./load.ts')).runLoad(io, kind, paths, flags)),
    );

  readingCommand(program, 'plan', 'Show what a load would change, without changing anything.')
    .option('--out <file>', 'write the plan to a file, for apply (NDJSON)')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- plan companies companies.ndjson
  npm run ingest -- plan companies all.ndjson --full --out plan.ndjson
  npm run ingest -- apply plan.ndjson

A plan lists new, changed (field by field), deleted and rejected records. Unchanged records are only counted.
${FULL}
${exitCodeHelp(['rejects', 'refused', 'changes', 'drift'], {
  done: 'nothing would change',
  rejects: 'nothing would change, but some rows are rejected',
  refused: 'the load would be rejected: --max-errors or --max-deletes exceeded, or a source is incomplete',
  drift: 'the load would be rejected: a source differs from its last load (--strict-schema)',
})}`,
    )
    .action((kind: string, paths: string[], flags: PlanFlags) =>
      start(async (io) => (await import('./plan.ts')).runPlan(io, kind, paths, flags)),
    );

  program
    .command('apply')
    .description('Apply a plan: all of it or nothing.')
    .argument('<plan>', 'file written by plan --out')
    .option(...MAX_DOWNLOAD, megabytes)
    .option(...REJECTS)
    .option('--progress <file>', 'file to write the number of read rows into, while it runs (JSON)')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Example:
  npm run ingest -- apply plan.ndjson

apply rejects a plan if a source file, or a record that the plan changes, has changed since the plan was made.
${exitCodeHelp(['rejects', 'moved', 'refused', 'drift'])}`,
    )
    .action((path: string, flags: ApplyFlags) =>
      start(async (io) => (await import('./apply.ts')).runApply(io, path, flags)),
    );

  program
    .command('retry')
    .description('Load the corrected rows of rejects files, each with the options of its load.')
    .argument(
      '[files...]',
      'rejects files, NDJSON or CSV (default: all files in data/rejects, without those of dry runs)',
    )
    .option('--json', 'print the reports as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- retry
  npm run ingest -- retry rejected.csv

Rows that are still wrong stay in their file. A file without such rows is deleted.
${exitCodeHelp(['rejects'])}`,
    )
    .action((files: string[], flags: JsonFlags) =>
      start(async (io) => (await import('./retry.ts')).runRetry(io, files, flags)),
    );
}

const MAX_DOWNLOAD = ['--max-download <megabytes>', 'largest file of a server (default: 2048)'] as const;

const REJECTS = [
  '--rejects <file>',
  'dead-letter file for rejected rows (default: data/rejects/<kind>-<time>-<random>.ndjson, for dry runs in data/rejects/dry-runs)',
] as const;

const FULL = `
With --full, records that are missing from the feed are deleted. Of datasets, filings, events, news and metrics, only
those of companies that the feed mentions. A rejected row keeps its stored record if its key can be read. A load with
--full, --max-errors or --strict-schema is one transaction: it stores everything or nothing.`;

function readingCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .addArgument(new Argument('<kind>', 'kind of the records').choices(kindChoices()))
    .argument(
      '<paths...>',
      'files, directories or quoted patterns: NDJSON, JSON, CSV, TSV, XLSX, YAML; Markdown and HTML for documents; any of them gzipped; https:// and s3:// addresses; - for standard input',
    )
    .addOption(
      new Option('--format <format>', 'format of all files, whatever their extension').choices(formatNames),
    )
    .option(
      '--encoding <name>',
      'encoding of the files, such as windows-1252 or macintosh (default: utf-8)',
      encodingName,
    )
    .option(
      '--mapping <file>',
      'YAML file that maps the columns of a table to fields, or a SELECT in an SQL file',
    )
    .option(
      '--domains <file>',
      'CSV file (cik,domain or name,domain) with the domains of companies whose source has none',
    )
    .option('--source <name>', 'name of the source of the rows, their ids and reviewed matches', sourceText)
    .option('--sources <file>', 'YAML file that ranks sources (default: sources.yaml next to the mapping)')
    .option('--slug-prefix <prefix>', 'with documents: text to put before each slug', slugPrefix)
    .addOption(
      new Option(
        '--type <type>',
        'type of Markdown and HTML documents that do not state one (default: market)',
      ).choices(documentType.options),
    )
    .option(
      '--date <date>',
      "date of Markdown and HTML documents that do not state one: YYYY-MM-DD, or file for the file's modification date",
      documentDate,
    )
    .option('--create-companies', 'with filings: create the missing companies of submissions files')
    .option('--full', 'the feed is complete: delete the records that are missing from it')
    .option('--max-deletes <n|percent>', 'with --full: most records to delete (default: 10%)', limit)
    .option('--max-errors <n|percent>', 'most rows to reject (default: no limit; with --full: none)', limit)
    .option('--strict-schema', 'store nothing if the source differs from its last load')
    .option(...MAX_DOWNLOAD, megabytes)
    .option(
      '--max-gap <megabytes>',
      'most of a file, decompressed, without a record (default: 64)',
      megabytes,
    )
    .option(...REJECTS)
    .option('--json', 'print the report as JSON');
}

/** The names of the kinds, plural and singular. */
export const kindChoices = (): string[] => [
  ...new Set(kindNames.flatMap(({ plural, name }) => [plural, name])),
];

function encodingName(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new InvalidArgumentError('Unknown encoding. Use a name such as windows-1252.');
  }
}

function sourceText(text: string): string {
  const name = text.trim();
  if (name === 'hand') throw new InvalidArgumentError('hand is the source of values that are set by hand.');
  if (name !== '' && name.length <= 100 && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError('Use a name of at most 100 characters, such as crunchbase-2013.');
}

function slugPrefix(text: string): string {
  if (/^[a-z0-9]+(-[a-z0-9]+)*-?$/.test(text)) return text;
  throw new InvalidArgumentError('Use lowercase letters, digits and hyphens, such as blog-.');
}

function documentDate(text: string): string {
  if (text !== 'file' && !isDate(text)) throw new InvalidArgumentError('Use YYYY-MM-DD, or file.');
  return text;
}

function megabytes(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number of megabytes, such as 500.');
}

function limit(text: string): Limit {
  const read = readLimit(text);
  if (!read) throw new InvalidArgumentError('Use a number such as 25 or a percentage such as 10%.');
  return read;
}
