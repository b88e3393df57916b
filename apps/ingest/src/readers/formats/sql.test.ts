import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findKind } from '../../kinds/index.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { recordsOf } from '../../testing/read.ts';

const company = findKind('company')!;

describe('a mapping in SQL', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const run = (
    sql: string,
    files: string[],
    { kind = company, encoding }: { kind?: typeof company; encoding?: string } = {},
  ) =>
    recordsOf(kind, files, {
      mapping: folder.write('m.sql', sql),
      ...(encoding !== undefined && { encoding }),
    });
  const table = () =>
    folder.write('firms.csv', 'firm,site,born,raised\nAcme,acme.com,0999,1.5\nBolt,bolt.io,2001,\n');

  it('joins files of several formats, and maps the columns of the result to fields', async () => {
    const people = folder.write('people.ndjson', [
      { site: 'acme.com', names: ['Ann', 'Bob'] },
      { site: 'bolt.io', names: [] },
    ]);
    const rows = await run(
      `select firm as name, site as domain, names as "key_people.founders", born::int + 1000 as founding_year,
         case when raised is not null then [{ name: 'revenue', value: (raised::decimal(10, 2) * 1000000)::double }] end as financials
       from firms join people using (site) order by firm`,
      [table(), people],
    );
    expect(rows).toMatchObject([
      {
        row: 1,
        record: {
          domain: 'acme.com',
          key_people: { founders: ['Ann', 'Bob'] },
          founding_year: 1999,
          financials: [{ name: 'revenue', value: 1_500_000 }],
        },
      },
      // Null is a missing field.
      { row: 2, reason: 'invalid record: founding_year must be at most 2199' },
    ]);
    expect(rows[1]).not.toHaveProperty('raw.financials');
  });

  it('keeps exact numbers, dates and times', async () => {
    const event = findKind('event')!;
    const rows = await run(
      `select site as company, 'funding_round' as event_type, 'Seed' as "data.name",
         date '2024-02-09' as "data.announced_date", 123456789012345678.25::decimal(30, 2) as "data.amount_raised", 'USD' as "data.currency"
       from firms limit 1`,
      [table()],
      { kind: event },
    );
    expect(rows).toMatchObject([
      {
        record: {
          company: 'acme.com',
          data: { amount_raised: '123456789012345678.25', announced_date: '2024-02-09' },
        },
      },
    ]);
    const filing = `select site as company, '1' as accession_number, timestamp '2024-02-09 01:02:03' as filed_at from firms limit 1`;
    expect(await run(filing, [table()], { kind: findKind('filing')! })).toMatchObject([
      { record: { filed_at: '2024-02-09T01:02:03.000Z' } },
    ]);
  });

  it('adds the source of the load to the rows, which name the files and the statement', async () => {
    const mapping = folder.write('m.sql', 'select firm as name, site as domain from firms order by firm');
    expect(await recordsOf(company, [table()], { mapping, source: 'vendor' })).toMatchObject([
      { file: 'firms.csv with m.sql', row: 1, record: { name: 'Acme', source: 'vendor' } },
      { file: 'firms.csv with m.sql', row: 2, record: { name: 'Bolt', source: 'vendor' } },
    ]);
  });

  it('reads Parquet, and tables in another encoding', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const parquet = join(folder.path, 'firms.parquet');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`copy (select 'Acme' as firm, 'acme.com' as site) to '${parquet}' (format parquet)`);
    connection.closeSync();
    const sql = 'select firm as name, site as domain from firms';
    expect(await run(sql, [parquet])).toMatchObject([{ record: { name: 'Acme', domain: 'acme.com' } }]);
    const latin = folder.write('firms.csv', Buffer.from('firm,site\nCaf\xe9,cafe.com\n', 'latin1'));
    const compressed = folder.write('firms.csv.gz', gzipSync(readFileSync(latin)));
    for (const file of [latin, compressed])
      expect(await run(sql, [file], { encoding: 'windows-1252' })).toMatchObject([
        { record: { name: 'Café' } },
      ]);
    const cut = folder.write('firms.csv.gz', readFileSync(compressed).subarray(0, -9));
    await expect(run(sql, [cut], { encoding: 'windows-1252' })).rejects.toThrow(/csv\.gz: truncated file: /);
  });

  it.each([
    ['another file', "select content as name from read_text('/etc/hostname')", /Cannot access file/],
    ['the network', "select * from 'https://example.com/x.csv'", /Cannot access file/],
    ['a setting', 'set enable_external_access = true', /must be a SELECT/],
    ['an extension', 'install httpfs', /must be a SELECT/],
    ['two statements', 'select 1 as name; select 2 as name', /has 2 statements; it must have one SELECT/],
    ['no statement', '-- nothing', /m\.sql: /],
    ['an unknown table', 'select * from nothing', /Table with name nothing does not exist/],
    [
      'an unknown column',
      'select firm as nmae from firms',
      /unknown column "nmae"; the nearest known one is "name"/,
    ],
    ['a column twice', 'select firm as name, site as name from firms', /two columns "name"/],
  ])('rejects %s', async (_, sql, problem) => {
    await expect(run(sql, [table()])).rejects.toThrow(problem);
  });

  it('cannot write a file', async () => {
    const target = join(folder.path, 'out.csv');
    await expect(run(`copy firms to '${target}'`, [table()])).rejects.toThrow(/Cannot access file/);
    expect(existsSync(target)).toBe(false);
  });

  it('loads nothing when one row cannot be calculated', async () => {
    const sql = `select i || '.com' as domain, case when i = 4500 then error('broken') else 'A' end as name from range(5000) t(i), firms`;
    await expect(run(sql, [table()])).rejects.toThrow(/m\.sql: .*broken\.$/);
  });

  it.each([
    [['x.txt'], /x\.txt cannot be read with SQL\. Use CSV, JSON or Parquet/],
    [['-'], /--mapping with SQL cannot read standard input/],
    [['a/t.csv', 'b/t.csv'], /would both be the table "t"\. Rename one/],
  ])('rejects sources that it cannot name or read: %s', async (names, problem) => {
    const files = names.map((name) => (name === '-' ? name : folder.write(name, 'a\n1\n')));
    await expect(run('select 1 as name', files)).rejects.toThrow(problem);
  });
});
