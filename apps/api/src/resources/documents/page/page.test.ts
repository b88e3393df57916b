import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../../testing/api.ts';
import { contentOf, imageOf, paragraph, pictureOf, SVG } from '../../../testing/document.ts';
import { insertAsset, insertCompany, insertDocument, insertFiling } from '../../../testing/fixtures.ts';

const HOSTILE = '<script>alert(1)</script>"&\'';

describe('pages of documents', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite', { publicSite: false });
    await insertAsset(api.db, SVG, 'image/svg+xml');
    const company_id = await insertCompany(api.db, { domain: 'acme.com', name: 'Acme' });
    const other = await insertCompany(api.db, { domain: 'aaa.com', name: 'Aaa' });
    const content = contentOf([paragraph('The body is for partners.'), imageOf(pictureOf(SVG, 'svg'))], []);
    content.table_of_contents = [
      { id: 'report', title: 'The report', level: 1, subsections: [] },
      { id: 'cards', title: 'Cards', level: 2, subsections: [{ id: 'fees', title: 'Fees', level: 3 }] },
    ];
    await insertDocument(
      api.db,
      {
        slug: 'report',
        title: 'The report',
        preview_description: 'In short.',
        preview_image: pictureOf(SVG, 'svg'),
        published_at: '2026-01-02T00:00:00.000Z',
        last_publication_date: '2026-02-03T00:00:00.000Z',
        metadata_json: '{"total_sections":2,"reading_time":7,"total_elements":2,"has_images":true}',
      },
      [
        { company_id: other, relation: 'connected' },
        { company_id, relation: 'subject' },
      ],
      content,
    );
    await insertDocument(
      api.db,
      {
        slug: 'hostile',
        title: HOSTILE,
        preview_description: HOSTILE,
        preview_image: 'https://tracker.example/p.png',
        web_url: 'https://partner.example/x?a=1&b="',
      },
      [],
      { sections: [], table_of_contents: [{ id: 'a', title: HOSTILE, level: 2, subsections: [] }] },
    );
  });
  afterAll(() => api.close());

  const open = (path: string) => request(api.url).get(path);

  it('are public at web_url and show title, date, summary and contents, without the body', async () => {
    const { body } = await api.get('/api/v1/documents/report');
    expect(body.web_url).toBe(`${PUBLIC_URL}/research/report`);
    for (const path of ['/research/report', '/research/report/', '/research/Report']) {
      const page = await open(path);
      expect([page.status, page.type]).toEqual([200, 'text/html']);
      const text = page.text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
      expect(text).toContain('Market report The report In short. 2 January 2026 · updated 3 February 2026');
      expect(text).toContain('7 minutes to read Acme , Aaa Contents Cards Fees The text is for partners');
      expect(page.text).not.toContain('The body is for partners');
      expect(page.text).toContain(`<link rel="canonical" href="${PUBLIC_URL}/research/report" />`);
    }
  });

  it('link to the filing whose text they are, without the host of PUBLIC_URL', async () => {
    const company_id = await insertCompany(api.db, { domain: 'filer.com', name: 'Filer' });
    const id = await insertFiling(api.db, { company_id });
    await insertDocument(api.db, { slug: 'annual', filing: id }, []);
    expect((await open('/research/annual')).text).toContain(
      `<a href="/filings/${id}/file">at its source</a>`,
    );
  });

  it('have an anchor for each section, to which search results link', async () => {
    const { text } = await open('/research/report');
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['content', 'report', '_contents', 'cards', 'fees']);
  });

  it('ignore unknown query parameters such as utm_source', async () => {
    const [plain, linked] = await Promise.all(
      ['', '?utm_source=letter&utm_source=x'].map((query) =>
        request(api.url).get(`/research/report${query}`),
      ),
    );
    expect([linked!.status, linked!.text]).toEqual([200, plain!.text]);
  });

  it('load only their own picture and style sheet', async () => {
    const page = await open('/research/report');
    expect(page.text).toContain(
      `<img src="${PUBLIC_URL}${pictureOf(SVG, 'svg')}" alt="" width="200" height="100" />`,
    );
    expect(page.headers['content-security-policy']).toMatch(
      new RegExp(
        `^default-src 'none'; style-src 'sha256-[^']+'; img-src ${PUBLIC_URL}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$`,
      ),
    );
    expect(page.headers).toMatchObject({ 'cache-control': 'public, max-age=3600' });
    expect(page.headers['set-cookie']).toBeUndefined();
    const again = await open('/research/report').set('If-None-Match', page.headers['etag']!);
    expect(again.status).toBe(304);
  });

  it('escape hostile text', async () => {
    const page = await open('/research/hostile');
    expect(page.text).not.toMatch(/<script|tracker\.example/);
    expect(page.text.split('&lt;script&gt;')).toHaveLength(5);
    expect(page.text).toContain('href="https://partner.example/x?a=1&amp;b=&quot;"');
    expect(page.headers['content-security-policy']).not.toContain('img-src');
  });

  it('return 404 as HTML for an unknown document', async () => {
    const missing = await open('/research/nothing');
    expect([missing.status, missing.type]).toEqual([404, 'text/html']);
    expect((await open(`/research/${'x'.repeat(300)}`)).status).toBe(400);
    expect((await open('/research')).status).toBe(404);
  });
});

