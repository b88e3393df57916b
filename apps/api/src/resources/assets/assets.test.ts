import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { picturePath, type PictureType } from '@dossier/shared';
import { usualEngines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertAsset, insertCompany, insertDocument, insertInto } from '../../testing/fixtures.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\xff', 'latin1');
const pathOf = (body: Buffer, type: PictureType) =>
  picturePath(createHash('sha256').update(body).digest('hex'), type);

describe.each(usualEngines)('pictures on %s', (engine) => {
  let api: TestApi;
  const svg = pathOf(SVG, 'svg');
  const png = pathOf(PNG, 'png');
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertAsset(api.db, SVG, 'image/svg+xml');
    await insertAsset(api.db, PNG, 'image/png');
  });
  afterAll(() => api.close());

  const open = (path: string) =>
    request(api.url)
      .get(path)
      .buffer(true)
      .parse((res, done) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () => done(null, Buffer.concat(parts)));
      });

  it('are public and cacheable forever, with their exact media type', async () => {
    for (const [path, type, body] of [
      [svg, 'image/svg+xml', SVG],
      [png, 'image/png', PNG],
    ] as const) {
      const response = await open(path);
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toMatch(new RegExp(`^${type.replace('+', '\\+')}(;|$)`));
      expect(response.body).toEqual(body);
      expect(response.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(response.headers['set-cookie']).toBeUndefined();
      const again = await open(path).set('If-None-Match', response.headers['etag']!);
      expect([again.status, again.body]).toEqual([304, Buffer.alloc(0)]);
      const accepted = await open(path).set('Accept', 'image/png, image/svg+xml');
      expect(accepted.status).toBe(200);
    }
  });

  it('have a Content-Security-Policy that stops scripts in SVG', async () => {
    const { headers } = await open(svg);
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect((await open(png)).headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    svg.replace('.svg', '.png'),
    svg.replace(/[0-9a-f]{4}\./, '0000.'),
    svg.toUpperCase().replace('/ASSETS/', '/assets/'),
    `${svg}.svg`,
    '/assets/x.svg',
    '/assets/..%2fpackage.json',
    '/assets/constructor',
  ])('return 404 for an unknown path: %s', async (path) => {
    expect((await open(path)).status).toBe(404);
  });

  it('have absolute URLs in all responses, and pictures on other hosts keep theirs', async () => {
    const company_id = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme' });
    const other = 'https://other.example/x.png';
    const image = (url: string) => ({
      id: 'image-1',
      type: 'image',
      url,
      dimensions: { width: 1, height: null },
      srcset: { small: url, medium: url, large: url, original: url },
      caption: null,
    });
    const section = {
      id: 'a',
      type: 'section',
      title: 'A',
      level: 2,
      elements: [image(svg), image(other)],
      prev_section: null,
      next_section: null,
    };
    const id = await insertDocument(
      api.db,
      { slug: 'pictured', preview_image: png },
      [{ company_id, relation: 'subject' }],
      { sections: [section], table_of_contents: [] },
    );
    const [category] = await api
      .db('categories')
      .insert({ slug: 'cat', name: 'Cat' })
      .returning<{ id: number }[]>('id');
    await insertInto(api.db, 'document_categories', { document_id: id, category_id: category!.id });

    const preview = { image: PUBLIC_URL + png };
    const { body: detail } = await api.get('/api/v1/documents/pictured');
    expect(detail.preview).toMatchObject(preview);
    expect(detail.content.sections[0].elements).toEqual([image(PUBLIC_URL + svg), image(other)]);
    const { body: list } = await api.get('/api/v1/documents');
    expect(list.documents[0].preview_meta).toMatchObject(preview);
    const { body: scoped } = await api.get('/api/v1/documents?company_domain=acme.com');
    expect(scoped.documents[0].preview_meta).toMatchObject(preview);
    const { body: company } = await api.get('/api/v1/companies/?company_domain=acme.com');
    expect(company.company.documents[0].preview_meta).toMatchObject(preview);
    const { body: items } = await api.get('/api/v1/categories/cat/items');
    expect(items.items[0].meta).toMatchObject({ preview_image: PUBLIC_URL + png });
    expect((await open(detail.preview.image.replace(PUBLIC_URL, ''))).status).toBe(200);
  });
});
