import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { seed, type Fault } from './fault.ts';

/** What became of a fault: a named test failed, no named test failed, or no named test ran. */
export type Verdict = 'caught' | 'escaped' | 'not run';

interface JestReport {
  testResults: {
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/**
 * Seeds one fault into a copy of the repository, runs its test, and takes the fault out again.
 * @returns `not run` when no test has the title or the test file could not start: such a fault proves nothing
 */
export async function runFault(copy: string, fault: Fault): Promise<{ verdict: Verdict; output: string }> {
  const file = join(copy, fault.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, seed(source, fault));
  try {
    return await runTest(copy, fault);
  } finally {
    writeFileSync(file, source);
  }
}

async function runTest(copy: string, { test, title }: Fault): Promise<{ verdict: Verdict; output: string }> {
  const project = join(copy, test.startsWith('tools/') ? 'tools' : test.split('/src/')[0]!);
  const report = join(copy, 'mutant-report.json');
  rmSync(report, { force: true });
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const output = await jest(copy, project, [
    '--json',
    `--outputFile=${report}`,
    `--testNamePattern=${pattern}`,
    '--runTestsByPath',
    relative(project, join(copy, test)),
  ]);
  return { verdict: verdictOf(readReport(report)), output };
}

function readReport(file: string): JestReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  } catch {
    return { testResults: [] };
  }
}

function verdictOf({ testResults }: JestReport): Verdict {
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  if (ran.length === 0) return 'not run';
  return ran.some(({ status }) => status === 'failed') ? 'caught' : 'escaped';
}

/** Runs Jest in a project and returns what it printed. Its exit code says nothing here: a caught fault fails it. */
function jest(copy: string, project: string, args: string[]): Promise<string> {
  const bin = join(copy, 'node_modules/jest/bin/jest.js');
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
