import { symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import { load } from '../load/load.ts';
import { chunkedBytes, collect, temporaryFolder, type Folder } from '../testing/files.ts';
import { readFrontMatter } from '../texts/front-matter.ts';
import type { ReadOptions } from '../readers/open.ts';
import { recordsOf } from '../testing/read.ts';
import { sourceFiles, UnreadableFile } from './source.ts';

const company = findKind('company')!;
const ROWS = ['domain,name,type', 'acme.com,Acme,private', 'bolt.io,Bolt,private', ''];

describe('reading sources', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const names = async (...patterns: string[]) =>
    (await collect(sourceFiles(patterns.map(inFolder), new Set(['.md', '.csv'])))).map(({ name }) =>
      name.slice(folder.path.length + 1),
    );
  const inFolder = (path: string) => join(folder.path, path);
  const records = (paths: string[], options: ReadOptions & { stdin?: AsyncIterable<Uint8Array> } = {}) =>
    recordsOf(company, paths, options);
  const domains = async (...given: Parameters<typeof records>) =>
    (await records(...given)).map((each) =>
      'record' in each ? (each.record as { domain: string }).domain : each,
    );

  it('sorts the files of a pattern, and skips unknown extensions unless the pattern names one', async () => {
    for (const name of ['n/b.md', 'n/2020/a.md', 'n/2020/c.txt', 'n/.d/e.md', 'n/x.csv.gz', 'n/[a].md']) {
      folder.write(name, 'x');
    }
    expect(await names('n/**')).toEqual(['n/2020/a.md', 'n/[a].md', 'n/b.md', 'n/x.csv.gz']);
    expect(await names('n/**/*.md')).toEqual(['n/2020/a.md', 'n/[a].md', 'n/b.md']);
    expect(await names('n/*/*.txt')).toEqual(['n/2020/c.txt']);
    expect(await names('n/{b,x}.*', 'n')).toEqual([
      'n/b.md',
      'n/x.csv.gz',
      'n/2020/a.md',
      'n/[a].md',
      'n/b.md',
      'n/x.csv.gz',
    ]);
    // A name that exists is no pattern.
    expect(await names('n/[a].md')).toEqual(['n/[a].md']);
    await expect(names('n/*.pdf')).rejects.toThrow(/^No readable file matches .*\*\.pdf\.$/);
  });

  it('decompresses gzip from files and standard input, including several members', async () => {
    const path = folder.write('c.csv.gz', gzipSync(ROWS.join('\n')));
    expect(await domains([path])).toEqual(['acme.com', 'bolt.io']);
    const members = Buffer.concat([
      gzipSync('{"domain":"acme.com","name":"A","type":"private"}\n'),
      gzipSync('{"domain":"bolt.io","name":"B","type":"private"}\n'),
    ]);
    for (const size of [1, 7, 1000]) {
      expect(await domains(['-'], { stdin: chunkedBytes(members, size) })).toEqual(['acme.com', 'bolt.io']);
    }
    expect(await domains([folder.write('plain.csv.gz', ROWS.join('\n'))])).toEqual(['acme.com', 'bolt.io']);
  });

  it('loads the complete rows of a damaged gzip file, and rejects the rest', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `c${i}.com,Company ${i * 7919},private`);
    const whole = gzipSync(['domain,name,type', ...rows].join('\n'));
    const cut = await records([folder.write('cut.csv.gz', whole.subarray(0, whole.length - 20_000))]);
    const last = cut.at(-1)!;
    expect(cut.length).toBeGreaterThan(100);
    expect(cut.slice(0, -1).every((each) => 'record' in each)).toBe(true);
    expect(last).toMatchObject({
      row: cut.length + 1,
      reason: expect.stringMatching(/^truncated file: its gzip data end/),
    });

    const damaged = Buffer.from(whole);
    damaged.writeUInt32BE(0xdeadbeef, whole.length - 8);
    const read = await records([folder.write('bad.csv.gz', damaged)]);
    // What came out of the last kilobytes cannot be trusted.
    expect(read.length).toBeGreaterThan(4000);
    expect(read.at(-1)).toMatchObject({ reason: expect.stringMatching(/^damaged file: .*incorrect data/) });
    expect(await records([folder.write('empty.csv.gz', whole.subarray(0, 10))])).toMatchObject([
      { row: 1, reason: expect.stringMatching(/^truncated file: its gzip/), raw: null },
    ]);
  });

  it.each([
    ['plain', false],
    ['compressed', true],
  ])('loads the rows before a read error of a %s file, and rejects the last one', async (_, isCompressed) => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `c${i}.com,Company ${i * 7919},private`);
    const lines = ['domain,name,type', ...rows, ''].join('\n');
    const chunks = chunkedBytes(isCompressed ? gzipSync(lines) : Buffer.from(lines), 16 * 1024);
    const bytes = async function* () {
      yield* chunks;
      throw new UnreadableFile('x.csv cannot be read (EIO)');
    };
    const read = await records(['-'], { stdin: bytes() });
    expect(read.length).toBeGreaterThan(10_000);
    expect(read.slice(0, -1).every((each) => 'record' in each)).toBe(true);
    expect(read.at(-1)).toMatchObject({
      row: read.length + 1,
      reason: 'unreadable file: x.csv cannot be read (EIO)',
      raw: { domain: `c${read.length - 1}.com` },
    });
  });

  it.each<[string, Uint8Array, RegExp]>([
    [
      'a.csv',
      Buffer.from('PK\x03\x04\x14\0\0\0\x08\0a,b\n1,2\n', 'latin1'),
      /a ZIP archive, or a spreadsheet/,
    ],
    ['a.ndjson', Buffer.from('BZh91AY&SY\x01\x02\n', 'latin1'), /compressed by bzip2/],
    ['a.json', Buffer.from('\xfd7zXZ\0\x01', 'latin1'), /compressed by xz/],
    ['a.csv.gz', gzipSync(gzipSync('domain\na.com\n')), /compressed by gzip twice/],
    ['a.csv', Buffer.from('%PDF-1.7\n'), /a PDF/],
  ])('rejects a file that is not text: %s', async (name, bytes, reason) => {
    expect(await records([folder.write(name, bytes)])).toMatchObject([
      { row: 1, reason: expect.stringMatching(reason), raw: null, hidesRows: true },
    ]);
  });

  it('rejects a table without a known column, unless there is a mapping', async () => {
    for (const [text, shown] of [
      ['<!doctype html><title>Sorry</title>\n<p>Not, found\n', '"<!doctype html><title>Sorry</title>"'],
      ['a.com,Acme,private\nb.com,Bolt,private\n', '"a.com", "Acme", "private"'],
      ['Site,Firm,Born,Seat\n', '"Site", "Firm", "Born", …'],
    ] as const) {
      expect(await records([folder.write('x.csv', text)])).toMatchObject([
        { row: 1, reason: expect.stringContaining(`no column is a field of companies: ${shown}; `) },
      ]);
    }
    const mapping = folder.write('m.yaml', 'kind: company\nfields: { domain: Site, name: Firm }\n');
    const path = folder.write('x.csv', 'Site,Firm\nacme.com,Acme\n');
    expect(await domains([path], { mapping })).toEqual(['acme.com']);
  });

  it('warns about a repeated field in JSON', async () => {
    const once = '{"domain":"a.com", "name":"\\"name\\":1", "headquarters":{"city":"name"}, "financials":[]}';
    const twice = '{"domain":"b.com","headquarters":{"city":"A","city":"B"},"name":"x","type":"private"}';
    const told = 'repeated field: "city" occurs twice; the last value is used';
    for (const [name, text] of [
      ['x.ndjson', `${once}\n${twice}\n`],
      ['x.json', `[${once}, ${twice}]`],
    ] as const) {
      expect(await records([folder.write(name, text)])).toMatchObject([
        { warnings: [] },
        { warnings: [told], record: { headquarters: { city: 'B' } } },
      ]);
    }
  });

  it('rejects YAML that is nested too deeply to parse', async () => {
    const deep = (levels: number) => `${'[ '.repeat(levels)}${']'.repeat(levels)}`;
    for (const text of [deep(5000), `a: ${'{a: '.repeat(5000)}`, `${'- '.repeat(5000)}a`]) {
      expect(await records([folder.write('deep.yaml', text)])).toMatchObject([
        { reason: 'wrong format: the file is nested too deeply to be read', hidesRows: true },
      ]);
      expect(readFrontMatter(`---\n${text}\n---\nIron.`)).toMatchObject({
        reason: expect.stringMatching(/nested too deeply/),
      });
    }
    expect(await records([folder.write('flat.yaml', `- {domain: a.com}\n`.repeat(400))])).toHaveLength(400);
  });

  it('reads NDJSON with any line endings, in chunks of any size', async () => {
    const lines = ['acme.com', 'bolt.io', 'c.com'].map((domain) => `{"domain":"${domain}"}`);
    for (const end of ['\n', '\r\n', '\r', '\r\r\n']) {
      for (const size of [1, 2, 7, 1000]) {
        const stdin = chunkedBytes(Buffer.from(lines.join(end) + end), size);
        expect(await domains(['-'], { stdin, format: 'ndjson' })).toEqual(['acme.com', 'bolt.io', 'c.com']);
      }
    }
  });

  it('rejects unreadable files in a folder, and loads the others', async () => {
    folder.write('n/a.csv', ROWS.join('\n'));
    symlinkSync('nowhere.csv', inFolder('n/b.csv'));
    symlinkSync('loop.csv', inFolder('n/loop.csv'));
    folder.write('n/c.csv', 'domain\nc.com\n');
    symlinkSync('c.csv', inFolder('n/linked.csv'));
    symlinkSync('.', inFolder('n/again'));
    for (const path of ['n', 'n/*.csv', 'n/**']) {
      const read = await records([inFolder(path)]);
      expect(read.map((each) => ('reason' in each ? each.reason : 'record' in each && each.row))).toEqual([
        2,
        3,
        expect.stringMatching(/^unreadable file: .*b\.csv cannot be read \(ENOENT: a broken link\)$/),
        2,
        // The one that is a link.
        2,
        expect.stringMatching(/^unreadable file: .*loop\.csv cannot be read \(ELOOP\)$/),
      ]);
    }
  });

  it('reads a table with CR line endings, MacRoman bytes, quoted line endings and blank rows', async () => {
    const text =
      'domain,name,type,description\r,,,\racme.com,Caf\x8e,private,"a\rb"\r,,,\rbolt.io,#1 Bolt,private,\r';
    const path = folder.write('mac.csv', Buffer.from(text, 'latin1'));
    expect(await records([path], { encoding: 'macintosh' })).toMatchObject([
      { row: 3, record: { name: 'Café', description: 'a\rb' } },
      { row: 5, record: { name: '#1 Bolt' } },
    ]);
    expect(await records([path])).toMatchObject([{ reason: expect.stringMatching(/^wrong encoding: /) }, {}]);
  });

  it('reads YAML as a list, one record or several documents, and numbers rows by line', async () => {
    const item = (name: string) => `domain: ${name}.com\n  name: ${name}\n  type: private`;
    const path = folder.write('c.yaml', `# Companies\n- ${item('a')}\n- ${item('b')}\n- nothing\n`);
    expect(await records([path])).toMatchObject([
      { row: 2, record: { domain: 'a.com' } },
      { row: 5, record: { domain: 'b.com' } },
      { row: 8, reason: expect.stringMatching(/must be an object/) },
    ]);
    const stdin = chunkedBytes(
      Buffer.from('---\ndomain: a.com\nname: A\ntype: public\n---\ndomain: b.com\n'),
      9,
    );
    expect(await domains(['-'], { stdin, format: 'yaml' })).toEqual(['a.com', 'b.com']);
    expect(await records([folder.write('bad.yml', 'a: 1\nb: [1\n')])).toMatchObject([
      { row: 3, reason: expect.stringMatching(/^wrong format: the file is not YAML: /) },
    ]);
  });

  it('warns about files in a folder that it does not read', async () => {
    for (const name of ['a.csv', 'b.txt', 'c.txt', 'c.csv.bak', 'd/README', '.hidden.txt', 'p.png'])
      folder.write(`n/${name}`, name === 'a.csv' ? ROWS.join('\n') : 'x');
    folder.write('m/a.md', '---\ndate: 2024-01-01\n---\nIron.');
    folder.write('m/p.png', 'x');
    const database = await createTestDatabase('sqlite');
    const run = (kind: string, path: string) =>
      load({ db: database.db, kind: findKind(kind)!, paths: [inFolder(path)] });
    try {
      expect(await run('company', 'n')).toMatchObject({
        new: 2,
        firstWarnings: [
          {
            warning:
              'files left out: 5 files that no companies are read from by that name (2 .txt, 1 .bak, 1 without an extension, 1 .png); a file that is named is read',
          },
        ],
      });
      // Pictures stand beside pages.
      expect(await run('document', 'm')).toMatchObject({ new: 1, warnings: 0 });
      expect(await run('company', 'n/a.csv')).toMatchObject({ unchanged: 2, warnings: 0 });
    } finally {
      await database.close();
    }
  });

  it('stores an HTML document with --type and --date once', async () => {
    const page = '<!doctype html><title>Anvils</title><h1>On anvils</h1><p>Heavy.';
    const path = folder.write('anvils.html.gz', gzipSync(page));
    utimesSync(path, new Date('2024-03-05T23:00:00Z'), new Date('2024-03-05T23:00:00Z'));
    const database = await createTestDatabase('sqlite');
    const kind = findKind('document')!;
    const run = (options: ReadOptions) => load({ db: database.db, kind, paths: [path], options });
    try {
      expect(await run({})).toMatchObject({ rejectedBy: { 'missing date': 1 } });
      expect(await run({ date: 'file', type: 'interview' })).toMatchObject({ new: 1 });
      expect(await run({ date: 'file', type: 'interview' })).toMatchObject({ unchanged: 1 });
      expect(await database.db('documents')).toMatchObject([
        { slug: 'anvils', title: 'Anvils', type: 'interview', published_at: '2024-03-05T00:00:00.000Z' },
      ]);
      const stdin = chunkedBytes(Buffer.from(`<!-- a --><!DOCTYPE html>${page.slice(15)}`), 10);
      const piped = load({ db: database.db, kind, paths: ['-'], options: { date: '2024-01-01' }, stdin });
      expect(await piped).toMatchObject({ read: 1, new: 1 });
    } finally {
      await database.close();
    }
  });

  it('rejects --type, --date and --format md for kinds other than documents', async () => {
    const path = folder.write('c.csv', ROWS.join('\n'));
    await expect(records([path], { date: 'file' })).rejects.toThrow('--date goes with documents.');
    await expect(records([path], { format: 'md' })).rejects.toThrow('--format md goes with documents.');
  });
});
