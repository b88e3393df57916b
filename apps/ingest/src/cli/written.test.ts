import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';

const ACME = { domain: 'acme.com', name: 'Acme', type: 'private' };
const WRONG = { domain: 'bolt.io', type: 'private' };

describe('what a command writes', () => {
  let folder: Folder;
  let env: Record<string, string>;
  const at = (name: string) => join(folder.path, name);
  beforeEach(() => {
    folder = temporaryFolder();
    env = { DATABASE_URL: `sqlite:${at('data/dossier.db')}`, SEARCH_URL: `sqlite:${at('data/search.db')}` };
    folder.write('in.ndjson', [ACME, WRONG]);
    folder.write('more/in.ndjson', [ACME]);
    folder.write('map.yaml', 'kind: company\nfields: { domain: domain, name: name, type: type }\n');
    folder.write('domains.csv', 'cik,domain\n1,acme.com\n');
    symlinkSync(at('in.ndjson'), at('link'));
    linkSync(at('in.ndjson'), at('hard'));
    symlinkSync(at('new.ndjson'), at('dangling'));
    symlinkSync(at('more'), at('other'));
  });
  afterEach(() => folder.remove());

  const call = (args: string[]) =>
    callIngest(
      args.map((arg) => arg.replace(/^\.\//, `${folder.path}/`)),
      env,
    );
  const load = ['load', 'companies', './in.ndjson'];
  const plan = ['plan', 'companies', './in.ndjson'];

  it.each([
    [
      [...load, '--rejects', './in.ndjson'],
      /in\.ndjson is to be loaded; name another file with --rejects\.\n$/,
    ],
    [[...load, '--rejects', './link'], /link is to be loaded/],
    [[...load, '--rejects', './hard'], /hard is to be loaded/],
    [[...load, '--rejects', './more/../in.ndjson'], /is to be loaded/],
    [['load', 'companies', './more', '--rejects', './other/in.ndjson'], /is to be loaded/],
    [['load', 'companies', './m*/*', '--rejects', './more/in.ndjson'], /is to be loaded/],
    [[...load, '--mapping', './map.yaml', '--rejects', './map.yaml'], /map\.yaml is the mapping/],
    [[...load, '--domains', './domains.csv', '--rejects', './domains.csv'], /is the domains file/],
    [[...load, '--rejects', './data/dossier.db'], /dossier\.db is the database/],
    [[...load, '--rejects', './data/search.db-wal'], /is part of the search index/],
    [[...plan, '--out', './in.ndjson'], /in\.ndjson is to be loaded; name another file with --out\.\n$/],
    [
      [...plan, '--out', './p', '--rejects', './p'],
      /p is what --rejects names too; name another file with --out\.\n$/,
    ],
    [[...plan, '--out', './new.ndjson', '--rejects', './dangling'], /is what --rejects names too/],
    [
      ['edgar', 'companies', 'X', '--domains', './domains.csv', '--rejects', './domains.csv'],
      /the domains file/,
    ],
  ])('is not what it reads or keeps: %j', async (args, sentence) => {
    const before = readFileSync(at('in.ndjson'), 'utf8');
    expect(await call(args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(readFileSync(at('in.ndjson'), 'utf8')).toBe(before);
    // Nothing was opened.
    expect(existsSync(at('data'))).toBe(false);
    expect(existsSync(at('p'))).toBe(false);
  });

  it('is not the plan that it applies, nor what that reads', async () => {
    await call(['migrate']);
    await call([...plan, '--out', './p.ndjson', '--rejects', './r.ndjson']);
    for (const [rejects, sentence] of [
      ['./p.ndjson', /p\.ndjson is the plan/],
      ['./hard', /hard is to be loaded/],
    ] as const) {
      const refused = await call(['apply', './p.ndjson', '--rejects', rejects]);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(sentence) });
    }
    expect(await call(['apply', './p.ndjson', '--rejects', './r.ndjson'])).toMatchObject({ code: 3 });
  });

  it('is looked at before the first row: a place that takes no rejects stops the load', async () => {
    mkdirSync(at('folder'));
    for (const place of ['./folder', './in.ndjson/r.ndjson']) {
      expect(await call([...load, '--rejects', place])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /(folder|r\.ndjson) cannot be written \((EISDIR|EEXIST)\); name another file for rejected rows with --rejects\.\n$/,
        ),
      });
    }
    expect((await call(['status'])).stdout).toContain('Rows: companies 0,');
  });

  it('says which file took no more, and goes nowhere where it may', async () => {
    expect(await call([...load, '--rejects', '/dev/full'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\/dev\/full cannot be written \(ENOSPC\)/),
    });
    expect(await call([...load, '--rejects', '/dev/null'])).toMatchObject({ code: 3 });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('as rejects goes when a load has none, and stays when no load was done', async () => {
    const rejects = ['--rejects', './r.ndjson'];
    await call([...load, ...rejects]);
    const kept = readFileSync(at('r.ndjson'), 'utf8');
    expect(kept).toContain('bolt.io');
    await call(['load', 'companies', './missing.ndjson', ...rejects]);
    expect(readFileSync(at('r.ndjson'), 'utf8')).toBe(kept);
    await call([...load, ...rejects]);
    expect(readFileSync(at('r.ndjson'), 'utf8')).toBe(kept);
    expect(await call(['load', 'companies', './more', ...rejects])).toMatchObject({ code: 0 });
    expect(readdirSync(folder.path)).not.toContain('r.ndjson');
  });
});
