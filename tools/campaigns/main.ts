import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { groupBy } from '@dossier/shared';
import { Argument, Command } from 'commander';
import { runCommand } from '../command.ts';
import { campaigns, projectOf, type Campaign } from './campaigns.ts';

const root = resolve(import.meta.dirname, '../..');
/** A long form has no limit of time: this is the longest that a timer takes. */
const NO_LIMIT = String(2 ** 31 - 1);

const run = (args: string[], cwd: string, settings: Record<string, string> = {}): boolean =>
  spawnSync(process.execPath, args, { cwd, env: { ...process.env, ...settings }, stdio: 'inherit' })
    .status === 0;

/** Runs the tests of campaigns of one project in one Jest. */
function runTests(some: Campaign[], settings: Record<string, string>, more: string[] = []): boolean {
  const [project, { titles }] = [projectOf(some[0]!), some[0]!];
  const chosen = titles === undefined ? ['--config', 'jest.campaigns.mjs'] : ['-t', titles];
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...some.map(({ tests }) => tests)];
  return run([...jest, ...chosen, ...more], join(root, project), settings);
}

function runLong(name: string, seed: string): boolean {
  const campaign = campaigns[name]!;
  if (campaign.long === 'bench') return run(['--import', 'tsx', 'tools/bench/main.ts', name], root);
  process.stdout.write(`Seed ${seed}.\n`);
  // Settings of the caller win.
  const given = Object.entries(campaign.long).filter(([setting]) => process.env[setting] === undefined);
  return runTests([campaign], { ...Object.fromEntries(given), TEST_SEED: seed }, ['--testTimeout', NO_LIMIT]);
}

/** Returns the names of the campaigns that failed. The campaigns of a project share one Jest, which prepares its databases once. */
function runShort(names: string[], seed: string | undefined): string[] {
  const groups = groupBy(names, (name) => `${projectOf(campaigns[name]!)} ${campaigns[name]!.titles}`);
  return [...groups.values()]
    .filter((members) => {
      const some = members.map((name) => campaigns[name]!);
      return !runTests(some, seed === undefined ? {} : { TEST_SEED: seed });
    })
    .flat();
}

const allNames = Object.keys(campaigns);

const program = new Command('npm run campaigns --')
  .description(
    `Run campaigns, one after another. Without names, run those that npm test does not contain. Campaigns that need a quiet
machine run only by name or with --long.`,
  )
  .addArgument(new Argument('[name...]', 'names of campaigns').choices(allNames))
  .option('--long', 'run the long form, which takes minutes to hours')
  .option('--seed <number>', 'repeat a run of a seed, which the long form prints')
  .option('--list', 'print the campaigns')
  .addHelpText(
    'after',
    `
Examples:
  npm run campaigns
  npm run campaigns -- crash mirror
  npm run campaigns -- undo --long --seed 7
  MIRROR_ROUNDS=12 npm run campaigns -- mirror --long`,
  )
  .action((named: string[], { long, seed, list }: { long?: true; seed?: string; list?: true }) => {
    if (list)
      for (const [name, { about }] of Object.entries(campaigns))
        process.stdout.write(`${name.padEnd(9)} ${about}\n`);
    if (list) return;
    const isUnnamed = (name: string) =>
      campaigns[name]!.titles === undefined && (long || !campaigns[name]!.isQuiet);
    const names = named.length > 0 ? named : allNames.filter(isUnnamed);
    const longSeed = seed ?? String(Date.now() % 2 ** 31);
    const failed = long ? names.filter((name) => !runLong(name, longSeed)) : runShort(names, seed);
    if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}.`);
  });
await runCommand(program);
