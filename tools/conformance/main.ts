import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { conformanceDocument } from './document.ts';
import { judge } from './judge.ts';
import { parseRequirements } from './requirements.ts';
import { readResults } from './results.ts';

const root = resolve(import.meta.dirname, '../..');
const target = join(root, 'docs/conformance.md');

const requirements = parseRequirements(readFileSync(join(import.meta.dirname, 'requirements.md'), 'utf8'));
const { verdicts, problems } = judge(requirements, readResults(root));
const document = conformanceDocument(verdicts);

if (problems.length === 0 && process.argv.includes('--write')) writeFileSync(target, document);
else if (!existsSync(target) || readFileSync(target, 'utf8') !== document)
  problems.push('docs/conformance.md is not current. Run: npm run conformance -- --write');

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${requirements.length} requirements, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
