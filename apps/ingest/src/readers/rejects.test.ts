import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findKind } from '../kinds/index.ts';
import { load, type LoadOptions } from '../load/load.ts';
import { placeOn } from '../testing/place.ts';
import { dump } from '../testing/rows.ts';

const ACME = { domain: 'acme.com', name: 'Acme', type: 'private' };
const RESULT = { domain: 'bolt.io', name: 'Bolt', type: 'private' };

describe('a repaired rejects file', () => {
  const place = placeOn('sqlite', 'outbox', 'companies');

  const run = (kind: string, path: string, options: LoadOptions = {}) =>
    load({ db: place.db, kind: findKind(kind)!, paths: [path], options });
  const company = (domain: string) => place.db('companies').where({ domain }).first<object>();
  const rejects = () => join(place.folder.path, 'x.rejects.ndjson');
  /** Edits the rejects file, as a user would. */
  const repair = (from: string, to: string) => {
    const text = readFileSync(rejects(), 'utf8');
    expect(text).toContain(from);
    place.folder.write('x.rejects.ndjson', text.replaceAll(from, to));
  };

  const MAPPING =
    'kind: company\nfields: { domain: Site, name: Firm, type: { constant: private }, founding_year: Born }\n';
  const WITH_ROWS =
    'kind: company\nrows: groups.*.items.*\nreject: [{ column: ../name, is: Products, reason: "product: it is none" }]\n' +
    'fields: { domain: site, name: name, type: { constant: private }, headquarters.city: ../name }\n';
  const GROUPS = {
    groups: [
      {
        name: 'Hull',
        items: [
          { site: 'acme.com', name: 'Acme' },
          { site: 'bolt', name: 'Bolt' },
        ],
      },
    ],
  };

  it.each<{
    of: string;
    file: [name: string, text: string];
    mapping?: string;
    repaired: [string, string];
    is?: object;
  }>([
    {
      of: 'NDJSON',
      file: ['a.ndjson', `${JSON.stringify(ACME)}\n${JSON.stringify({ ...RESULT, type: 'privat' })}\n`],
      repaired: ['"privat"', '"private"'],
    },
    {
      of: 'a line that is not JSON',
      file: ['a.ndjson', `${JSON.stringify(ACME)}\n{"domain": "bolt.io", "name": "Bolt", "type": private}\n`],
      repaired: [': private}', ': \\"private\\"}'],
    },
    {
      of: 'a JSON array',
      file: ['a.json', JSON.stringify([ACME, { ...RESULT, type: 'privat' }])],
      repaired: ['"privat"', '"private"'],
    },
    {
      of: 'YAML',
      file: [
        'a.yaml',
        '- { domain: acme.com, name: Acme, type: private }\n- { domain: bolt.io, name: Bolt, type: 7 }\n',
      ],
      repaired: ['"type":7', '"type":"private"'],
    },
    {
      of: 'CSV with numbers and lists as text',
      file: [
        'a.csv',
        'domain,name,type,founding_year,headquarters.city,alternative_domains\nacme.com,Acme,private,1999,,\nbolt.io/,Bolt,private,2012,Leeds,bolt.com;bolt.net\n',
      ],
      repaired: ['bolt.io/', 'bolt.io'],
      is: { founding_year: 2012, headquarters_city: 'Leeds' },
    },
    {
      of: 'CSV, repaired with a value that is not text',
      file: [
        'a.csv',
        'domain,name,type,founding_year\nacme.com,Acme,private,1999\nbolt.io,Bolt,private,soon\n',
      ],
      repaired: ['"soon"', 'null'],
      is: { founding_year: null },
    },
    {
      of: 'a CSV row with a surplus cell',
      file: ['a.csv', 'domain;name;type\nacme.com;Acme;private\nbolt.io;Bolt;;private\n'],
      repaired: [';;', ';'],
    },
    {
      of: 'a table with a mapping',
      file: ['a.csv', 'Site,Firm,Born\nacme.com,Acme,1999\nbolt,Bolt,2012\n'],
      mapping: MAPPING,
      repaired: ['"bolt"', '"bolt.io"'],
      is: { founding_year: 2012 },
    },
    {
      of: 'a mapping with rows inside JSON and columns from the enclosing objects',
      file: ['a.json', JSON.stringify(GROUPS)],
      mapping: WITH_ROWS,
      repaired: ['"bolt"', '"bolt.io"'],
      is: { headquarters_city: 'Hull' },
    },
    {
      of: 'SEC submissions without a domain',
      file: ['a.json', `[${JSON.stringify(ACME)}, {"cik": "7", "name": "Bolt", "filings": {"recent": {}}}]`],
      repaired: ['"raw":{', '"raw":{"domain":"bolt.io",'],
      is: { cik: '0000000007' },
    },
  ])('loads the repaired row of $of', async ({ file: [name, text], mapping, repaired, is = {} }) => {
    const options = mapping === undefined ? {} : { mapping: place.folder.write('m.yaml', mapping) };
    expect(
      await run('companies', place.folder.write(name, text), { ...options, rejects: rejects() }),
    ).toMatchObject({
      new: 1,
      rejected: 1,
    });
    expect(await company('bolt.io')).toBeUndefined();
    // As it is, it is rejected again, for the same reason.
    const again = join(place.folder.path, 'again.ndjson');
    expect(await run('companies', rejects(), { ...options, rejects: again })).toMatchObject({
      read: 1,
      rejected: 1,
    });
    const [first, second] = [rejects(), again].map(
      (path) => JSON.parse(readFileSync(path, 'utf8')) as object,
    );
    expect(second).toEqual({ ...first, file: rejects(), row: 1 });

    repair(...repaired);
    expect(await run('companies', rejects(), options)).toMatchObject({
      files: 1,
      read: 1,
      new: 1,
      rejected: 0,
    });
    expect(await company('bolt.io')).toMatchObject({ name: 'Bolt', ...is });
    const before = await dump(place.db);
    expect(await run('companies', rejects(), options)).toMatchObject({ unchanged: 1 });
    expect(await dump(place.db)).toEqual(before);
  });

  it('loads the repaired rows that follow a plain row', async () => {
    await run('companies', place.folder.write('a.ndjson', [{ ...RESULT, type: 'privat' }]), {
      rejects: rejects(),
    });
    repair('"privat"', '"private"');
    const rest = readFileSync(rejects(), 'utf8');
    place.folder.write('x.rejects.ndjson', `${JSON.stringify(ACME)}\n${rest}`);
    expect(await run('companies', rejects())).toMatchObject({ read: 2, new: 2, rejected: 0 });
  });

  it('loads the second row with the same key only if its reason is emptied', async () => {
    const rows = [ACME, { ...ACME, name: 'Acme Ltd' }];
    await run('companies', place.folder.write('a.ndjson', rows), { rejects: rejects() });
    const again = join(place.folder.path, 'again.ndjson');
    for (const [from, to] of [
      [rejects(), again],
      [again, rejects()],
    ] as const) {
      const { firstRejects } = await run('companies', from, { rejects: to });
      expect(firstRejects).toMatchObject([
        {
          reason: expect.stringMatching(
            /^duplicate domain: [^;]*; to load this row instead, make its reason ""$/,
          ),
        },
      ]);
      expect(await company('acme.com')).toMatchObject({ name: 'Acme' });
    }
    const line = JSON.parse(readFileSync(rejects(), 'utf8')) as object;
    place.folder.write('x.rejects.ndjson', [{ ...line, reason: '' }]);
    expect(await run('companies', rejects())).toMatchObject({ changed: 1, rejected: 0 });
    expect(await company('acme.com')).toMatchObject({ name: 'Acme Ltd' });
  });

  it('suggests --mapping for rows that came through a mapping', async () => {
    const options = { mapping: place.folder.write('m.yaml', MAPPING) };
    await run('companies', place.folder.write('a.csv', 'Site,Firm,Born\nbolt,Bolt,2012\n'), {
      ...options,
      rejects: rejects(),
    });
    const { firstRejects } = await run('companies', rejects());
    expect(firstRejects).toEqual([
      {
        file: rejects(),
        row: 1,
        reason: expect.stringMatching(
          /^unknown field: "Site";.*; if the row came through a mapping, give that again with --mapping, or load the file with retry$/,
        ),
      },
    ]);
  });

  it('accepts a CSV file without columns that only help', async () => {
    const csv = 'reject_file,domain,name,type\na.csv,acme.com,Acme,private\n';
    const report = await run('companies', place.folder.write('x.rejects.csv', csv));
    expect(report).toMatchObject({ new: 1, rejectedBy: {} });
  });

  it('accepts rows without some columns of the mapping', async () => {
    const options = { mapping: place.folder.write('m.yaml', MAPPING) };
    const rows = '{"Site":"acme.com","Firm":"Acme","Born":1999}\n{"Site":"bolt","Firm":"Bolt"}\n';
    await run('companies', place.folder.write('a.ndjson', rows), { ...options, rejects: rejects() });
    repair('"bolt"', '"bolt.io"');
    expect(await run('companies', rejects(), options)).toMatchObject({ new: 1 });
  });

  it.each([
    ['documents', 'a.md', '---\ntitle: Anvils\n---\nIron.\n', 'a.md'],
    ['documents', 'b.md', '---\ntitle: Anvils\ndate: 2024-01-01\ntype: x\n---\nIron.\n', 'b.md'],
    ['companies', 'a.yaml', '{', 'a.yaml'],
    ['companies', 'a.ndjson', 'nonsense\n', 'a.ndjson'],
  ])(
    'names the file to load again for %s of %s when the row was not kept',
    async (kind, name, text, origin) => {
      expect(await run(kind, place.folder.write(name, text), { rejects: rejects() })).toMatchObject({
        rejected: 1,
      });
      const { firstRejects } = await run(kind, rejects());
      expect(firstRejects).toMatchObject([
        { row: 1, reason: expect.stringMatching(new RegExp(`^no row: .*load \\S+/${origin} again$`)) },
      ]);
    },
  );
});
