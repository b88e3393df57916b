import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertDocument } from '../../testing/fixtures.ts';

const PDF = '/api/v1/embed/document-pdfs/';

describe.each(engines)('document PDF embeds on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const pdf_url = 'https://assets.example/report.pdf?v=2&x=1';
    await insertDocument(api.db, { slug: 'report', title: 'A <b>report</b>', pdf_url });
    await insertDocument(api.db, { slug: 'plain' });
  });
  afterAll(() => api.close());

  const srcOf = (html: string) => /src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
  const open = (src: string) => request(api.url).get(src.replace(PUBLIC_URL, ''));

  it('gives one iframe, 840 high and 600 wide, whose address needs no key and leads to the PDF [R-EMBED-09]', async () => {
    const { body } = await api.get(`${PDF}?document_slug=report`);
    expect(body.status).toBe('success');
    const html = body.data.embed_html as string;
    expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
    expect(html).toContain('width="600" height="840"');
    const page = await open(srcOf(html));
    expect([page.status, page.headers['location']]).toEqual([
      302,
      'https://assets.example/report.pdf?v=2&x=1',
    ]);
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
    const sized = await api.get(`${PDF}?document_slug=report&height=300&width=200`);
    expect(sized.body.data.embed_html).toContain('width="200" height="300"');
  });

  it.each([
    ['', 400, 'document_slug: is required'],
    ['?document_slug=nothing', 404, 'Document not found for slug: nothing'],
    ['?document_slug=plain', 404, 'This document has no PDF: plain'],
    ['?document_slug=report&width=0', 400, 'width: must be at least 1'],
  ])('answers %s with %i in the failed form', async (query, status, message) => {
    const response = await api.get(PDF + query);
    expect([response.status, response.body]).toEqual([status, { status: 'failed', message }]);
  });

  it('gives a plain page for a signature that is not ours, and once the PDF is gone', async () => {
    const src = srcOf((await api.get(`${PDF}?document_slug=report`)).body.data.embed_html);
    for (const address of [
      src.replace('/report/', '/plain/'),
      src.slice(0, -1),
      src.replace('/-/', '/theme=dark/'),
    ])
      expect([address, (await open(address)).status]).toEqual([address, 404]);
    await api.db('documents').where({ slug: 'report' }).update({ pdf_url: null });
    const gone = await open(src);
    expect([gone.status, gone.type]).toEqual([404, 'text/html']);
    expect(gone.text).not.toContain('report');
  });
});
