import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../../testing/api.ts';
import { CONTENT, PNG, SVG } from '../../../testing/document.ts';
import { insertAsset, insertDocument, insertInto } from '../../../testing/fixtures.ts';

const PDF = '/api/v1/embed/document-pdfs/';
const OWN = 'https://assets.example/report.pdf?v=2&x=1';

describe.each(engines)('document PDF embeds on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertAsset(api.db, PNG, 'image/png');
    await insertAsset(api.db, SVG, 'image/svg+xml');
    await insertDocument(api.db, { slug: 'report', title: 'A <b>report</b>', pdf_url: OWN });
    await insertDocument(
      api.db,
      { slug: 'made', title: 'Made “here”', preview_description: 'In short' },
      [],
      CONTENT,
    );
  });
  afterAll(() => api.close());

  const srcOf = (html: string) => /src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
  const open = (src: string) => request(api.url).get(src.replace(PUBLIC_URL, ''));
  const file = (src: string) =>
    open(src)
      .buffer(true)
      .parse((res, done) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () => done(null, Buffer.concat(parts)));
      });
  const pageOf = async (slug: string, more = '') =>
    open(srcOf((await api.get(`${PDF}?document_slug=${slug}${more}`)).body.data.embed_html));
  const pdfUrlOf = async (slug: string) =>
    (await api.get(`/api/v1/documents/${slug}`)).body.pdf_url as string;

  it('return one iframe, 840 high and 600 wide, whose page needs no key and shows the PDF [R-EMBED-09]', async () => {
    const { body } = await api.get(`${PDF}?document_slug=made`);
    expect(body.status).toBe('success');
    const html = body.data.embed_html as string;
    expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
    expect(html).toContain('width="600" height="840"');
    const sized = await api.get(`${PDF}?document_slug=made&height=300&width=200`);
    expect(sized.body.data.embed_html).toContain('width="200" height="300"');

    const page = await open(srcOf(html));
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    const url = await pdfUrlOf('made');
    expect(page.text).toContain(`<object type="application/pdf" data="${url}#`);
    expect(page.text).toContain(
      `<a href="${url}" target="_blank" rel="noopener">Open “Made “here”” as a PDF</a>`,
    );
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain(`object-src ${PUBLIC_URL}; frame-src ${PUBLIC_URL};`);
    expect(policy).not.toContain('frame-ancestors');
    expect(policy).not.toContain('script-src');
    expect(page.text).not.toMatch(/<script|Made here/);
    expect((await pageOf('made', '&theme=dark')).text).toContain('color-scheme:dark');
  });

  it("show the document's own PDF if it has one, and escape a hostile title", async () => {
    const page = await pageOf('report');
    expect(page.text).toContain('data="https://assets.example/report.pdf?v=2&amp;x=1#');
    expect(page.text).not.toContain('<b>');
    expect(page.headers['content-security-policy']).toContain('object-src https://assets.example;');
    expect(await pdfUrlOf('report')).toBe(OWN);
  });

  it('return the PDF at its public pdf_url, cacheable and with an ETag', async () => {
    const url = await pdfUrlOf('made');
    expect(url.startsWith(`${PUBLIC_URL}/embeds/document-pdf/made/-/k1.`)).toBe(true);
    const response = await file(url);
    expect([response.status, response.type]).toEqual([200, 'application/pdf']);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-disposition': "inline; filename*=UTF-8''made.pdf",
      'x-content-type-options': 'nosniff',
    });
    // A viewer inside of an embed inside of a publisher's page.
    expect(response.headers['content-security-policy']).not.toContain('frame-ancestors');
    const bytes = (response.body as Buffer).toString('latin1');
    expect(bytes).toMatch(/^%PDF-1\.7\n/);
    expect(bytes.trimEnd()).toMatch(/%%EOF$/);
    // The pictures of the service are in it.
    expect(bytes).toContain('/Subtype /Image');
    const again = await file(url);
    expect(again.body).toEqual(response.body);
    expect(again.headers['etag']).toBe(response.headers['etag']);
    const known = await file(url).set('If-None-Match', response.headers['etag']!);
    expect([known.status, known.body]).toEqual([304, Buffer.alloc(0)]);
    const head = await request(api.url).head(url.replace(PUBLIC_URL, ''));
    expect([head.status, head.type]).toEqual([200, 'application/pdf']);
  });

  it('return a new PDF after the document has changed', async () => {
    const before = await file(await pdfUrlOf('made'));
    const updated_at = '2026-02-02T00:00:00.000Z';
    await api
      .db('documents')
      .where({ slug: 'made' })
      .update({ title: 'Renamed', content_hash: 'x', updated_at });
    const after = await file(await pdfUrlOf('made'));
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect((after.body as Buffer).equals(before.body as Buffer)).toBe(false);
  });

  it("redirect to the document's own PDF once it has one", async () => {
    const url = await pdfUrlOf('made');
    await api.db('documents').where({ slug: 'made' }).update({ pdf_url: OWN });
    const moved = await open(url);
    expect([moved.status, moved.headers['location']]).toEqual([302, OWN]);
    await api.db('documents').where({ slug: 'made' }).update({ pdf_url: 'https://例え.example/ü.pdf' });
    const foreign = await open(url);
    expect([foreign.status, foreign.headers['location']]).toEqual([
      302,
      'https://xn--r8jz45g.example/%C3%BC.pdf',
    ]);
    await api.db('documents').where({ slug: 'made' }).update({ pdf_url: null });
  });

  it.each([
    ['', 400, 'document_slug parameter is required'],
    ['?document_slug=', 400, 'document_slug: must not be blank'],
    ['?document_slug=nothing', 404, 'Document not found for slug: nothing'],
    ['?document_slug=report&width=0', 400, 'width: must be at least 1'],
    ['?document_slug=report&theme=pink', 400, 'theme: must be auto, light or dark'],
  ])('answer %s with %i in the failed form', async (query, status, message) => {
    const response = await api.get(PDF + query);
    expect([response.status, response.body]).toEqual([status, { status: 'failed', message }]);
  });

  it('return a plain 404 page for an invalid signature and for a deleted document', async () => {
    const page = srcOf((await api.get(`${PDF}?document_slug=report`)).body.data.embed_html);
    const pdf = await pdfUrlOf('made');
    for (const address of [
      page.replace('/report/', '/made/'),
      page.slice(0, -1),
      page.replace('/-/', '/theme=dark/'),
      pdf.replace('/made/', '/report/'),
      pdf.replace('.pdf', 'a.pdf'),
      pdf.replace('document-pdf', 'valuation-chart'),
    ])
      expect([address, (await open(address)).status]).toEqual([address, 404]);
    await api.db('documents').where({ slug: 'report' }).delete();
    const gone = await open(page);
    expect([gone.status, gone.type]).toEqual([404, 'text/html']);
    expect(gone.headers['content-security-policy']).not.toContain('frame-ancestors');
    expect(gone.text).not.toContain('report');
  });

  it('have a pdf_url for every document, also in category items', async () => {
    const id = (await api.db('documents').where({ slug: 'made' }).first('id')).id as number;
    const [category] = await api
      .db('categories')
      .insert({ slug: 'cat', name: 'Cat' })
      .returning<{ id: number }[]>('id');
    await insertInto(api.db, 'document_categories', { document_id: id, category_id: category!.id });
    const { body } = await api.get('/api/v1/categories/cat/items');
    expect(body.items[0].meta.pdf_url).toBe(await pdfUrlOf('made'));
  });
});
