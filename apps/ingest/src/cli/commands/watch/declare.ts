import type { Command } from 'commander';
import type { RunArguments } from './watch.ts';
import { exitCodeHelp } from '../../exit-codes.ts';
import type { Start, WatchFlags } from '../../flags.ts';

/** Adds the command that runs other commands on a schedule. */
export function addWatch(program: Command, start: Start, runArguments: RunArguments): void {
  program
    .command('watch')
    .description('Run loads on a schedule, one at a time, until it is stopped.')
    .argument('<jobs>', 'YAML file of jobs')
    .option('--once', 'run every job once, in the order of the file, and exit')
    .option('--json', 'print the log as JSON, one object a line')
    .addHelpText(
      'after',
      `
Examples:
  npm run ingest -- watch jobs.yaml
  npm run ingest -- watch jobs.yaml --once

A job has a name, a schedule (cron, UTC) and a command, whose relative paths are next to the file of jobs:
  jobs:
    - name: vendor
      schedule: '0 6 * * 1-5'
      run: [load, companies, 'https://vendor.example/companies.csv?token=\${TOKEN}', --mapping, vendor.yaml]
${exitCodeHelp(['rejects', 'refused', 'drift'], {
  done: 'stopped between two runs; with --once, all jobs succeeded',
  rejects: 'with --once: a job rejected some rows',
  refused: 'with --once: a job stored nothing (see load)',
  drift: 'with --once: a job stored nothing, since a source differs from its last load',
  stopped: 'stopped during a run; the next run repeats it',
})}`,
    )
    .action((path: string, flags: WatchFlags) =>
      start(async (io) => (await import('./watch.ts')).runWatch(io, path, flags, { program, runArguments })),
    );
}
