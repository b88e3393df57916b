import { Option, type Command } from 'commander';
import { exitCodeHelp } from '../../exit-codes.ts';
import type { ExportFlags, Start } from '../../flags.ts';

const FORMATS = ['ndjson', 'parquet'];

/** Adds the command that writes snapshots. */
export function addExport(program: Command, start: Start): void {
  program
    .command('export')
    .description('Write all records into files, as they are at one moment.')
    .requiredOption(
      '--out <folder>',
      'folder or bucket (s3://…) in which the folder of the snapshot is created',
    )
    .addOption(
      new Option('--format <format...>', 'formats of the files')
        .choices(FORMATS)
        .default(['ndjson'], 'ndjson'),
    )
    .option('--kinds <kind...>', 'kinds of records, such as company and metric (default: all)')
    .option('--json', 'print the manifest as JSON')
    .addHelpText(
      'after',
      `
The records have the shape in which the API returns them. NDJSON files are compressed with gzip, Parquet files have
typed columns. The folder also contains manifest.json, with the place of the snapshot in the change log (\`seq\`). Loads
can run meanwhile. In the folder of SNAPSHOT_DIR, the service offers the snapshot to partners.

Examples:
  npm run ingest -- export --out exports
  npm run ingest -- export --out exports --format parquet --kinds company metric
${exitCodeHelp()}`,
    )
    .action((flags: ExportFlags) => start(async (io) => (await import('./export.ts')).runExport(io, flags)));
}
