import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { findKind } from '../kinds/index.ts';
import { load, type LoadOptions } from './load.ts';
import { placeOn } from '../testing/place.ts';

const HEAD = 'domain,name,type,founding_year';
const DOMAINS = ['a.com', 'b.com', 'c.com'];
const line = (domain: string, more = '') => `${domain},${domain},private,${more}`;
const json = (domain: string, more: object = {}) =>
  JSON.stringify({ domain, name: domain, type: 'private', ...more });
const page = (slug: string) => `---\nslug: ${slug}\ntitle: About ${slug}\ndate: 2024-01-01\n---\nIron.\n`;
const ANY = { maxErrors: { percent: 100 }, maxDeletes: { percent: 50 } };
const MAPPING = [
  'kind: company',
  'fields:',
  '  domain: Site',
  '  name: Firm',
  '  type: { constant: private }',
  '  founding_year: Born',
  '  financials.0.name: { constant: latest_estimated_revenue }',
  '  financials.0.value: { column: Worth, number: "1.234,56" }',
  '',
].join('\n');

describe('an incomplete feed', () => {
  const place = placeOn('sqlite', 'outbox', 'companies', 'documents', 'categories');
  beforeEach(async () => {
    await run(
      'companies',
      place.folder.write('all.csv', [HEAD, ...DOMAINS.map((each) => line(each)), ''].join('\n')),
    );
  });

  const run = (kind: string, path: string, options: LoadOptions = {}) =>
    load({ db: place.db, kind: findKind(kind)!, paths: [path], options });
  const domains = () => place.db('companies').orderBy('domain').pluck('domain');
  const full = (path: string, more: LoadOptions = {}) =>
    run('companies', path, { full: true, ...ANY, ...more });

  const rows = [HEAD, ...DOMAINS.slice(0, 2).map((each) => line(each))];
  // Four fifths of them are more than a batch.
  const many = [
    HEAD,
    ...Array.from({ length: 2800 }, (_, i) => line(`n${i}.com`, String(1000 + (i % 1000)))),
  ];
  const zipped = gzipSync(many.join('\n'));
  const broken = Buffer.from(zipped);
  broken.writeUInt32BE(0xdeadbeef, zipped.length - 8);

  it.each<[string, string, string | Uint8Array, RegExp]>([
    ['an unclosed quote', 'x.csv', [...rows, '"c.com,c,private,', ''].join('\n'), /^truncated file/],
    [
      'a stray quote with rows after it',
      'x.csv',
      [HEAD, 'a.com,"A,private,', line('b.com'), 'c.com,"C ""c""",private,', ''].join('\n'),
      /^wrong quotes: the row spans lines 2 to 4/,
    ],
    ['truncated gzip data', 'x.csv.gz', zipped.subarray(0, zipped.length * 0.8), /^truncated file: its gzip/],
    ['damaged gzip data', 'x.csv.gz', broken, /^damaged file/],
    ['truncated JSON', 'x.json', `[${json('a.com')},${json('b.com')},{"domain":"c.`, /^truncated file/],
    [
      'truncated JSON lines',
      'x.ndjson',
      `${json('a.com')}\n${json('b.com')}\n{"domain":"c.`,
      /^truncated file/,
    ],
    [
      'JSON with invalid text after the records',
      'x.json',
      `${json('a.com')} ${json('b.com')} nonsense`,
      /^wrong format: .* from here on/,
    ],
    ['invalid YAML', 'x.yaml', '- { domain: a.com }\n- {', /^wrong format: the file is not YAML/],
    ['an invalid header', 'x.csv', 'domain,domain\na.com,b.com\n', /^wrong header row/],
  ])('rejects an incomplete feed for any limits: %s', async (_what, name, content, reason) => {
    const path = place.folder.write(name, content);
    for (const options of [{ full: true, ...ANY }, { maxErrors: { percent: 100 } }]) {
      const report = await run('companies', path, options);
      expect(report).toMatchObject({ refused: { why: 'errors' }, gone: 0 });
      expect(report.refused!.message).toMatch(
        /x\.\w+(\.gz)? row \d+: .*; rows may be missing with it, and with --full and --max-errors a source must be whole\.$/,
      );
      expect(report.refused!.message.split(/row \d+: /)[1]).toMatch(reason);
      expect(await domains()).toEqual(DOMAINS);
    }
    // Without a limit, what is whole is loaded.
    expect(await run('companies', path)).toMatchObject({ rejected: 1 });
  });

  it.each<[string, string, string | Uint8Array, object?]>([
    [
      'bytes of another encoding, CSV',
      'x.csv',
      Buffer.from([HEAD, line('a.com'), line('b.com'), 'c.com,caf\xe9,private,', ''].join('\n'), 'latin1'),
    ],
    [
      'bytes of another encoding, NDJSON',
      'x.ndjson',
      Buffer.from(`${json('a.com')}\n${json('b.com')}\n${json('c.com', { name: 'caf\xe9' })}\n`, 'latin1'),
    ],
    ['a URL instead of a domain', 'x.csv', [...rows, line('HTTP://C.com/'), ''].join('\n')],
    [
      'a URL with www',
      'x.ndjson',
      `${json('a.com')}\n${json('b.com')}\n${json('https://www.c.com/about')}\n`,
    ],
    ['a surplus cell after its key', 'x.csv', [...rows, 'c.com,C, Inc,private,', ''].join('\n')],
    [
      'a surplus cell before its key',
      'x.csv',
      ['name,type,domain', 'a,private,a.com', 'b,private,b.com', 'C, Inc,private,c.com', ''].join('\n'),
    ],
    ['a quote in the middle of a cell', 'x.csv', [...rows, 'c.com,"C" Inc,private,', ''].join('\n')],
    ['a spreadsheet error value', 'x.csv', [...rows, 'c.com,#N/A,private,', ''].join('\n')],
    [
      'two columns for one field',
      'x.csv',
      ['domain,headquarters,headquarters.city', 'a.com,,', 'b.com,,x', 'c.com,x,x', ''].join('\n'),
    ],
    [
      'a field that the schema rejects',
      'x.ndjson',
      `${json('a.com')}\n${json('b.com')}\n${json('c.com', { founding_year: 'x' })}\n`,
    ],
    [
      'a field that the mapping rejects',
      'x.csv',
      ['Site,Firm,Born,Worth', 'a.com,A,,', 'b.com,B,,', 'c.com,C,#N/A,1.5', ''].join('\n'),
      { mapping: 'm.yaml' },
    ],
    [
      'bytes of another encoding, with a mapping',
      'x.csv',
      Buffer.from(
        ['Site,Firm,Born,Worth', 'a.com,A,,', 'b.com,B,,', 'c.com,caf\xe9,,', ''].join('\n'),
        'latin1',
      ),
      { mapping: 'm.yaml' },
    ],
    [
      'a domain only in the domains file',
      'x.csv',
      [
        'name,type,founding_year,domain',
        'a,private,,a.com',
        'b,private,,b.com',
        'Cee,private,soon,',
        '',
      ].join('\n'),
      { domains: 'd.csv' },
    ],
  ])(
    'keeps the record of a rejected row with a readable key: %s',
    async (_what, name, content, more = {}) => {
      place.folder.write('m.yaml', MAPPING);
      place.folder.write('d.csv', 'name,domain\nCee,c.com\n');
      const files = Object.fromEntries(
        Object.entries(more).map(([option, file]) => [option, `${place.folder.path}/${String(file)}`]),
      );
      const report = await full(place.folder.write(name, content), files);
      expect(report).toMatchObject({ read: 3, rejected: 1, gone: 0 });
      expect(report.refused).toBeUndefined();
      expect(await domains()).toEqual(DOMAINS);
    },
  );

  it.each([
    [
      'bytes of another encoding in its key',
      Buffer.from(`${json('a.com')}\n${json('b.com')}\n${json('caf\xe9.com')}\n`, 'latin1'),
    ],
    ['a line that is not JSON', `${json('a.com')}\n${json('b.com')}\n{"domain": c.com}\n`],
    ['an invalid domain', `${json('a.com')}\n${json('b.com')}\n${json('c com')}\n`],
    [
      'JSON that is nested too deeply',
      `${json('a.com')}\n${json('b.com')}\n${'['.repeat(9000)}${']'.repeat(9000)}\n`,
    ],
  ])(
    'deletes nothing when a row has an unreadable key, unless all deletions are allowed: %s',
    async (_what, content) => {
      const path = place.folder.write('x.ndjson', content);
      const report = await full(path);
      expect(report.refused).toEqual({
        why: 'deletions',
        message:
          '1 of 3 companies would be deleted, since they are missing from the feed, but 1 rejected row whose key cannot be read may be some of them; repair the rejected rows, or allow any with --max-deletes 100%.',
      });
      expect(await domains()).toEqual(DOMAINS);
      expect(await full(path, { maxDeletes: { percent: 100 } })).toMatchObject({ gone: 1, rejected: 1 });
      expect(await full(path)).toMatchObject({ gone: 0, unchanged: 2, rejected: 1 });
    },
  );

  it('ignores the guessed key of a row with a surplus cell if no such record is stored', async () => {
    const feed = ['name,domain,slug', 'a,a.com,', 'b,b.com,', 'c, Inc,c.com,,', ''].join('\n');
    const report = await full(place.folder.write('x.csv', feed));
    expect(report.refused?.message).toContain('1 rejected row whose key cannot be read');
    // A new record that is wrong says what it is: what is gone goes.
    const other = `${json('a.com')}\n${json('b.com')}\n${json('new.com', { type: 'x' })}\n`;
    expect(await full(place.folder.write('y.ndjson', other))).toMatchObject({ gone: 1, rejected: 1 });
  });

  it('keeps the documents of unreadable pages, by their file names', async () => {
    const write = (slug: string, text: string | Uint8Array = page(slug)) =>
      place.folder.write(`docs/${slug}.md`, text);
    for (const slug of ['plain', 'named', 'faulty', 'latin', 'empty', 'draft', 'nul']) write(slug);
    place.folder.write(
      'docs/web.html',
      '<!doctype html><meta name="date" content="2024-01-01"><title>Web</title><p>Iron.',
    );
    expect(await run('documents', `${place.folder.path}/docs`)).toMatchObject({ new: 8 });
    place.folder.write('docs/other.md', '---\nslug: named\ntitle: [\n---\nx');
    place.folder.write('docs/named.md', page('elsewhere'));
    write('faulty', '---\ntitle: [\n---\nIron.\n');
    write('latin', Buffer.from('---\ntitle: caf\xe9\ndate: 2024-01-01\n---\nIron.\n', 'latin1'));
    write('empty', '');
    write('draft', page('draft').replace('title:', 'draft: true\ntitle:'));
    write('nul', page('nul').replace('Iron', 'Ir\u0000n'));
    place.folder.write('docs/web.html', '<!doctype html><title>Web</title>');
    const report = await run('documents', `${place.folder.path}/docs`, { full: true, ...ANY });
    expect(report).toMatchObject({ new: 1, unchanged: 1, rejected: 7, gone: 0 });
    expect(report.rejectedBy).toMatchObject({
      'invalid front matter': 2,
      'wrong encoding': 1,
      'invalid text': 2,
    });
    expect(report.refused).toBeUndefined();
  });

  it('loads the rows joined by a stray quote after it is repaired', async () => {
    const feed = [HEAD, 'd.com,"D,private,', line('e.com'), 'f.com,"F ""f""",private,', line('g.com'), ''];
    const rejects = `${place.folder.path}/r.ndjson`;
    const report = await run('companies', place.folder.write('x.csv', feed.join('\n')), { rejects });
    expect(report).toMatchObject({ read: 2, new: 1, rejectedBy: { 'wrong quotes': 1 } });
    const text = place.folder.read('r.ndjson');
    place.folder.write('r.ndjson', text.replace('\\"D,', 'D,'));
    expect(await run('companies', rejects)).toMatchObject({ new: 3, rejected: 0 });
    expect(await domains()).toEqual([...DOMAINS, 'd.com', 'e.com', 'f.com', 'g.com']);
  });
});
