import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { conformanceDocument } from './document.ts';
import { judge } from './judge.ts';
import { parseRequirements } from './requirements.ts';
import { readResults } from './results.ts';

const root = resolve(import.meta.dirname, '../..');
const target = join(root, 'docs/conformance.md');

/** Compares the last run with the requirements, and writes or checks the document. Returns the problems. */
function run(write: boolean): string[] {
  const requirements = parseRequirements(readFileSync(join(import.meta.dirname, 'requirements.md'), 'utf8'));
  const { verdicts, problems } = judge(requirements, readResults(root));
  const document = conformanceDocument(verdicts);
  const current = existsSync(target) && readFileSync(target, 'utf8') === document;
  if (write && problems.length === 0) writeFileSync(target, document);
  else if (!current) problems.push('docs/conformance.md is not current. Run: npm run conformance -- --write');
  process.stdout.write(`${requirements.length} requirements, ${problems.length} problems\n`);
  return problems;
}

try {
  const problems = run(process.argv.includes('--write'));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
