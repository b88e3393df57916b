import { isWebAddress } from '@dossier/shared';
import { InvalidArgumentError, type Command } from 'commander';
import type { EdgarSource } from '../../../edgar/ingest.ts';
import { exitCodeHelp } from '../../exit-codes.ts';
import type { EdgarFlags, Start } from '../../flags.ts';

const FILERS = 'tickers or CIKs: AAPL, 320193';
const KNOWN = ['--known', 'every stored company that has a CIK'] as const;
const DOMAINS = [
  '--domains <file>',
  'CSV file (cik,domain or name,domain) with the domains of companies for which the SEC has none',
] as const;

/** Adds the command `edgar`, with one subcommand for each source. */
export function addEdgar(program: Command, start: Start): void {
  const edgar = program
    .command('edgar')
    .description("Load companies, filings, their texts and metrics from the SEC's EDGAR.")
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- edgar companies AAPL SNOW --domains domains.csv --contact "Acme Research data@acme.com"
  npm run ingest -- edgar filings 320193 --create-companies --domains domains.csv
  npm run ingest -- edgar texts AAPL --forms 10-K
  npm run ingest -- edgar facts --known
  npm run ingest -- edgar index 2020-03-16..2020-03-20
  npm run ingest -- edgar since

To resume an interrupted run, repeat the command within a day.
${exitCodeHelp(['rejects'])}`,
    );

  const add = (
    source: EdgarSource | 'since',
    description: string,
    argument: [name: string, description: string],
  ) =>
    edgar
      .command(source)
      .description(description)
      .argument(...argument)
      .option(
        '--contact <text>',
        'your name and e-mail address, which the SEC requires (default: EDGAR_CONTACT)',
      )
      .option('--rate <number>', 'requests per second, at most 10 (default: 8)', readRate)
      .option('--cache <folder>', 'folder for downloaded files', 'data/edgar-cache')
      .option('--restart', 'start again instead of resuming an interrupted run')
      .option(
        '--base-url <url>',
        'server to use instead of https://www.sec.gov and https://data.sec.gov',
        readUrl,
      )
      .option('--data-url <url>', 'server to use instead of https://data.sec.gov only', readUrl)
      .option(
        '--rejects <file>',
        'dead-letter file for rejected rows (default: data/rejects/edgar-<source>-<time>-<random>.ndjson, for dry runs in data/rejects/dry-runs)',
      )
      .option('--dry-run', 'report what the load would do, without storing anything')
      .option('--json', 'print the report as JSON')
      .action((names: string[], flags: EdgarFlags) =>
        start(async (io) => (await import('./edgar.ts')).runEdgar(io, source, names, flags)),
      );

  add('companies', 'Load companies, with their listings.', ['[filers...]', FILERS])
    .option(...DOMAINS)
    .option(...KNOWN);
  add('filings', 'Load all filings of companies.', ['[filers...]', FILERS])
    .option('--create-companies', 'create missing companies')
    .option(...DOMAINS)
    .option(...KNOWN);
  add('facts', 'Load revenue, income and other company facts as metrics.', ['[filers...]', FILERS]).option(
    ...KNOWN,
  );
  add('texts', 'Load the texts of stored filings as documents, which search finds by section.', [
    '[filers...]',
    FILERS,
  ])
    .option('--forms <forms>', 'forms to read, such as 10-K,8-K (default: 10-K,10-Q,20-F,40-F)')
    .option(...KNOWN);
  add('index', 'Load the filings of stored companies from daily or quarterly indexes.', [
    '<indexes...>',
    'days, quarters or ranges: 2020-03-18, 2020Q1, 2020-03-16..2020-03-20',
  ]);
  add('since', 'Load the filings of stored companies of the days since the last run.', [
    '[day...]',
    'first day, for the first run: 2020-03-16',
  ]);
}

function readRate(text: string): number {
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (rate > 0 && rate <= 10) return rate;
  throw new InvalidArgumentError('Use a number above 0 and at most 10.');
}

function readUrl(text: string): string {
  if (isWebAddress(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Use an http(s) URL.');
}
