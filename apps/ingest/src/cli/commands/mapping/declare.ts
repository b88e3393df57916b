import { Option, type Command } from 'commander';
import { exitCodeHelp } from '../../exit-codes.ts';
import type { JsonFlags, MappingInitFlags, Start } from '../../flags.ts';
import { kindChoices } from '../load/declare.ts';

/** Adds the commands that draft and check mapping files. */
export function addMapping(program: Command, start: Start): void {
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
      start(async (io) => (await import('./mapping-init.ts')).runMappingInit(io, path, flags)),
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
    .action((path: string, file: string | undefined, flags: JsonFlags) =>
      start(async (io) => (await import('./mapping-check.ts')).runMappingCheck(io, path, file, flags)),
    );
}
