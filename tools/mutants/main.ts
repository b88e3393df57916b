import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { runFault, type Verdict } from './run.ts';
import { copyRepository } from './workspace.ts';

const HELP = `Seed small faults into a copy of the source and check that a named test fails for each.

Usage: npm run mutants -- [options]

Options:
  --only <text>   run the faults whose name or file contains this text
  --sample <n>    run n faults, spread over the list: the short form for CI
  --json          print the verdicts as JSON
  --help          print this help

Examples:
  npm run mutants
  npm run mutants -- --only events
  npm run mutants -- --sample 6

Exit codes: 0 every fault was caught, 1 a fault escaped or its test did not run, 2 usage error
`;

const root = resolve(import.meta.dirname, '../..');
/** Faults that are tried at the same time, each in a copy of its own. */
const COPIES = 2;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      sample: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const chosen = choose(values);
  if (chosen.length === 0) {
    process.stderr.write('No fault matches --only and --sample. See npm run mutants -- --help.\n');
    return 2;
  }
  const verdicts = await runAll(chosen, values.json);
  const escaped = verdicts.filter(({ verdict }) => verdict !== 'caught');
  if (values.json) process.stdout.write(`${JSON.stringify(verdicts)}\n`);
  else
    process.stdout.write(`${verdicts.length - escaped.length} of ${verdicts.length} faults were caught.\n`);
  return escaped.length === 0 ? 0 : 1;
}

function choose({ only = '', sample }: { only?: string | undefined; sample?: string | undefined }): Fault[] {
  const matching = faults.filter(({ name, file }) => name.includes(only) || file.includes(only));
  const n = sample === undefined ? matching.length : Number(sample);
  if (!Number.isInteger(n) || n < 1) return [];
  const step = Math.max(1, Math.floor(matching.length / n));
  return matching.filter((_, index) => index % step === 0).slice(0, n);
}

async function runAll(chosen: Fault[], quiet: boolean): Promise<{ name: string; verdict: Verdict }[]> {
  const waiting = [...chosen];
  const verdicts: { name: string; verdict: Verdict }[] = [];
  const work = async () => {
    const copy = copyRepository(root);
    try {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const { verdict, output } = await runFault(copy, fault);
        verdicts.push({ name: fault.name, verdict });
        if (!quiet) process.stdout.write(`${verdict.padEnd(8)} ${fault.name}\n`);
        if (verdict === 'not run') process.stderr.write(`${output.slice(-4000)}\n`);
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Math.min(COPIES, chosen.length) }, work));
  return verdicts;
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof TypeError)) throw error;
  // An unknown option, or one without its value.
  process.stderr.write(`${error.message}\nSee npm run mutants -- --help.\n`);
  return 2;
});
