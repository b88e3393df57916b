import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@dossier/store';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';

describe('a domains file', () => {
  let folder: Folder;
  let databaseUrl: string;
  beforeEach(() => {
    folder = temporaryFolder();
    databaseUrl = `sqlite:${join(folder.path, 'dossier.db')}`;
  });
  afterEach(() => folder.remove());

  const load = (domains: string | Uint8Array, records: object[]) =>
    callIngest(
      [
        ...['load', 'companies', folder.write('c.ndjson', records)],
        ...['--domains', folder.write('d.csv', domains), '--rejects', join(folder.path, 'r.ndjson')],
      ],
      { DATABASE_URL: databaseUrl, SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}` },
    );
  async function stored(): Promise<Record<string, string>> {
    const db = openDatabase(databaseUrl);
    const rows = await db('companies').select<{ name: string; domain: string }[]>('name', 'domain');
    await db.destroy();
    return Object.fromEntries(rows.map(({ name, domain }) => [name, domain]));
  }
  const company = (name: string, more: object = {}) => ({ name, type: 'private', ...more });

  it('matches names by the same rules as stored companies', async () => {
    const file = 'name,domain\nZed Inc.,zed.com\n"The Éclair, Ltd",eclair.com\n';
    expect(await load(file, [company('ZED'), company('Eclair')])).toMatchObject({ code: 0 });
    expect(await stored()).toEqual({ ZED: 'zed.com', Eclair: 'eclair.com' });
  });

  it('distinguishes companies that differ only in legal form or only in CIK', async () => {
    const file = 'cik,name,domain\n,Zed Inc,inc.com\n,Zed Ltd,ltd.com\n1,Same,one.com\n2,Same,two.com\n';
    const feed = [
      company('Zed Ltd'),
      company('Zed Inc'),
      company('Same', { cik: '2' }),
      company('Zed'),
      company('Same'),
    ];
    const { code, stdout } = await load(file, feed);
    expect([code, stdout]).toEqual([3, expect.stringContaining('missing domain: 2')]);
    expect(await stored()).toEqual({ 'Zed Ltd': 'ltd.com', 'Zed Inc': 'inc.com', Same: 'two.com' });
  });

  it('gives a company with another CIK no domain of its namesake', async () => {
    const file = 'cik,name,domain\n1,Same,one.com\n,Zed,zed.com\n';
    const feed = [company('Same', { cik: '3' }), company('Same Inc'), company('Zed', { cik: '4' })];
    const { code, stdout } = await load(file, feed);
    expect([code, stdout]).toEqual([3, expect.stringContaining('missing domain: 1')]);
    expect(await stored()).toEqual({ 'Same Inc': 'one.com', Zed: 'zed.com' });
  });

  it.each([
    ['', /has no rows; the header row must be cik,domain or name,domain/],
    ['cik,domain\n', /has no rows/],
    [
      'cik,domian\n1,a.com\n',
      /the header row must be .*; unknown column "domian"; the nearest known one is "domain"/,
    ],
    ['cik,nmae,domain\n,Zed,a.com\n', /unknown column "nmae"; the nearest known one is "name"/],
    [
      'cik,domain\n1,a.com\n01,b.com\n',
      /row 3 has the domain b\.com for the CIK 01, but .*row 2 has a\.com\.$/,
    ],
    [
      'name,domain\nZed,a.com\nZED ,b.com\n',
      /row 3 has the domain b\.com for the name ZED, but .*row 2 has a/,
    ],
    ['name,domain\n,a.com\n', /row 2: it names no company for a\.com, by CIK or by name\.$/],
    [Buffer.from('name,domain\nCaf\xe9,a.com\n', 'latin1'), /row 2 is not text in UTF-8: Caf\\xe9 a\.com\.$/],
  ])('rejects an invalid domains file: %j', async (file, sentence) => {
    const { code, stdout, stderr } = await load(file, [company('Zed', { domain: 'zed.com' })]);
    expect([code, stdout, stderr.trim()]).toEqual([1, '', expect.stringMatching(sentence)]);
    expect(await stored()).toEqual({});
  });
});
