import { Option, type Command } from 'commander';
import { exitCodeHelp } from '../exit-codes.ts';
import type { MappingCheckFlags, MappingInitFlags, RetryFlags, Start } from '../flags.ts';
import { kindChoices } from './load.ts';

/** Adds the commands about mapping files and the rows that they rejected. */
export function addMapping(program: Command, start: Start): void {
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
    .action((files: string[], flags: RetryFlags) =>
      start(async (io) => (await import('../commands/retry.ts')).runRetry(io, files, flags)),
    );
  const mapping = program
    .command('mapping')
    .description('Draft and check mapping files.')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- mapping init companies.csv --out companies.yaml
  npm run ingest -- mapping check companies.yaml companies.csv
${exitCodeHelp()}`,
    );
  mapping
    .command('init')
    .description('Draft a mapping from the beginning of a file.')
    .argument('<file>', 'table, spreadsheet, JSON or YAML')
    .addOption(
      new Option('--kind <kind>', 'kind of the records (default: guessed from the columns)').choices(
        kindChoices(),
      ),
    )
    .option('--out <file>', 'write the mapping to a new file instead of standard output')
    .option('--json', 'print the kind and the questions as JSON; needs --out')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- mapping init companies.csv --out companies.yaml
  npm run --silent ingest -- mapping init rounds.xlsx --kind events > rounds.yaml

Comments that begin with DECIDE mark choices that the file does not settle.
${exitCodeHelp()}`,
    )
    .action((path: string, flags: MappingInitFlags) =>
      start(async (io) => (await import('../commands/mapping-init.ts')).runMappingInit(io, path, flags)),
    );
  mapping
    .command('check')
    .description('List all mistakes of a mapping. With a file, also map its rows, without a database.')
    .argument('<mapping>', 'mapping file')
    .argument('[file]', 'file to map')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- mapping check companies.yaml
  npm run ingest -- mapping check companies.yaml companies.csv
${exitCodeHelp(['rejects'], {
  failed: 'the mapping has mistakes, or the command failed',
  rejects: 'the mapping has no mistakes, but some rows would be rejected',
})}`,
    )
    .action((path: string, file: string | undefined, flags: MappingCheckFlags) =>
      start(async (io) =>
        (await import('../commands/mapping-check.ts')).runMappingCheck(io, path, file, flags),
      ),
    );
}
