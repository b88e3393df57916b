import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { callIngest } from '../../../testing/command.ts';
import { placeOn } from '../../../testing/place.ts';
import { spreadsheet } from '../../../testing/spreadsheet.ts';
import { exitCode } from '../../exit-codes.ts';

const MAPPING =
  'kind: company\nfields:\n  domain: Site\n  name: Firm\n  type: { constant: private }\n  founding_year: { column: Born, number: "1,234.56" }\n';
/** Node 24 ends lines at U+2028, too. */
const TABLE =
  'Site,Firm,Born,Note\nacme.com,Acme,"1,999",\nbolt,"Bolt, ""B""",2001,x\u2028y\ncog.com,Cog,soon,"two\nlines"\n';

describe('retry', () => {
  const place = placeOn('sqlite', 'ingest_runs', 'outbox', 'companies');

  const ingest = async (...args: string[]) => {
    const env = { DATABASE_URL: place.url, SEARCH_URL: `sqlite:${place.folder.path}/search.db` };
    const done = await callIngest(args, env);
    return { ...done, stdout: done.stdout.replaceAll(`${place.folder.path}/`, '') };
  };
  const years = async () =>
    Object.fromEntries(
      (await place.db('companies').select('domain', 'founding_year')).map(
        (row: { domain: string; founding_year: number }) => [row.domain, row.founding_year],
      ),
    );
  const edit = (name: string, from: string, to: string) => {
    const text = place.folder.read(name);
    expect(text).toContain(from);
    place.folder.write(name, text.replaceAll(from, to));
  };

  it.each(['rejected.csv', 'rejected.ndjson'])(
    'loads corrected rows of %s with their mapping, and keeps the others',
    async (name) => {
      const mapping = place.folder.write('m.yaml', MAPPING);
      const rejected = `${place.folder.path}/${name}`;
      const load = await ingest(
        'load',
        'companies',
        place.folder.write('t.csv', TABLE),
        '--mapping',
        mapping,
        '--rejects',
        rejected,
      );
      expect(load.code).toBe(exitCode.rejects);
      expect(existsSync(`${rejected}.part`)).toBe(false);

      edit(
        name,
        name.endsWith('.csv') ? ',bolt,' : '"Site":"bolt"',
        name.endsWith('.csv') ? ',bolt.io,' : '"Site":"bolt.io"',
      );
      const first = await ingest('retry', rejected);
      expect(first.code).toBe(exitCode.rejects);
      expect(first.stdout).toContain('2 rows read from 1 file: 1 new, 0 changed, 0 unchanged, 1 rejected');
      expect(first.stdout).toContain(
        't.csv row 4: invalid record: founding_year must be a number written as 1,234.56, not "soon"',
      );
      expect(place.folder.read(name)).not.toContain('bolt.io');
      expect(await place.db('companies').where({ domain: 'bolt.io' }).first()).toMatchObject({
        name: 'Bolt, "B"',
      });
      expect((await ingest('status')).stdout).toContain(`retry companies ${name}: invalid record 1`);

      if (name.endsWith('.csv')) edit(name, ',soon,', ',"2,010",');
      else edit(name, '"Born":"soon"', '"Born":"2,010"');
      const second = await ingest('retry', rejected, '--json');
      expect(second.code).toBe(exitCode.done);
      expect(JSON.parse(second.stdout)).toMatchObject([{ file: name, new: 1, rejected: 0 }]);
      expect(existsSync(rejected)).toBe(false);
      expect(await years()).toEqual({ 'acme.com': 1999, 'bolt.io': 2001, 'cog.com': 2010 });
      expect((await ingest('status')).stdout).not.toContain('Rejects:');
    },
  );

  it('writes rows that are not cells of text as JSON, and loads them from CSV', async () => {
    const sheet = spreadsheet({
      S: [
        ['domain', 'name', 'type', 'founding_year'],
        ['acme', 'Acme', 'private', 1999],
      ],
    });
    const rejected = `${place.folder.path}/x.csv`;
    await ingest('load', 'companies', place.folder.write('t.xlsx', sheet), '--rejects', rejected);
    edit('x.csv', '""domain"":""acme""', '""domain"":""acme.com""');
    expect((await ingest('retry', rejected)).code).toBe(exitCode.done);
    const lines =
      '{"domain": "bolt", "name": "Bolt", "type": "private", "categories": ["a;b"]}\n{"domain": "cog.com", "name": }\n';
    await ingest('load', 'companies', place.folder.write('t.ndjson', lines), '--rejects', rejected);
    edit('x.csv', '""domain"":""bolt""', '""domain"":""bolt.io""');
    edit('x.csv', '\\""name\\"": }', '\\""name\\"": \\""Cog\\"", \\""type\\"": \\""private\\""}');
    expect((await ingest('retry', rejected)).stdout).toContain('2 rows read from 1 file: 2 new');
    expect(Object.keys(await years()).sort()).toEqual(['acme.com', 'bolt.io', 'cog.com']);
  });

  it('loads the cells of a row that had the wrong number of them', async () => {
    const rejected = `${place.folder.path}/x.csv`;
    const table = place.folder.write('t.csv', 'domain,name,type\nacme,Acme,private\nbolt.io,Bolt\n');
    await ingest('load', 'companies', table, '--rejects', rejected);
    edit('x.csv', ',acme,', ',acme.com,');
    edit('x.csv', ',,,\r\n', ',bolt.io,Bolt,private\r\n');
    expect((await ingest('retry', rejected)).stdout).toContain('2 rows read from 1 file: 2 new');
    expect(Object.keys(await years()).sort()).toEqual(['acme.com', 'bolt.io']);
  });

  it('rejects files that do not state one load', async () => {
    const plain = place.folder.write('plain.ndjson', [{ domain: 'a.com' }]);
    expect(await ingest('retry', plain)).toMatchObject({
      code: exitCode.failed,
      stderr: expect.stringMatching(/plain\.ndjson does not state how it was loaded\. Load it with: /),
    });
    const line = { file: 'a', row: 1, reason: 'x', raw: {} };
    const two = place.folder.write('two.ndjson', [
      { ...line, load: { kind: 'company' } },
      { ...line, load: { kind: 'event' } },
    ]);
    expect(await ingest('retry', two)).toMatchObject({
      stderr: expect.stringMatching(/has rows of several loads/),
    });
    const gone = place.folder.write('gone.ndjson', [
      { ...line, load: { kind: 'company', mapping: '/none.yaml' } },
    ]);
    expect(await ingest('retry', gone)).toMatchObject({
      code: exitCode.failed,
      stderr: expect.stringMatching(/no mapping file \/none\.yaml/),
    });
    expect(existsSync(gone)).toBe(true);
    expect(existsSync(`${gone}.retry.ndjson`)).toBe(false);
  });
});
