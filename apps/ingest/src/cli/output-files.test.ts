import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';

const ACME = { domain: 'acme.com', name: 'Acme', type: 'private' };
const WRONG = { domain: 'bolt.io', type: 'private' };

describe('the output files of a command', () => {
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
      /^--rejects would overwrite a source of the load: .*in\.ndjson\. Name another file\.\n$/,
    ],
    [[...load, '--rejects', './link'], /overwrite a source of the load: .*link\./],
    [[...load, '--rejects', './hard'], /overwrite a source of the load: .*hard\./],
    [[...load, '--rejects', './more/../in.ndjson'], /overwrite a source of the load/],
    [['load', 'companies', './more', '--rejects', './other/in.ndjson'], /overwrite a source of the load/],
    [['load', 'companies', './m*/*', '--rejects', './more/in.ndjson'], /overwrite a source of the load/],
    [
      [...load, '--mapping', './map.yaml', '--rejects', './map.yaml'],
      /overwrite the mapping file: .*map\.yaml/,
    ],
    [[...load, '--domains', './domains.csv', '--rejects', './domains.csv'], /overwrite the domains file/],
    [[...load, '--rejects', './data/dossier.db'], /overwrite the database: .*dossier\.db/],
    [[...load, '--rejects', './data/search.db-wal'], /overwrite part of the search index/],
    [
      [...plan, '--out', './in.ndjson'],
      /^--out would overwrite a source of the load: .*in\.ndjson\. Name another file\.\n$/,
    ],
    [
      [...plan, '--out', './p', '--rejects', './p'],
      /^--out would overwrite the file of --rejects: .*p\. Name another file\.\n$/,
    ],
    [[...plan, '--out', './new.ndjson', '--rejects', './dangling'], /overwrite the file of --rejects/],
    [
      ['edgar', 'companies', 'X', '--domains', './domains.csv', '--rejects', './domains.csv'],
      /the domains file/,
    ],
  ])('exits with 2 when an output file would overwrite an input: %j', async (args, sentence) => {
    const before = readFileSync(at('in.ndjson'), 'utf8');
    expect(await call(args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(readFileSync(at('in.ndjson'), 'utf8')).toBe(before);
    // Nothing was opened.
    expect(existsSync(at('data'))).toBe(false);
    expect(existsSync(at('p'))).toBe(false);
  });

  it('exits with 2 when the dead-letter file of apply would overwrite the plan or its sources', async () => {
    await call(['migrate']);
    await call([...plan, '--out', './p.ndjson', '--rejects', './r.ndjson']);
    for (const [rejects, sentence] of [
      ['./p.ndjson', /overwrite the plan: .*p\.ndjson/],
      ['./hard', /overwrite a source of the load: .*hard\./],
    ] as const) {
      const refused = await call(['apply', './p.ndjson', '--rejects', rejects]);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(sentence) });
    }
    expect(await call(['apply', './p.ndjson', '--rejects', './r.ndjson'])).toMatchObject({ code: 3 });
  });

  it('stops the load before the first row when the dead-letter file is not writable', async () => {
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

  it('exits with 1 when the disk of the dead-letter file is full, and accepts /dev/null', async () => {
    expect(await call([...load, '--rejects', '/dev/full'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\/dev\/full cannot be written \(ENOSPC\)/),
    });
    expect(await call([...load, '--rejects', '/dev/null'])).toMatchObject({ code: 3 });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('writes a dead-letter file only for rejected rows, and keeps the old one when the load does not run', async () => {
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
