import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findKind } from '../../kinds/index.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { recordsOf } from '../../testing/read.ts';
import { draftMapping } from '../draft/draft.ts';
import { sampleTable } from '../draft/table.ts';

const company = findKind('company')!;
const MAPPING = 'kind: company\nfields:\n  name: Company\n  domain: Website\n';

describe('a table', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const mapped = async (text: string, mapping = MAPPING) => {
    const rows = await recordsOf(company, [folder.write('t.csv', text)], {
      mapping: folder.write('m.yaml', mapping),
    });
    return rows.map((row) => ('reason' in row ? row.reason : 'record' in row ? row.record : row));
  };
  const ACME = expect.objectContaining({ name: 'Acme', domain: 'acme.com' });

  it.each([',', ';', '\t', '|', '^', '~', '\u001f', '\u0001', '¦'])(
    'is cut at the separator %j',
    async (separator) => {
      const text = [
        ['Company', 'Website', 'x'],
        ['Acme', 'acme.com', ''],
        ['Bolt', 'bolt.io', ''],
      ]
        .map((cells) => cells.join(separator))
        .join('\n');
      expect(await mapped(text)).toEqual([ACME, expect.objectContaining({ domain: 'bolt.io' })]);
    },
  );

  it.each([
    ['Company;Website;Revenue (EUR, million)\nAcme;acme.com;1,5\nBolt;bolt.io;2,5\n', 2],
    ['Company;Website;Revenue (EUR, million)\nAcme;acme.com;1\n', 1],
    ['Company|Website|City, country\nAcme|acme.com|Hull, UK\n', 1],
    ['Company,Website,Tags; notes\nAcme,acme.com,a\nBolt,bolt.io,b\n', 2],
    ['Company,Website,Tags\nAcme,acme.com,a;b;c\n', 1],
    ['Company\tWebsite\tA, b, c; d\nAcme\tacme.com\t1, 2, 3\n', 1],
    ['"Company";"Website";"Notes, if any"\n"Acme";"acme.com";"a, b, c"\n', 1],
    ['sep=;\nCompany;Website\nAcme;acme.com\n', 1],
  ])('is cut at the separator that fits its rows: %j', async (text, count) => {
    const rows = await mapped(text);
    expect(rows).toHaveLength(count);
    expect(rows[0]).toEqual(ACME);
  });

  it('is cut at the separator of the mapping', async () => {
    const text = 'Company:Website\nAcme:acme.com\n';
    expect(await mapped(text, `separator: ':'\n${MAPPING}`)).toEqual([ACME]);
    await expect(mapped(text, `separator: '::'\n${MAPPING}`)).rejects.toThrow(
      /line 1: separator must be one character, such as ";"/,
    );
  });

  it('names the blank before a quote', async () => {
    const blank =
      'wrong quotes: a blank is before a quote, which then does not quote its cell; remove the blank';
    expect(await mapped('Company,Website\n"Acme, Inc.", "acme.com"\n')).toEqual([blank]);
    expect(await mapped('Website,Company\nacme.com, "Acme, Inc."\n')).toEqual([blank]);
    expect(await mapped('Website, "Company"\nacme.com,Acme\n')).toEqual([blank]);
    expect(await mapped('Website,Company\nacme.com,The "Acme"\n')).toEqual([
      expect.objectContaining({ name: 'The "Acme"' }),
    ]);
  });

  it.each(['utf-16le', 'utf-16be'])('names the encoding of %s without a mark', async (encoding) => {
    for (const text of ['Company,Website\nAcme,acme.com\n', '公司,Company,Website\n一,Acme,acme.com\n']) {
      const bytes = Buffer.from(text, 'utf16le');
      if (encoding === 'utf-16be') bytes.swap16();
      const path = folder.write('u.csv', bytes);
      const mapping = folder.write('m.yaml', MAPPING);
      expect(await recordsOf(company, [path], { mapping })).toMatchObject([
        {
          reason: `wrong encoding: the file begins as UTF-16 without a mark; name it with --encoding ${encoding}, or with encoding: ${encoding} in the mapping`,
        },
      ]);
      expect(await recordsOf(company, [path], { mapping, encoding })).toMatchObject([
        { record: { name: 'Acme' } },
      ]);
      expect(draftMapping(await sampleTable(path), path).text).toContain(`encoding: ${encoding}`);
    }
  });

  it('names rows for records in a list under a key', async () => {
    const text = '{"total": 1, "data": [{"name": "Acme", "domain": "acme.com"}]}';
    const path = folder.write('d.json', text);
    expect(await recordsOf(company, [path])).toMatchObject([
      {
        reason:
          'unknown field: "data" is a list of objects; if these are the records, load with a mapping that has rows: data.*',
      },
    ]);
    const deep = folder.write('deep.json', `{"result": {"page": 1, "items": ${text.slice(21, -1)}}}`);
    expect(await recordsOf(company, [deep])).toMatchObject([
      { reason: expect.stringMatching(/"result\.items" is a list of objects; .* rows: result\.items\.\*$/) },
    ]);
    const mapping = folder.write('m.yaml', 'kind: company\nfields:\n  name: name\n  domain: domain\n');
    await expect(recordsOf(company, [path], { mapping })).rejects.toThrow(
      /The records may be in data: add "rows: data\.\*" to the mapping\.$/,
    );
  });
});
