import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { conformanceDocument } from './document.ts';
import { judge } from './judge.ts';
import { parseRequirements } from './requirements.ts';
import { readResults } from './results.ts';

/** Compares the last run of the tests with the requirements, and writes `dist/conformance.md`. */
const root = resolve(import.meta.dirname, '../..');
const target = join(root, 'dist/conformance.md');

/** Returns the problems. */
function run(): string[] {
  const requirements = parseRequirements(readFileSync(join(import.meta.dirname, 'requirements.md'), 'utf8'));
  const { verdicts, problems } = judge(requirements, readResults(root));
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(target, conformanceDocument(verdicts));
  process.stdout.write(`${requirements.length} requirements, ${problems.length} problems: ${target}\n`);
  return problems;
}

try {
  const problems = run();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
