import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { runCommand } from '../command.ts';
import { campaigns, type Campaign } from './campaigns.ts';

const root = resolve(import.meta.dirname, '../..');
/** A long form has no limit of time: this is the longest that a timer takes. */
const NO_LIMIT = String(2 ** 31 - 1);

const run = (args: string[], cwd: string, settings: Record<string, string> = {}): boolean =>
  spawnSync(process.execPath, args, { cwd, env: { ...process.env, ...settings }, stdio: 'inherit' })
    .status === 0;

/** Runs the tests of campaigns of one project in one Jest. */
function runTests(some: Campaign[], settings: Record<string, string>, isLong: boolean): boolean {
  const { project, titles } = some[0]!;
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...some.flatMap(({ files }) => files)];
  const chosen = titles === undefined ? ['--config', 'jest.campaigns.mjs'] : ['-t', titles];
  return run(
    [...jest, ...chosen, ...(isLong ? ['--testTimeout', NO_LIMIT] : [])],
    join(root, project),
    settings,
  );
}

function runLong(campaign: Campaign, seed: string): boolean {
  const { long } = campaign;
  if ('bench' in long) return run(['--import', 'tsx', 'tools/bench/main.ts', long.bench], root);
  process.stdout.write(`Seed ${seed}.\n`);
  // Settings of the caller win.
  const given = Object.entries(long.settings).map(([name, value]) => [name, process.env[name] ?? value]);
  return runTests(
    [campaign],
    { ...(Object.fromEntries(given) as Record<string, string>), TEST_SEED: seed },
    true,
  );
}

/** Returns the names of the campaigns that failed. */
function runShort(names: string[], seed: string | undefined): string[] {
  const settings: Record<string, string> = seed === undefined ? {} : { TEST_SEED: seed };
  // The campaigns of a project share one Jest, which prepares its databases once.
  const groupOf = (name: string) => `${campaigns[name]!.project} ${campaigns[name]!.titles ?? ''}`;
  return [...new Set(names.map(groupOf))].flatMap((group) => {
    const members = names.filter((name) => groupOf(name) === group);
    const passed = runTests(
      members.map((name) => campaigns[name]!),
      settings,
      false,
    );
    return passed ? [] : members;
  });
}

const allNames = Object.keys(campaigns);

await runCommand({
  usage: 'npm run campaigns -- [name…] [options]',
  summary: `Run campaigns, one after another. Without names, run those that npm test does not contain. Campaigns that need a quiet
machine run only by name or with --long.`,
  examples: [
    'npm run campaigns',
    'npm run campaigns -- crash mirror',
    'npm run campaigns -- undo --long --seed 7',
    'MIRROR_ROUNDS=12 npm run campaigns -- mirror --long',
  ],
  options: {
    name: z.array(z.enum(allNames)).default([]).describe('names of campaigns'),
    long: z.boolean().default(false).describe('run the long form, which takes minutes to hours'),
    seed: z
      .string()
      .optional()
      .meta({ value: 'number', description: 'repeat a run of a seed, which the long form prints' }),
    list: z.boolean().default(false).describe('print the campaigns'),
  },
  argument: 'name',
  run: ({ name: named, long, seed, list }) => {
    if (list)
      for (const [name, { about }] of Object.entries(campaigns))
        process.stdout.write(`${name.padEnd(9)} ${about}\n`);
    if (list) return;
    const isUnnamed = (name: string) =>
      campaigns[name]!.titles === undefined && (long || !campaigns[name]!.isQuiet);
    const names = named.length > 0 ? named : allNames.filter(isUnnamed);
    const longSeed = seed ?? String(Date.now() % 2 ** 31);
    const failed = long
      ? names.filter((name) => !runLong(campaigns[name]!, longSeed))
      : runShort(names, seed);
    if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}.`);
  },
});
