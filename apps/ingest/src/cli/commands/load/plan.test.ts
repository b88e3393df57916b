import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@dossier/store';
import type { Report } from '../../../report/report.ts';
import { callIngest } from '../../../testing/command.ts';
import { temporaryFolder, type Folder } from '../../../testing/files.ts';
import { defaultRejects } from '../../output-files.ts';

const ACME = { domain: 'acme.com', name: 'Acme', type: 'private' };
const BOLT = { domain: 'bolt.io', name: 'Bolt', type: 'private' };

describe('npm run ingest, plan and apply', () => {
  let folder: Folder;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = temporaryFolder();
    env = {
      DATABASE_URL: `sqlite:${join(folder.path, 'dossier.db')}`,
      SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}`,
    };
    await call(['migrate']);
  });
  afterEach(() => folder.remove());

  const call = (args: string[]) => callIngest(args, env);
  const companies = async () => {
    const db = openDatabase(env['DATABASE_URL']!);
    try {
      return await db('companies').orderBy('domain').pluck('domain');
    } finally {
      await db.destroy();
    }
  };
  const feed = (records: object[]) => folder.write('feed.ndjson', records);
  const out = () => join(folder.path, 'plan.ndjson');
  const rejects = () => ['--rejects', join(folder.path, 'r.ndjson')];

  it('exits with 6 for a plan with changes, 0 for apply and 0 for a plan without changes', async () => {
    const plan = await call(['plan', 'companies', feed([ACME]), '--out', out()]);
    expect(plan).toMatchObject({ code: 6, stderr: '' });
    expect(plan.stdout).toMatch(
      /^Plan only, nothing stored\. companies: .*\nNew: 1\n {2}\+ acme\.com\nPlan: .*\nApply it with: /,
    );
    expect(await companies()).toEqual([]);
    expect(await call(['apply', out()])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^companies: 1 row read from 1 file: 1 new, /),
    });
    expect(await companies()).toEqual(['acme.com']);
    expect(await call(['plan', 'companies', feed([ACME])])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\nNothing would change\.\n$/),
    });
  });

  it('lists the records that other ranks of sources change, and rejects a plan after a change of the ranks', async () => {
    const ranked = (ranks: string) => ['--sources', folder.write('sources.yaml', `sources: ${ranks}`)];
    await call(['load', 'companies', feed([ACME]), '--source', 'one', ...ranked('[one, two]')]);
    const other = [feed([{ ...ACME, name: 'Acme Two' }]), '--source', 'two', ...rejects()];
    await call(['load', 'companies', ...other, ...ranked('[one, two]')]);
    const plan = () => call(['plan', 'companies', ...other, ...ranked('[two, one]'), '--out', out()]);
    const found = {
      code: 6,
      stdout: expect.stringContaining('~ acme.com\n      name: "Acme" -> "Acme Two"'),
    };
    expect(await plan()).toMatchObject(found);
    ranked('[one, two]');
    expect(await call(['apply', out()])).toMatchObject({
      code: 4,
      stdout: expect.stringMatching(/The source \S+sources\.yaml has changed since the plan was made/),
    });
    await plan();
    expect(await call(['apply', out()])).toMatchObject({ code: 0 });
    expect(await plan()).toMatchObject({ code: 0 });
  });

  it('exits with 6 for changes and rejects, 3 for rejects alone, and prints JSON that includes the plan', async () => {
    const command = [
      'plan',
      'companies',
      feed([ACME, { name: 'x' }]),
      '--json',
      '--out',
      out(),
      ...rejects(),
    ];
    const plan = await call(command);
    expect(plan.code).toBe(6);
    expect(JSON.parse(plan.stdout)).toMatchObject({
      rejected: 1,
      plan: { counts: { new: 1 }, file: out() },
    });
    expect(await call(['apply', out(), ...rejects()])).toMatchObject({ code: 3 });
    expect(await call(command)).toMatchObject({ code: 3 });
  });

  it('names the dead-letter file after the kind in plan, load and apply', async () => {
    const places = [];
    await call(['plan', 'companies', feed([{ name: 'x' }]), '--out', out(), ...rejects()]);
    for (const command of [
      ['apply', out()],
      ['load', 'companies', feed([{ name: 'x' }])],
      ['plan', 'companies', feed([{ name: 'x' }])],
      ['load', 'companies', feed([{ name: 'x' }]), '--dry-run'],
    ]) {
      const { rejectsFile } = JSON.parse((await call([...command, '--json'])).stdout) as Report;
      places.push(rejectsFile!.replace(/-\d{4}-.*/, '-<time>'));
      rmSync(rejectsFile!);
    }
    // `retry` does not read the second folder.
    const folders = ['rejects', 'rejects', 'rejects/dry-runs', 'rejects/dry-runs'];
    expect(places).toEqual(folders.map((folder) => join('data', folder, 'companies-<time>')));
  });

  it('uses a separate dead-letter file for each load in the same second', () => {
    const names = Array.from({ length: 20 }, () => defaultRejects('companies'));
    expect(new Set(names).size).toBe(20);
  });

  it('warns about an empty feed, and rejects it with --full', async () => {
    const empty = folder.write('empty.csv', 'domain,name\n');
    expect(await call(['load', 'companies', empty])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Warnings:\n  empty feed: 1\n    empty feed: no rows were read'),
    });
    await call(['load', 'companies', feed([ACME])]);
    expect(await call(['load', 'companies', empty, '--full'])).toMatchObject({
      code: 5,
      stdout: expect.stringMatching(
        /^Load rejected, nothing stored: 1 of 1 companies would be deleted.*\nThe rejected load: companies: 0 rows .* 1 deleted, /,
      ),
    });
    expect(await companies()).toEqual(['acme.com']);
    expect(await call(['load', 'companies', empty, '--full', '--max-deletes', '100%'])).toMatchObject({
      code: 0,
    });
    expect(await companies()).toEqual([]);
  });

  it('exits with 4 when the database or a source has changed, and 5 when a limit is exceeded', async () => {
    await call(['load', 'companies', feed([ACME, BOLT])]);
    await call(['plan', 'companies', feed([{ ...ACME, name: 'Acme Ltd' }]), '--out', out()]);
    expect(
      await call(['load', 'companies', folder.write('c.ndjson', [{ ...ACME, name: 'Other' }])]),
    ).toMatchObject({
      code: 0,
    });
    expect(await call(['apply', out()])).toMatchObject({
      code: 4,
      stdout: expect.stringMatching(/^Load rejected, nothing stored: The database has changed/),
    });
    feed([BOLT]);
    expect(await call(['apply', out()])).toMatchObject({
      code: 4,
      stdout: expect.stringMatching(/feed\.ndjson has changed since the plan was made/),
    });
    rmSync(join(folder.path, 'feed.ndjson'));
    expect(await call(['apply', out()])).toMatchObject({
      code: 4,
      stdout: expect.stringMatching(
        /^Load rejected, nothing stored: There is no file .*feed\.ndjson\. Check its name and the current directory\. It existed when the plan was made\. Make a new plan\.\n$/,
      ),
    });
    for (const command of [['load'], ['plan', '--out', out()]]) {
      expect(await call([...command, 'companies', feed([BOLT]), '--full'])).toMatchObject({ code: 5 });
    }
    const refused = await call(['plan', 'companies', feed([BOLT]), '--full', '--out', out()]);
    expect(refused.stdout).toMatch(/^The load would be rejected: 1 of 2 companies would be deleted/);
    expect(refused.stdout).not.toContain('Apply it');
    expect(await call(['apply', out()])).toMatchObject({ code: 5 });
    const wrong = ['load', 'companies', feed([BOLT, { name: 'x' }]), ...rejects()];
    expect(await call([...wrong, '--max-errors', '49%'])).toMatchObject({ code: 5 });
    expect(await call([...wrong, '--max-errors', '1'])).toMatchObject({ code: 3 });
    expect(await call(['load', 'companies', feed([BOLT]), '--full', '--max-deletes', '50%'])).toMatchObject({
      code: 0,
    });
    expect(await companies()).toEqual(['bolt.io']);
  });

  it.each([
    [
      ['load', 'companies', 'x', '--max-errors', 'few'],
      2,
      /Use a number such as 25 or a percentage such as 10%/,
    ],
    [['load', 'companies', 'x', '--max-deletes', '101%'], 2, /Use a number/],
    [['load', 'companies', 'x', '--max-deletes', '5'], 2, /^--max-deletes requires --full\.\n$/],
    [['apply', 'missing.ndjson'], 1, /^There is no plan missing\.ndjson\. Make one with: /],
    [['plan', 'companies', '-', '--out', 'x'], 2, /standard input/],
    [['delete', 'companies'], 2, /missing required argument 'key'/],
    [
      ['delete', 'companies', 'nowhere.com'],
      1,
      /^There is no company nowhere\.com\. The key is <domain>\.\n$/,
    ],
  ])('rejects %j with exit code %d', async (args, code, sentence) => {
    expect(await call(args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) });
  });
});
