import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { campaigns } from './campaigns.ts';

const root = resolve(import.meta.dirname, '../..');
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.campaign.ts'];
const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });

it('each file of a campaign belongs to one campaign, and each campaign has a file', () => {
  const named = Object.entries(campaigns).filter(([, { titles }]) => titles === undefined);
  const ownersOf = (file: string) =>
    named.filter(([, { tests }]) => new RegExp(`^${tests}`).test(file)).map(([name]) => name);
  expect(files.map((file) => [file, ownersOf(file).length])).toEqual(files.map((file) => [file, 1]));
  expect([...new Set(files.flatMap(ownersOf))].sort()).toEqual(named.map(([name]) => name).sort());
});

it('names no requirement in a campaign, because conformance reads only the results of npm test', () => {
  expect(files.filter((file) => /\bR-[A-Z]+-\d+/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

it('lists the campaigns, and rejects an unknown name', () => {
  expect(
    run('--list')
      .stdout.split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual([...Object.keys(campaigns), '']);
  const { status, stderr } = run('mirrors');
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/'mirrors' is invalid .* Allowed choices are .*\nRun the command with --help/),
  ]);
});
