import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromSource } from '@dossier/shared/testing';
import { temporaryFolder, type Folder } from '../testing/files.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const ROOT = join(import.meta.dirname, '../../../..');

/** Writes the URL of every ES module, and at the exit the path of every CommonJS module, to the file TRACE. */
const PRELOAD = `
import Module, { register } from 'node:module';
import { appendFileSync } from 'node:fs';
const hooks = \`import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(\${JSON.stringify(process.env.TRACE)}, url + '\\\\n');
  return next(url, context);
}\`;
register('data:text/javascript,' + encodeURIComponent(hooks));
process.on('exit', () => appendFileSync(process.env.TRACE, Object.keys(Module._cache).join('\\n') + '\\n'));
`;

describe('modules loaded by commands on SQLite', () => {
  let folder: Folder;
  beforeAll(() => {
    folder = temporaryFolder();
    folder.write('preload.mjs', PRELOAD);
  });
  afterAll(() => folder.remove());

  /** Runs a command and returns the npm packages that it loads. */
  async function packagesOf(...args: string[]): Promise<string[]> {
    const trace = join(folder.path, `${args[0]}.txt`);
    writeFileSync(trace, '');
    const file = (name: string) => `sqlite:${join(folder.path, name)}`;
    const env = {
      PATH: process.env['PATH'],
      TRACE: trace,
      DATABASE_URL: file('dossier.db'),
      SEARCH_URL: file('s.db'),
    };
    const preloads = [...fromSource, '--import', join(folder.path, 'preload.mjs')];
    await promisify(execFile)(process.execPath, [...preloads, MAIN, ...args], { cwd: ROOT, env });
    const names = [...readFileSync(trace, 'utf8').matchAll(/node_modules\/((?:@[^/]+\/)?[^/\n]+)/g)];
    return [...new Set(names.map(([, name]) => name!))];
  }
  const HEAVY =
    /^(unified|remark-.*|rehype-.*|hast.*|mdast.*|yaml|csv-parse|image-size|pg|meilisearch|cli-progress|tinyglobby)$/;

  it('migrate and status load no parser, no search engine and no Postgres client', async () => {
    for (const args of [['migrate'], ['status']]) {
      const packages = await packagesOf(...args);
      expect(packages).toEqual(expect.arrayContaining(['knex', 'better-sqlite3', 'commander']));
      expect([args, packages.filter((name) => HEAVY.test(name))]).toEqual([args, []]);
    }
  });

  it('load imports the parser packages', async () => {
    const packages = await packagesOf('load', 'companies', 'tools/sample/companies.ndjson', '--dry-run');
    expect(packages).toEqual(expect.arrayContaining(['unified', 'yaml', 'tinyglobby']));
  });

  it('--help loads no parser, no search engine and no database client', async () => {
    const packages = await packagesOf('--help');
    expect(packages).toContain('commander');
    expect(packages.filter((name) => HEAVY.test(name) || name === 'knex')).toEqual([]);
  });
});
