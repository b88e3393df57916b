import { describe, expect, it } from '@jest/globals';
import { growth } from '@dossier/shared/testing';
import { parseMarkdownFile } from './markdown-file.ts';
import { documentRecord } from './record.ts';

function parse(text: string, fileName = '2020-02-03-some-file.md') {
  const parsed = parseMarkdownFile(text, fileName);
  if ('reason' in parsed) throw new Error(parsed.reason);
  return { ...documentRecord.parse(parsed.record), warnings: parsed.warnings };
}

function reasonOf(text: string, fileName = 'file.md') {
  const parsed = parseMarkdownFile(text, fileName);
  return 'reason' in parsed ? parsed.reason : undefined;
}

describe('a Markdown file', () => {
  it('rejects lists that are nested too deeply without a long parse', () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }, (_, i) => `${'  '.repeat(i)}- x`).join('\n');
    const marks = (count: number) => `${'- '.repeat(count)}x`;
    for (const text of [nested(1500), `${nested(60)}\n\n${nested(101)}`, marks(5000)]) {
      expect(reasonOf(`---\ndate: 2024-01-01\n---\n${text}`)).toBe(
        'invalid text: it is nested too deeply to be read',
      );
    }
    expect(reasonOf(`---\ndate: 2024-01-01\n---\n${nested(40)}\n\n${nested(40)}`)).toBeUndefined();
  });

  it.each(['- ', '> ', '>', '1. '])('rejects lines that begin with hundreds of %j in linear time', (mark) => {
    const line = `${mark.repeat(900 / mark.length)}x\n\n`;
    const of = (size: number) => `---\ndate: 2024-01-01\n---\n${line.repeat(size / 1000)}`;
    expect(reasonOf(of(2000))).toMatch(/nested too deeply/);
    expect(growth(of, (text) => reasonOf(text))).toBeLessThan(40);
  });

  it('rejects a word with thousands of emphasis marks in linear time', () => {
    const of = (size: number) => {
      const marks = '*'.repeat(size / 10);
      return `---\ndate: 2024-01-01\n---\n${marks}a${marks}`;
    };
    expect(reasonOf(of(10_000))).toMatch(/nested too deeply/);
    expect(growth(of, (text) => reasonOf(text))).toBeLessThan(40);
  });

  it('accepts deep lists inside code, long rules and form blanks', () => {
    const nested = Array.from({ length: 150 }, (_, i) => `${'  '.repeat(i)}- x`).join('\n');
    const read = (text: string) => reasonOf(`---\ndate: 2024-01-01\n---\n# A title\n\n${text}\n`);
    for (const fence of ['```', '~~~~']) {
      expect(read(`${fence}yaml\n${nested}\n${fence}`)).toBeUndefined();
      expect(read(`${fence}\nx\n${fence}\n\n${nested}`)).toMatch(/nested too deeply/);
    }
    expect(read(`\`\`\`x\`\`\` is code\n\n${nested}`)).toMatch(/nested too deeply/);
    expect(read(`${'*'.repeat(5000)}\n\nName: ${'_'.repeat(5000)}`)).toBeUndefined();
  });

  it('reads every field from full front matter', () => {
    const text = [
      '---',
      'slug: payments-2024',
      'title: "Payments &amp; banks"',
      'type: company',
      'date: 2024-05-06',
      'updated: 2024-06-07T08:09:10Z',
      'summary: A **short** view',
      'image: /a.png',
      'companies:',
      '  - { domain: Stripe.com, relation: subject }',
      'categories: [Payments, Banks, Payments]',
      'web_url: https://a.example/x',
      'pdf_url: https://a.example/x.pdf',
      '---',
      '',
      '## Head',
    ].join('\n');
    expect(parse(text)).toEqual({
      slug: 'payments-2024',
      title: 'Payments & banks',
      type: 'company',
      date: '2024-05-06T00:00:00.000Z',
      updated: '2024-06-07T08:09:10.000Z',
      summary: 'A short view',
      image: '/a.png',
      companies: [{ domain: 'stripe.com', relation: 'subject' }],
      categories: ['Payments', 'Banks'],
      web_url: 'https://a.example/x',
      pdf_url: 'https://a.example/x.pdf',
      content: expect.objectContaining({
        sections: [expect.objectContaining({ id: 'head', title: 'Head' })],
      }),
      pictures: [],
      warnings: [],
    });
  });

  it('without front matter, reads the title from the first heading, and slug and date from the file name', () => {
    expect(parse('intro\n\n## The *head*\n')).toMatchObject({
      slug: 'some-file',
      title: 'The head',
      date: '2020-02-03T00:00:00.000Z',
    });
    expect(parse('no heading')).toMatchObject({ title: 'Some file' });
    expect(parse('x', 'topics/2020-01-01-data/_index.md')).toMatchObject({ slug: 'data', title: 'Data' });
  });

  it('omits absent front matter fields and clears empty ones', () => {
    const record = parse('---\nsummary:\ntopics: []\n---\n');
    expect(record).toMatchObject({ summary: null, categories: [] });
    expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['companies']));
    expect(record.image).toBeUndefined();
    expect(parse('---\nfeatured_image:\n---\n')).toMatchObject({ image: null });
    expect(parse('---\nimage: ""\nfeatured_image: /f.png\n---\n')).toMatchObject({ image: '/f.png' });
  });

  it('keeps numbers as they are written, and a sign of comparison in a title', () => {
    expect(
      parse('---\ntitle: 3.10\nslug: 007\ntags: [1.10]\nfiling: 000032019324000123\n---\n'),
    ).toMatchObject({
      title: '3.10',
      slug: '007',
      categories: ['1.10'],
      filing: '0000320193-24-000123',
    });
    expect(parse('---\ntitle: Why LTV<CAC matters\n---\n')).toMatchObject({ title: 'Why LTV<CAC matters' });
  });

  it.each([
    ['2019-03-05', '2019-03-05T00:00:00.000Z'],
    ['2019-03-05 12:00:00 -0500', '2019-03-05T17:00:00.000Z'],
    ['2014-11-12 9:00:51 -0400', '2014-11-12T13:00:51.000Z'],
    ['2016-03-22 14:00:00 -4', '2016-03-22T18:00:00.000Z'],
    ["'2024-02-20T16:02:00-05:00'", '2024-02-20T21:02:00.000Z'],
    ['2019-03-05 12:00:00 UTC', '2019-03-05T12:00:00.000Z'],
  ])('accepts the date %s', (written, date) => {
    expect(parse(`---\ndate: ${written}\n---\n`)).toMatchObject({ date });
  });

  it('accepts the field names of common site generators', () => {
    expect(
      parse('---\ntitle: 404\ndeck: D\ntags: one\nfeatured_image: { src: /f.png }\n---\n'),
    ).toMatchObject({
      title: '404',
      summary: 'D',
      categories: ['one'],
      image: '/f.png',
    });
    const key = parse('---\nprimary_image: card-of-the-site\nslug: /resources/deep/\n---\n');
    expect(key).toMatchObject({ image: null, slug: 'deep' });
    expect(key.warnings).toEqual(['front matter image left out: it names a key, not an address']);
  });

  it('warns about a misspelt field', () => {
    expect(parse('---\ncompanys: []\nauthors: []\nlayout: post\n---\n').warnings).toEqual([
      'front matter field "companys" is not read; the nearest one that is read is "companies"',
    ]);
  });

  it('accepts quoted values with unindented continuation lines, like libyaml', () => {
    expect(parse("---\ntitle: \"One\ntwo\"\nsummary: 'it''s\nlong'\n---\n")).toMatchObject({
      title: 'One two',
      summary: "it's long",
    });
  });

  it('accepts a byte order mark and any line endings', () => {
    expect(parse('\uFEFF---\r\ntitle: T\r\n---\r\n\r\none\r\n\r\ntwo\r\n')).toMatchObject({
      title: 'T',
      content: { sections: [{ elements: [{ text: 'one' }, { text: 'two' }] }] },
    });
  });

  it.each([
    ['# T', /^missing date: add "date: YYYY-MM-DD"/],
    ['---\ndate: soon\n---\n', /^invalid date: "soon" cannot be read/],
    ['---\ndate: 2020-01-01\nupdated: 2020-13-01\n---\n', /^invalid date: "2020-13-01" cannot be read/],
    ['---\ntitle: a\n b: [c\n---\n', /^invalid front matter: line [23]: not YAML/],
    ['---\na: 1\nb: 2\na: 3\n---\n', /^invalid front matter: line 4: not YAML: .*: a: 3$/],
    ['---\n- a\n---\n', /^invalid front matter: line 2: the front matter must be fields/],
    ['---\ntitle: a\n', /^invalid front matter: line 1: .* never closed/],
    ['+++\ntitle = "a"\n+++\n', /^invalid front matter: line 1: .* TOML/],
    ['---\ndraft: true\n---\n', /^draft: /],
  ])('rejects a Markdown file with a reason: %j', (text, reason) => {
    expect(reasonOf(text)).toMatch(reason);
  });

  it('rejects HTML that is nested too deeply', () => {
    expect(reasonOf(`---\ndate: 2020-01-01\n---\n${'<div>'.repeat(20_000)}`)).toMatch(/nested too deeply/);
  });

  it('uses type and date from the options when the file has none', () => {
    expect(parseMarkdownFile('# T', 'f.md', { type: 'interview', date: '2020-01-02' })).toMatchObject({
      record: { type: 'interview', date: '2020-01-02T00:00:00.000Z' },
    });
    expect(
      parseMarkdownFile('---\ntype: company\ndate: 2021-01-01\n---\n', 'f.md', { type: 'interview' }),
    ).toMatchObject({ record: { type: 'company', date: '2021-01-01T00:00:00.000Z' } });
  });
});

