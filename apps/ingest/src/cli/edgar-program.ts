import { isWebAddress } from '@dossier/shared';
import { InvalidArgumentError, type Command } from 'commander';
import type { EdgarSource } from '../edgar/ingest.ts';

/** What `edgar` takes beside tickers and CIKs. */
export interface EdgarFlags {
  contact?: string;
  rate?: number;
  domains?: string;
  createCompanies?: boolean;
  known?: boolean;
  restart?: boolean;
  cache: string;
  baseUrl?: string;
  dataUrl?: string;
  rejects?: string;
  dryRun?: boolean;
  json?: boolean;
}

const FILERS = 'tickers or CIKs: AAPL, 320193';
const EXAMPLES = `
Examples:
  npm run ingest -- edgar companies AAPL SNOW --domains domains.csv --contact "Acme Research data@acme.com"
  npm run ingest -- edgar filings 320193 --create-companies --domains domains.csv
  npm run ingest -- edgar facts --known
  npm run ingest -- edgar index 2020-03-16..2020-03-20

A run that is interrupted goes on where it stopped when the same command is given again within a day.`;

/** Adds the command `edgar`, which has one command for each thing that EDGAR has. */
export function addEdgar(
  program: Command,
  run: (source: EdgarSource, names: string[], flags: EdgarFlags) => Promise<void>,
  exitCodes: string,
): void {
  const edgar = program
    .command('edgar')
    .description("Load companies, filings and metric observations from the SEC's EDGAR.")
    .addHelpText('after', `${EXAMPLES}\n${exitCodes}`);

  const add = (source: EdgarSource, description: string, argument: [name: string, says: string]) =>
    edgar
      .command(source)
      .description(description)
      .argument(...argument)
      .option(
        '--contact <text>',
        'who asks, with an e-mail address; the SEC demands it (default: EDGAR_CONTACT)',
      )
      .option('--rate <number>', 'requests a second over all hosts, at most 10 (default: 8)', readRate)
      .option('--cache <folder>', 'where what was read is kept', 'data/edgar-cache')
      .option('--restart', 'begin anew where an interrupted run would go on')
      .option('--base-url <url>', 'another server than https://www.sec.gov and https://data.sec.gov', readUrl)
      .option('--data-url <url>', 'another server than https://data.sec.gov alone', readUrl)
      .option(
        '--rejects <file>',
        'where rejected rows go (default: data/rejects/edgar-<what>-<time>-<random>.ndjson)',
      )
      .option('--dry-run', 'do everything, then undo it')
      .option('--json', 'print the report as JSON')
      .action((names: string[], flags: EdgarFlags) => run(source, names, flags));

  const known = ['--known', 'every stored company that has a CIK'] as const;
  const domains = [
    '--domains <file>',
    'CSV cik,domain or name,domain: domains where the SEC has none',
  ] as const;
  add('companies', 'Companies, with their listings.', ['[filers...]', FILERS])
    .option(...domains)
    .option(...known);
  add('filings', 'All filings of companies.', ['[filers...]', FILERS])
    .option('--create-companies', 'make the companies that are missing')
    .option(...domains)
    .option(...known);
  add('facts', 'Revenue, income and more from company facts, as metrics.', ['[filers...]', FILERS]).option(
    ...known,
  );
  add('index', 'The filings of stored companies in daily or quarterly indexes.', [
    '<indexes...>',
    'days, quarters or ranges: 2020-03-18, 2020Q1, 2020-03-16..2020-03-20',
  ]);
}

function readRate(text: string): number {
  const rate = Number(text);
  if (rate > 0 && rate <= 10) return rate;
  throw new InvalidArgumentError('It must be above 0 and at most 10.');
}

function readUrl(text: string): string {
  if (isWebAddress(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('It must be an http(s) address.');
}
