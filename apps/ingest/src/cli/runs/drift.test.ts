import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { DRIFT_LIMITS } from '../../guards/drift.ts';
import type { Report } from '../../report/report.ts';
import { callIngest } from '../../testing/command.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { spreadsheet, type SheetCell } from '../../testing/spreadsheet.ts';
import type { Status } from './status.ts';

type Cells = Record<string, string | number | null>;

/** Rows of a vendor: a name, a site, a year and a city. */
const vendorRows = (count = 40): Cells[] =>
  Array.from({ length: count }, (_, i) => ({
    Name: `Firm ${i}`,
    Key: `firm-${i}.example`,
    Site: `firm-${i}.example`,
    Founded: 1980 + (i % 40),
    City: 'Hull',
  }));

/** The next delivery: a column is renamed, the years of a third are text, and half of the sites have no city. */
const changedRows = (): Cells[] =>
  vendorRows().map(({ Name, Key, Site, Founded, City }, i) => ({
    Name: Name!,
    Key: Key!,
    Website: Site!,
    Founded: i % 3 === 0 ? `in ${Founded}` : Founded!,
    City: i % 2 === 0 ? null : City!,
  }));

const CHANGES = [
  'missing column: "Site"',
  'new column: "Website"',
  'changed type: "Founded" is text in 35% of its values; in the last load, 0%',
  'fill rate: "City" is filled in 50% of the rows; in the last load, 100%',
];

const mapping = (rows = '') => `kind: company
source: vendor
${rows}fields:
  name: Name
  domain: Key
  type: { constant: private }
`;

const csvOf = (rows: Cells[]): string => {
  const columns = Object.keys(rows[0]!);
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.join(','))
    .join('\n');
};
const sheetOf = (rows: Cells[]): Uint8Array => {
  const columns = Object.keys(rows[0]!);
  const cells: SheetCell[][] = rows.map((row) => columns.map((column) => row[column] ?? null));
  return spreadsheet({ Firms: [columns, ...cells] });
};

/** How each format writes the rows, and what its mapping needs. */
const FORMATS: Record<string, { write: (rows: Cells[]) => string | Uint8Array | object[]; at?: string }> = {
  csv: { write: csvOf },
  xlsx: { write: sheetOf },
  ndjson: { write: (rows) => rows },
  json: { write: (rows) => JSON.stringify({ firms: rows }), at: 'rows: firms.*\n' },
};

