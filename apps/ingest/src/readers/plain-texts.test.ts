import { afterAll, describe, expect, it } from '@jest/globals';
import { findKind } from '../kinds/index.ts';
import { temporaryFolder } from '../testing/files.ts';
import { recordsOf } from '../testing/read.ts';
import { separatorOf } from './draft/shapes.ts';

const company = findKind('company')!;

describe('a text of a record', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const read = async (value: object, kind = company) => {
    const [row] = await recordsOf(kind, [folder.write('t.ndjson', JSON.stringify(value))]);
    if (!row || !('record' in row)) throw new Error(JSON.stringify(row));
    return { ...(row.record as { name: string; description?: string }), warnings: row.warnings };
  };

  it.each([
    ['Marks &amp; Spencer', 'Marks & Spencer', 'html entities'],
    ['Macy&#8217;s', 'Macy’s', 'html entities'],
    ['Macy&#x2019;s', 'Macy’s', 'html entities'],
    ['Nestl&eacute;', 'Nestlé', 'html entities'],
    ['&lt;Acme&gt; &amp; Co', '<Acme> & Co', 'html entities'],
    ['<b>Acme</b> &amp; Co', 'Acme & Co', 'html tags'],
    ['Acme<sup>1</sup>', 'Acme[1]', 'html tags'],
    ['Acme <script>go()</script>Works', 'Acme Works', 'html tags'],
    ['<table><tr><td>Acme</td><td>Works</td></tr></table>', 'Acme Works', 'html tags'],
    ['Acme<!-- 2024 -->', 'Acme', 'html tags'],
    ['<i >Acme</i>: a<b and c>d', 'Acme: a<b and c>d', 'html tags'],
    ['<b>Acme</b>: Pay<Go and more', 'Acme: Pay<Go and more', 'html tags'],
  ])('reads %s as %s, with a warning', async (given, name, warning) => {
    expect(await read({ domain: 'a.com', name: given })).toMatchObject({
      name,
      warnings: [`${warning}: name is read as "${name}", not "${given}"`],
    });
  });

  it('decodes entities once, in nested fields too, and keeps line ends', async () => {
    expect(await read({ domain: 'a.com', name: 'M&amp;amp;S', description: 'a &amp; b\nc' })).toMatchObject({
      name: 'M&amp;S',
      description: 'a & b\nc',
      warnings: [
        'html entities: name is read as "M&amp;S", not "M&amp;amp;S"; it was encoded twice: correct the source',
        'html entities: description is read as "a & b\nc", not "a &amp; b\nc"'.replaceAll('\n', '\\n'),
      ],
    });
    const people = { domain: 'a.com', headquarters: { city: 'S&atilde;o Paulo' } };
    expect(await read(people)).toMatchObject({ headquarters: { city: 'São Paulo' } });
  });

  it.each([
    'AT&T',
    'A&W; B',
    'a < b > c',
    'Pay<Go',
    'List<String>',
    'a<b and c>d',
    'Q&A',
    'C++ & C#',
    'Café Olé',
    'CAFÉ—BAR',
    'Ærø',
    '百度',
  ])('keeps %s without a warning', async (name) => {
    expect(await read({ domain: 'a.com', name })).toMatchObject({ name, warnings: [] });
  });

  it.each([
    ['cafÃ©', 'café'],
    ['Macyâ€™s', 'Macy’s'],
    ['NestlÃ© Â© 2024', 'Nestlé © 2024'],
    ['ÐžÐžÐž', 'ООО'],
    ['MÃ¼ller', 'Müller'],
  ])('warns of %s', async (name, meant) => {
    expect(await read({ domain: 'a.com', name })).toMatchObject({
      name,
      warnings: [`mojibake: name is "${name}"; it may be "${meant}", read in a wrong encoding`],
    });
  });

  it('keeps entities whole where a list is split at semicolons', async () => {
    const table = 'domain,categories\na.com,Food &amp; Beverage; Caf&eacute;s;R&#38;D;A&W;B\n';
    const paths = [folder.write('t.csv', table)];
    const mapping = folder.write(
      'm.yaml',
      'kind: company\nfields: { domain: domain, categories: { column: categories, split: ";" } }\n',
    );
    const categories = ['Food & Beverage', 'Cafés', 'R&D', 'A&W', 'B'];
    expect(await recordsOf(company, paths)).toMatchObject([{ record: { categories } }]);
    expect(await recordsOf(company, paths, { mapping })).toMatchObject([{ record: { categories } }]);
    expect(separatorOf(['Food &amp; Beverage'])).toBeUndefined();
  });

  it('leaves addresses and the content of documents as they are', async () => {
    const document = {
      ...{ slug: 's', title: 'Tags', date: '2024-01-01', web_url: 'https://a.com/?a=1&amp;b=2' },
      content: {
        sections: [
          { title: 'T', level: 1, elements: [{ type: 'paragraph', text: '&amp; is &', spans: [] }] },
        ],
      },
    };
    const found = await read(document, findKind('document'));
    expect(found.warnings).toEqual([]);
    expect(JSON.stringify(found)).toContain('&amp; is &');
  });
});
