import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findKind } from '../kinds/index.ts';
import { readRecords } from '../stages/records.ts';
import { collect, temporaryFolder, type Folder } from '../testing/files.ts';
import { readMapping } from './read.ts';

const company = findKind('company')!;
const MAPPING = `# A comment.
kind: companies
fields:
  name: Company
  type: { constant: private }
  domain:
    domain_of: Website
    except: [twitter.com]
  is_active: { column: State, values: { Dead: false, Alive: true } }
  founding_year: { column: Founded, number: '1.234,56' }
  headquarters.city: Town
  categories: { column: Tags, split: '|', values: { Money: Fintech } }
  description: About
`;
const HEAD = 'Company,Website,State,Founded,Town,Tags,About,Ignored';

describe('a mapping', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const records = async (table: string, mapping = MAPPING, kind = company, name = 'table.csv') =>
    collect(readRecords(kind, [folder.write(name, table)], { mapping: folder.write('m.yaml', mapping) }));
  const problem = (mapping: string) => readMapping(folder.write('m.yaml', mapping), company);

  it('makes records of a foreign table', async () => {
    const rows = [
      'Acme,https://www.Acme.com/about,Dead,2.001,Paris,Money | Tools |Money,"Line\n2",x',
      'Bolt,https://twitter.com/bolt,Alive,soon,,,,',
    ];
    expect(await records([HEAD, ...rows].join('\r\n'))).toMatchObject([
      {
        row: 2,
        record: {
          name: 'Acme',
          type: 'private',
          domain: 'acme.com',
          is_active: false,
          founding_year: 2001,
          headquarters: { city: 'Paris' },
          categories: ['Fintech', 'Tools'],
          description: 'Line\n2',
        },
        raw: { Company: 'Acme', Ignored: 'x' },
      },
      {
        row: 3,
        reason: 'invalid record: founding_year must be a number, not "soon"',
        raw: { Company: 'Bolt' },
      },
    ]);
  });

  it('reads dates as they are written', async () => {
    const mapping = (date: string) =>
      `kind: filing\nfields:\n  company: Site\n  accession_number: No\n  filed_at: { column: Day, date: '${date}' }\n`;
    const filedAt = async (day: string, date: string) =>
      (await records(`Site,No,Day\na.com,1,"${day}"`, mapping(date), findKind('filing')))[0];
    const iso = { record: { filed_at: '2024-02-09T00:00:00.000Z' } };
    expect(await filedAt('02/09/2024', 'MM/DD/YYYY')).toMatchObject(iso);
    expect(await filedAt('9.2.2024', 'D.M.YYYY')).toMatchObject(iso);
    expect(await filedAt('Feb 09, 2024', 'MMM DD, YYYY')).toMatchObject(iso);
    expect(await filedAt('31/31/2024', 'DD/MM/YYYY')).toMatchObject({
      reason: expect.stringMatching(/"31\/31\/2024"/),
    });
  });

  it.each([
    ['1,234.56', '$1,200,000.5', 1200000.5],
    ['1234.56', '2001', 2001],
    ['1234.56', '-12.5', -12.5],
    ['1 234,56', '1 200,25', 1200.25],
  ])('reads numbers written as %s', async (form, text, value) => {
    const mapping = `kind: dataset\nfields:\n  company: C\n  name: C\n  data: { column: N, number: '${form}' }\n`;
    const [row] = await records(`C,N\na.com,"${text}"`, mapping, findKind('dataset'));
    // A figure is no list of points: the reason shows what it was read as.
    expect(row).toMatchObject({ reason: `invalid record: data must be a list, not ${value}` });
  });

  it('maps the fields of JSON records too, which keep their types', async () => {
    const mapping = 'kind: company\nfields:\n  name: title\n  founding_year: year\n  categories: tags\n';
    const [row] = await records('{"title": "A", "year": 2001, "tags": ["a"]}', mapping, company, 't.json');
    expect(row).toMatchObject({ record: { name: 'A', founding_year: 2001, categories: ['a'] } });
  });

  it.each([
    [
      MAPPING.replace('  name:', '  nmae:'),
      /m\.yaml line 4: unknown field "nmae"; the nearest known one is "name"/,
    ],
    [
      MAPPING.replace('headquarters.city', 'headquarters.ctiy'),
      /line 11: unknown field .* "headquarters\.city"/,
    ],
    [
      MAPPING.replace('domain_of', 'domain_for'),
      /line 6: fields\.domain must be a column, or have one of column, const/,
    ],
    [MAPPING.replace('except', 'exept'), /line 8: "exept" means nothing here/],
    [MAPPING.replace("'1.234,56'", "'1,2'"), /line 10: fields\.founding_year\.number: .*"1\.234,56"/],
    [MAPPING.replace('kind: companies', 'kind: dataset'), /line 2: it maps to dataset, not to companies/],
    [MAPPING.replace('Company', '[a, b]'), /line 4: fields\.name must be a column, or have one of/],
    [MAPPING.replace('  type: {', '  type: {{'), /m\.yaml line 6: Flow map/],
    ['', /m\.yaml line 1: /],
  ])('that is wrong is refused with its line', async (mapping, expected) => {
    await expect(problem(mapping)).rejects.toThrow(expected);
  });

  it('whose column a table does not have is refused with its line', async () => {
    await expect(records(`${HEAD.replace('Town', 'Twn')}\n`)).rejects.toThrow(
      /m\.yaml line 11: .*table\.csv has no column "Town"; the nearest known one is "Twn"/,
    );
  });

  it('of tools/mappings fits its kind', async () => {
    const path = new URL('../../../../tools/mappings/yc-2014.yaml', import.meta.url).pathname;
    expect(readFileSync(path, 'utf8')).toContain('kind: company');
    expect((await readMapping(path, company)).fields.map(([field]) => field)).toContain(
      'key_people.founders',
    );
  });
});