describe('template tags in a Markdown file', () => {
  it.each([
    ['Liquid output', 'Hello {{ page.title | upcase }}!'],
    ['a Liquid tag', 'See {% include "figure.html", image: "a.png" %} here'],
    ['a Hugo shortcode', 'See {{< img src="a.png" >}} and {{< note >}}this{{< /note >}}'],
  ])('keeps template tags as text, with one warning that suggests a fix: %s', (_, text) => {
    const { content, warnings } = parse(text);
    expect(content?.sections).toMatchObject([{ elements: [{ type: 'paragraph', text }] }]);
    expect(warnings).toEqual([
      'template tags ({{ … }}, {% … %}) kept as text: export the site to plain Markdown or HTML first',
    ]);
  });

  it.each([
    '`{{ x }}`',
    '```\n{{ x }}\n```',
    '~~~~ liquid\n{% if x %}\n~~~~',
    '```\n{{ x }}',
    '{{ open',
    '{x}',
  ])('does not warn about template tags that are in code or unclosed: %j', (text) => {
    expect(parse(`Text.\n\n${text}`).warnings).toEqual([]);
  });
});

describe('the JSON form', () => {
  const base = { slug: 'a', title: 'A', date: '2020-01-01' };
  const element = { type: 'paragraph', text: 'text', spans: [] };
  const issuesOf = (record: unknown) =>
    documentRecord
      .safeParse(record)
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

  it('accepts Markdown and reports its warnings', () => {
    const { content, warnings } = documentRecord.parse({ ...base, content: { markdown: 'x {{ y }}' } });
    expect(content?.sections).toMatchObject([{ id: 'a', title: 'A', elements: [{ text: 'x {{ y }}' }] }]);
    expect(warnings).toEqual([expect.stringMatching(/^template tags/)]);
  });

  it('accepts sections, completes them, and reads its own output back unchanged', () => {
    const sections = [
      { title: 'One', level: 2, elements: [element] },
      { id: 'own', title: 'Two', level: 3, elements: [] },
    ];
    const { content } = documentRecord.parse({ ...base, content: { sections } });
    expect(content).toMatchObject({
      sections: [
        { id: 'one', prev_section: null, next_section: 'own' },
        { id: 'own', prev_section: 'one', next_section: null },
      ],
      table_of_contents: [{ id: 'one', subsections: [{ id: 'own' }] }],
    });
    expect(documentRecord.parse({ ...base, content }).content).toEqual(content);
  });

  it('reports each error with its path', () => {
    const sections = (value: unknown) => ({
      ...base,
      content: { sections: [{ title: 'S', elements: [value] }] },
    });
    const link = (url: string) => [{ start: 0, end: 1, type: 'link', data: { url } }];
    expect(issuesOf({ ...base, content: {} })).toEqual([
      'content: must have either "markdown" or "sections"',
    ]);
    expect(issuesOf({ ...base, tittle: 'x' })).toEqual([': Unrecognized key: "tittle"']);
    expect(issuesOf({ ...base, slug: 'Not a slug' })).toEqual([
      'slug: must be lowercase words joined by hyphens',
    ]);
    expect(issuesOf({ ...base, title: 'a\u0000b' })).toEqual([
      'title: must not contain the character U+0000',
    ]);
    expect(issuesOf(sections({ ...element, spans: [{ start: 2, end: 9, type: 'strong' }] }))).toEqual([
      'content.sections.0.elements.0.spans.0: must lie in the text: 0 <= start < end <= 4',
    ]);
    expect(issuesOf(sections({ ...element, spans: link('javascript:x') }))).toEqual([
      'content.sections.0.elements.0.spans.0: must link to an http, https, mailto or relative address',
    ]);
    expect(issuesOf(sections({ id: 'e', type: 'embed', url: 'data:text/html,x', caption: null }))).toEqual([
      'content.sections.0.elements.0.url: must be an http, https or relative address',
    ]);
  });
});