describe('the page of a document with PUBLIC_SITE=on', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    await insertAsset(api.db, SVG, 'image/svg+xml');
    const text = (type: string, words: string, spans: object[] = []) =>
      ({ text: words, type, spans }) as never;
    const link = (url: string) => [{ start: 0, end: 4, type: 'link', data: { url } }];
    const content = contentOf(
      [
        text('heading2', 'Cards & more'),
        text('paragraph', 'Bold and a link', [{ start: 0, end: 4, type: 'strong' }]),
        text('paragraph', 'Here is a source', link('https://a.example/?a=1&b=2')),
        text('paragraph', 'Evil link', link('javascript:alert(1)')),
        text('paragraph', 'Down there', link('#fees')),
        ...['one', 'two'].map((item) => text('list_item', item)),
        text('ordered_list_item', 'first'),
        text('quote', HOSTILE),
        text('code', 'a < b'),
        imageOf(pictureOf(SVG, 'svg')),
        { ...imageOf('https://tracker.example/p.png'), caption: 'Elsewhere' } as never,
        {
          id: 't',
          type: 'table',
          text: '',
          rows: [
            ['Year', HOSTILE],
            ['2026', '5'],
          ],
          header_rows: 1,
        } as never,
        { id: 'e', type: 'embed', url: 'https://www.youtube.com/embed/x', caption: 'A talk' } as never,
      ],
      [],
    );
    await insertDocument(api.db, { slug: 'whole', title: 'The whole' }, [], content);
  });
  afterAll(() => api.close());

  it('shows every kind of element, and runs no script', async () => {
    const { text, headers } = await request(api.url).get('/research/whole');
    for (const part of [
      '<h2>Cards &amp; more</h2>',
      '<strong>Bold</strong> and a link',
      '<a href="https://a.example/?a=1&amp;b=2" rel="noopener">Here</a> is a source',
      '<p dir="auto">Evil link</p>',
      '<a href="#fees" rel="noopener">Down</a> there',
      '<blockquote dir="auto">&lt;script&gt;',
      '<pre tabindex="0">a &lt; b</pre>',
      `<img src="${PUBLIC_URL}${pictureOf(SVG, 'svg')}"`,
      '<a href="https://tracker.example/p.png" rel="noopener">Elsewhere</a>',
      '<th scope="col">Year</th>',
      '<td>2026</td>',
      '<a href="https://www.youtube.com/embed/x" rel="noopener">A talk</a>',
    ])
      expect(text).toContain(part);
    expect(text.match(/<ul>\s*<li dir="auto">one<\/li>\s*<li dir="auto">two<\/li>/)).not.toBeNull();
    expect(text).not.toMatch(/<script|javascript:/);
    expect(headers['content-security-policy']).toContain(`img-src ${PUBLIC_URL}`);
  });

  it('has each section of the table of contents as an anchor', async () => {
    const { body } = await api.get('/api/v1/documents/whole');
    const { text } = await request(api.url).get('/research/whole');
    const sections = body.content.sections as { id: string }[];
    expect(sections.length).toBeGreaterThan(0);
    for (const { id } of sections) expect(text).toContain(`<section id="${id}">`);
  });
});
