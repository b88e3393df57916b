import { resolve } from 'node:path';
import { Command } from 'commander';
import { runCommand } from '../command.ts';
import { lint } from './lint.ts';

const program = new Command('npm run words -w tools --')
  .description('Find phrases that readers stumble over, in documents, help texts, messages and log lines.')
  .argument('[path...]', 'files or folders, relative to the root of the repository (default: all)')
  .option('--everything', 'check comments and tests as well')
  .action((paths: string[], { everything }: { everything?: boolean }) => {
    const findings = lint(resolve(import.meta.dirname, '../..'), paths, everything);
    for (const { path, line, found, write } of findings)
      process.stdout.write(`${path}:${line}: "${found}". Write: ${write}\n`);
    if (findings.length > 0) throw new Error(`Banned phrases: ${findings.length}.`);
    process.stdout.write('No banned phrases.\n');
  });
await runCommand(program);