describe('a source that differs from its last load', () => {
  let database: TestDatabase;
  let folder: Folder;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await database.close();
    folder.remove();
  });

  const at = (name: string) => join(folder.path, name);
  const call = (...args: string[]) =>
    callIngest(args, { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${at('search.db')}` });
  const load = (file: string, ...more: string[]) =>
    call('load', 'companies', at(file), '--rejects', at('rejects.ndjson'), ...more);
  const reportOf = async (file: string, ...more: string[]) =>
    JSON.parse((await load(file, '--json', ...more)).stdout) as Report;
  const messages = ({ drift }: Pick<Report, 'drift'>) => drift?.changes.map(({ message }) => message);

  it.each(Object.keys(FORMATS))('is reported with a mapping of %s', async (format) => {
    const { write, at: rows } = FORMATS[format]!;
    const name = folder.write('m.yaml', mapping(rows));
    const file = `firms.${format}`;
    folder.write(file, write(vendorRows()));
    expect((await reportOf(file, '--mapping', name)).drift).toBeUndefined();
    // The name of the source counts, not that of the file.
    folder.write(`next.${format}`, write(vendorRows()));
    expect(messages(await reportOf(`next.${format}`, '--mapping', name))).toEqual([]);
    folder.write(file, write(changedRows()));
    const { drift, warningsBy } = await reportOf(file, '--mapping', name);
    expect(drift).toMatchObject({ source: 'vendor m.yaml' });
    expect(messages({ drift })!.sort()).toEqual([...CHANGES].sort());
    expect(warningsBy).toMatchObject({ 'missing column': 1, 'new column': 1, 'changed type': 1 });
  });

  it('is reported for the result of SQL', async () => {
    const sql = folder.write(
      'firms.sql',
      `select Name as name, Key as domain, City as "headquarters.city", 'private' as type from firms`,
    );
    const write = (rows: Cells[]) => folder.write('firms.csv', csvOf(rows));
    write(vendorRows());
    await load('firms.csv', '--mapping', sql);
    write(changedRows().slice(0, 30));
    expect(messages(await reportOf('firms.csv', '--mapping', sql))).toEqual([
      'row count: 30 rows; the last load had 40',
      'fill rate: "headquarters.city" is filled in 50% of the rows; in the last load, 100%',
    ]);
  });

  it('is refused with --strict-schema, by load, plan and apply, and shown by status', async () => {
    const map = ['--mapping', folder.write('m.yaml', mapping())];
    folder.write('firms.csv', csvOf(vendorRows()));
    expect(await load('firms.csv', ...map, '--strict-schema')).toMatchObject({ code: 0 });
    folder.write(
      'firms.csv',
      csvOf([...changedRows(), { Name: 'New', Key: 'new.example', Website: 'x', Founded: 1, City: 'Y' }]),
    );
    const refused = await load('firms.csv', ...map, '--strict-schema');
    expect(refused.code).toBe(9);
    expect(refused.stdout).toMatch(
      /^Load rejected, nothing stored: the source differs from its last load of \S+ \S+ UTC: missing column: "Site"; .*; in the last load, 100%\. To accept it, load it without --strict-schema\.\n/,
    );
    expect(await database.db('companies').where({ name: 'New' })).toEqual([]);
    const planned = ['plan', 'companies', at('firms.csv'), ...map, '--out', at('plan.ndjson')];
    expect(await call(...planned, '--strict-schema')).toMatchObject({ code: 9 });
    // The load that applies a plan without the option is the next one to compare with.
    expect(await call(...planned)).toMatchObject({ code: 6 });
    expect(await call('apply', at('plan.ndjson'))).toMatchObject({ code: 0 });
    expect(await database.db('companies').where({ name: 'New' })).toHaveLength(1);
    expect(await load('firms.csv', ...map, '--strict-schema')).toMatchObject({ code: 0 });

    const { runs } = JSON.parse((await call('status', '--json')).stdout) as Status;
    expect(runs.map(({ command, outcome, drift }) => [command, outcome, drift?.changes.length ?? 0])).toEqual(
      [
        ['load', 'done', 0],
        ['apply', 'done', 4],
        ['load', 'refused', 4],
        ['load', 'done', 0],
      ],
    );
    expect((await call('status')).stdout).toMatch(
      / {4}differs from the load of \S+ \S+:\n {6}missing column: "Site"\n {6}new column: "Website"\n/,
    );
  });

  it('is refused with --strict-schema when it has become empty, but not when it cannot be read', async () => {
    for (const file of ['firms.ndjson', 'firms.json', 'firms.csv']) {
      const rows = vendorRows().map(({ Name, Key }) => ({ domain: Key!, name: Name!, type: 'private' }));
      const write = { ndjson: () => rows, json: () => JSON.stringify(rows), csv: () => csvOf(rows) };
      folder.write(file, write[file.split('.')[1] as keyof typeof write]());
      await load(file);
      folder.write(file, file === 'firms.json' ? '[]' : '');
      const { code, stdout } = await load(file, '--strict-schema');
      expect([file, code, stdout]).toEqual([file, 9, expect.stringContaining('row count: 0 rows')]);
    }
    folder.write('firms.ndjson', '{');
    expect((await reportOf('firms.ndjson')).drift).toBeUndefined();
  });

  it('is not compared with another mapping, with stopped loads or with rejects files', async () => {
    const [one, two] = ['one.yaml', 'two.yaml'].map((name) => folder.write(name, mapping()));
    folder.write('firms.csv', csvOf(vendorRows()));
    folder.write('others.csv', csvOf(changedRows().slice(0, 21)));
    await load('firms.csv', '--mapping', one!);
    expect((await reportOf('others.csv', '--mapping', two!)).drift).toBeUndefined();
    await database.db('ingest_runs').where({ outcome: 'done' }).update({ outcome: 'stopped' });
    expect((await reportOf('others.csv', '--mapping', one!)).drift).toBeUndefined();
    const rejected = { file: 'x.csv', row: 2, reason: 'other', raw: { Name: 'Z' }, isText: true };
    folder.write('again.ndjson', [rejected]);
    expect((await reportOf('again.ndjson', '--mapping', one!)).drift).toBeUndefined();
  });

  it('is not reported for small shares, optional fields and keys that are data', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => ({
      domain: `firm-${i}.example`,
      name: `Firm ${i}`,
      type: 'private',
      ...(i < 5 && { description: 'An optional field.' }),
    }));
    folder.write('a.ndjson', rows);
    await load('a.ndjson');
    folder.write(
      'a.ndjson',
      rows
        .slice(0, 85)
        .map(({ description: _, ...row }, i) => ({ ...row, ...(i < 5 && { founding_year: 1999 }) })),
    );
    expect(messages(await reportOf('a.ndjson'))).toEqual([]);
    const odd = (prefix: string) =>
      rows.map(({ name, domain }, i) => ({
        name,
        domain,
        type: 'private',
        ...Object.fromEntries(Array.from({ length: 6 }, (_unused, n) => [`${prefix}${i * 6 + n}`, i])),
      }));
    const map = [
      '--mapping',
      folder.write('k.yaml', 'kind: company\nfields: { name: name, domain: domain, type: type }\n'),
    ];
    for (const prefix of ['a', 'b']) folder.write(`${prefix}/k.ndjson`, odd(prefix));
    await load('a/k.ndjson', ...map, '--source', 'keys');
    expect(messages(await reportOf('b/k.ndjson', ...map, '--source', 'keys'))).toEqual([]);
  });
});

it('docs/data-team/drift.md lists the limits', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/data-team/drift.md'), 'utf8');
  const { points, fewerRows, moreRows, leastRows } = DRIFT_LIMITS;
  for (const text of [
    `${points} percentage points`,
    `${fewerRows}% fewer`,
    `${moreRows}% more`,
    `${leastRows} rows`,
  ])
    expect(page).toContain(text);
});
