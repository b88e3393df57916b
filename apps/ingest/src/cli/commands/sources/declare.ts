import { Argument, type Command } from 'commander';
import { exitCodeHelp } from '../../exit-codes.ts';
import {
  wholeNumber,
  type DryRunFlags,
  type JsonFlags,
  type MergeFlags,
  type RunsFlags,
  type SetFlags,
  type Start,
  type UnsetFlags,
} from '../../flags.ts';
import { kindChoices } from '../load/declare.ts';

/** Adds the commands about sources: `explain`, `history`, `set`, `unset`, `merge`, `runs` and `undo`. */
export function addSources(program: Command, start: Start): void {
  const kind = () => new Argument('<kind>', 'kind of the record').choices(kindChoices());

  program
    .command('explain')
    .description('Show the source of each field of a record, and what other sources say.')
    .addArgument(kind())
    .argument('<key...>', 'natural key, one argument for each part; then a field, to show it alone')
    .option('--json', 'print the fields as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- explain companies stripe.com
  npm run ingest -- explain companies stripe.com headquarters
  npm run ingest -- explain filings apple.com 0000320193-24-000123
${exitCodeHelp()}`,
    )
    .action((name: string, key: string[], flags: JsonFlags) =>
      start(async (io) => (await import('./explain.ts')).runExplain(io, name, key, flags)),
    );

  program
    .command('history')
    .description('Show the versions of a record, and which runs made them.')
    .addArgument(kind())
    .argument('<key...>', 'natural key, one argument for each part')
    .option('--json', 'print the versions with their content as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- history companies stripe.com
  npm run ingest -- history filings apple.com 0000320193-24-000123 --json

To get the API response of that time, add as_of: /api/v1/companies/stripe?as_of=2026-01-31
${exitCodeHelp()}`,
    )
    .action((name: string, key: string[], flags: JsonFlags) =>
      start(async (io) => (await import('./history.ts')).runHistory(io, name, key, flags)),
    );

  program
    .command('set')
    .description('Set a field of a record by hand. The value outranks all feeds.')
    .addArgument(kind())
    .argument('<key...>', 'natural key, then the field and its value')
    .requiredOption('--because <reason>', 'why, for the log of runs and explain')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- set companies stripe.com headquarters.city Dublin --because "moved in May"
  npm run ingest -- set companies stripe.com categories "Payments; Fintech" --because "asked by research"

The value null clears a field, whatever the feeds state. A list is separated by semicolons, or is JSON. Its items are
added to those of the feeds. A figure is an item of the list financials:
'[{"name": "latest_estimated_valuation", "value": 5e8, "date": "2026-01-31"}]'
${exitCodeHelp()}`,
    )
    .action((name: string, key: string[], flags: SetFlags) =>
      start(async (io) => (await import('./set.ts')).runSet(io, name, key, flags)),
    );

  program
    .command('unset')
    .description('Remove a value that was set by hand. The feeds count again.')
    .addArgument(kind())
    .argument('<key...>', 'natural key, then the field')
    .option('--because <reason>', 'why, for the log of runs')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `\nExample:\n  npm run ingest -- unset companies stripe.com headquarters.city\n${exitCodeHelp()}`,
    )
    .action((name: string, key: string[], flags: UnsetFlags) =>
      start(async (io) => (await import('./set.ts')).runUnset(io, name, key, flags)),
    );

  program
    .command('merge')
    .description('Merge two records of one company. Among sources of the same rank, the first company wins.')
    .addArgument(new Argument('<kind>', 'kind of the records').choices(['companies', 'company']))
    .argument('<into>', 'domain of the company that stays')
    .argument('<from>', 'domain of the company to merge into it')
    .option('--because <reason>', 'why, for the log of runs and explain')
    .option('--dry-run', 'report what would change, without changing anything')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- merge companies acme.com acme.io --because "renamed in 2024"
  npm run ingest -- merge companies acme.com acme.io --dry-run

In loads and requests, the domains and the slug of the merged company then find the first one. undo reverts the merge.
${exitCodeHelp()}`,
    )
    .action((_kind: string, into: string, from: string, flags: MergeFlags) =>
      start(async (io) => (await import('./merge.ts')).runMerge(io, into, from, flags)),
    );

  program
    .command('runs')
    .description('List the runs with their numbers, newest first.')
    .argument('[run]', 'number of a run, to list it alone', wholeNumber)
    .option('--runs <n>', 'number of runs to show (default: 20)', wholeNumber)
    .option('--all', 'also list runs that failed, were rejected or were stopped before they stored anything')
    .option('--json', 'print the runs as JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  npm run ingest -- runs --runs 50\n  npm run ingest -- runs 12 --json\n${exitCodeHelp()}`,
    )
    .action((run: number | undefined, flags: RunsFlags) =>
      start(async (io) => (await import('./runs.ts')).runRuns(io, run, flags)),
    );

  program
    .command('undo')
    .description('Revert one run. Every record becomes what it would be without that run.')
    .argument('<run>', 'number of the run, from runs', wholeNumber)
    .option('--dry-run', 'report what would change, without changing anything')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- undo 12 --dry-run
  npm run ingest -- undo 12

Later runs still count.
${exitCodeHelp()}`,
    )
    .action((run: number, flags: DryRunFlags) =>
      start(async (io) => (await import('./undo.ts')).runUndo(io, run, flags)),
    );
}
