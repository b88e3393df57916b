import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { runCommand } from '../command.ts';
import { conformanceDocument } from './document.ts';
import { judge } from './judge.ts';
import { parseRequirements } from './requirements.ts';
import { readResults } from './results.ts';

const root = resolve(import.meta.dirname, '../..');

const program = new Command('npm run conformance -w tools')
  .description('Compare the last run of the tests with the requirements, and write dist/conformance.md.')
  .action(() => {
    const list = readFileSync(join(import.meta.dirname, 'requirements.md'), 'utf8');
    const { verdicts, problems } = judge(parseRequirements(list), readResults(root));
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(join(root, 'dist/conformance.md'), conformanceDocument(verdicts));
    process.stdout.write(`${verdicts.length} requirements, ${problems.length} problems.\n`);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
await runCommand(program);
