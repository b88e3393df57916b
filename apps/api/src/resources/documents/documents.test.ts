import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDocument } from '../../testing/fixtures.ts';

const CONTENT = {
  sections: [
    {
      id: 'intro',
      type: 'section',
      title: 'Intro',
      level: 2,
      elements: [{ text: 'Bold move', type: 'paragraph', spans: [{ start: 0, end: 4, type: 'strong' }] }],
      prev_section: null,
      next_section: null,
    },
  ],
  table_of_contents: [{ id: 'intro', title: 'Intro', level: 2, subsections: [] }],
};

describe.each(engines)('documents on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  let other: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    acme = await insertCompany(api.db, { domain: 'acme.com' });
    other = await insertCompany(api.db, { domain: 'other.com' });
    for (let i = 0; i < 40; i++) {
      // Four of each day: ties are settled by id.
      const published_at = `2026-01-${String(10 + Math.floor(i / 4))}T00:00:00.000Z`;
      await insertDocument(
        api.db,
        {
          slug: `report-${i}`,
          published_at,
          type: i % 2 === 0 ? 'market' : 'interview',
          created_at: published_at,
          updated_at: published_at,
        },
        [
          ...(i % 4 === 0 ? [{ company_id: acme, relation: 'subject' as const }] : []),
          { company_id: other, relation: 'connected' as const },
        ],
        CONTENT,
      );
    }
  });
  afterAll(() => api.close());

  it('lists all documents, newest first, 30 per page, with their companies and without the body [R-DOC-10 R-DOC-13 R-DOC-16 R-DOC-21 R-PAGE-04]', async () => {
    const { body } = await api.get('/api/v1/documents');
    expect(body.pagination).toMatchObject({
      page_size: 30,
      current_page_items: 30,
      total_items: 40,
      after_cursor: 'Start',
      before_cursor: null,
      prev_link: null,
    });
    expect(body.documents[0]).toMatchObject({
      slug: 'report-39',
      date: '2026-01-19',
      companies: [{ id: other, domain: 'other.com', relation: 'connected' }],
    });
    expect(body.documents[0]).not.toHaveProperty('content');
    expect(body.documents[0]).not.toHaveProperty('relation');
  });

  it('lists the documents of one company with their relation to it [R-DOC-14 R-DOC-17]', async () => {
    for (const query of ['company_domain=acme.com', `company_id=${acme}`]) {
      const { body } = await api.get(`/api/v1/documents/?${query}`);
      expect(body.pagination.total_items).toBe(10);
      expect(body.documents[0]).toMatchObject({ slug: 'report-36', relation: 'subject' });
      expect(body.documents[0]).not.toHaveProperty('companies');
    }
  });

  it('returns each document once by links with random page sizes, forward and backward [R-DOC-20]', async () => {
    const walk = async (start: string, field: 'next_link' | 'prev_link', sizes: number[]) => {
      const ids: number[] = [];
      let link: string | null = start;
      for (let i = 0; link; i++) {
        const sized: string = link.replace(/page_size=\d+/, `page_size=${sizes[i % sizes.length]}`);
        const { body } = await api.get(sized);
        ids[field === 'next_link' ? 'push' : 'unshift'](...body.documents.map((d: { id: number }) => d.id));
        link = body.pagination[field];
      }
      return ids;
    };
    const everything = (await api.db('documents').orderBy(['published_at', 'id']).pluck('id')).reverse();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 3, max: 17 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (sizes, scoped) => {
          const filter = scoped ? '&company_domain=other.com' : '';
          expect(await walk(`/api/v1/documents?page_size=1${filter}`, 'next_link', sizes)).toEqual(
            everything,
          );
          const end = `/api/v1/documents?page_size=1${filter}&page_before=End`;
          expect(await walk(end, 'prev_link', sizes)).toEqual(everything);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('prev_link is the full URL of the previous page, and null on the first page [R-PAGE-03]', async () => {
    const first = (await api.get('/api/v1/documents?page_size=7')).body;
    expect(first.pagination.prev_link).toBeNull();
    const second = (await api.get(first.pagination.next_link)).body;
    const third = (await api.get(second.pagination.next_link)).body;
    for (const [page, previous] of [
      [second, first],
      [third, second],
    ]) {
      const link = page.pagination.prev_link as string;
      expect(link.startsWith(`${PUBLIC_URL}/api/v1/documents?`)).toBe(true);
      expect((await api.get(link)).body.documents).toEqual(previous.documents);
    }
  });

  it('returns the same page for after_cursor and the previous page for before_cursor [R-PAGE-04 R-PAGE-05]', async () => {
    const first = (await api.get('/api/v1/documents?page_size=7')).body;
    const second = (await api.get(first.pagination.next_link)).body;
    const again = await api.get(`/api/v1/documents?page_size=7&page_after=${second.pagination.after_cursor}`);
    expect(again.body.documents).toEqual(second.documents);
    const before = await api.get(
      `/api/v1/documents?page_size=7&page_before=${second.pagination.before_cursor}`,
    );
    expect(before.body.documents).toEqual(first.documents);
    expect((await api.get('/api/v1/documents?page_size=7&page_after=start')).body).toEqual({
      ...first,
      pagination: {
        ...first.pagination,
        next_link: expect.stringContaining('page_after='),
        next_cursor: expect.any(String),
      },
    });
  });

  it('filters by type and by time, both bounds inclusive [R-DOC-18 R-DOC-19 R-CORE-10]', async () => {
    const found = async (query: string) => {
      const { documents, pagination } = (await api.get(`/api/v1/documents?${query}`)).body;
      return [documents.length, pagination.total_items];
    };
    expect(await found('type=interview')).toEqual([20, 20]);
    expect(await found('updated_at_gte=2026-01-12&updated_at_lte=2026-01-12')).toEqual([4, 4]);
    const offset = 'created_at_gte=2026-01-12T02:00:00+02:00&created_at_lte=2026-01-12T00:00:00Z';
    expect(await found(offset)).toEqual([4, 4]);
  });

  it('returns a document with its body by slug, and a 404 that names an unknown slug [R-DOC-01]', async () => {
    const { body } = await api.get('/api/v1/documents/report-3/');
    expect(body).toMatchObject({ type: 'interview', slug: 'report-3', content: CONTENT });
    const { id } = await api.db('documents').where({ slug: 'report-3' }).first('id');
    expect((await api.get(`/api/v1/documents/${id}/`)).text).toBe(
      (await api.get('/api/v1/documents/report-3/')).text,
    );
    const missing = await api.get('/api/v1/documents/nothing/');
    expect([missing.status, missing.body.code]).toEqual([404, 'document_not_found']);
  });

  it('returns the detail for the slug of every list item, and 404 for an unknown slug [R-DOC-22]', async () => {
    const { documents } = (await api.get('/api/v1/documents?page_size=5')).body;
    expect(documents).toHaveLength(5);
    for (const { slug, title } of documents) {
      const { status, body } = await api.get(`/api/v1/documents/${slug}/`);
      expect([status, body.slug, body.title]).toEqual([200, slug, title]);
    }
    // The link is the PDF, which opens without a key.
    const { slug, link } = documents[0];
    expect((await api.get(`/api/v1/documents/${slug}/`)).body.pdf_url).toBe(link);
    const pdf = await request(api.url).get(new URL(link).pathname);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const unknown = await api.get('/api/v1/documents/no-such-report/');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'document_not_found']);
  });

  it.each([
    ['page_after=Start&page_before=End', 'both_cursors'],
    ['page_after=nonsense', 'invalid_cursor'],
    ['page_size=101', 'invalid_input'],
    ['type=memo', 'invalid_input'],
    ['updated_at_gte=yesterday', 'invalid_input'],
  ])('rejects %s with 400', async (query, code) => {
    const response = await api.get(`/api/v1/documents?${query}`);
    expect([response.status, response.body.code]).toEqual([400, code]);
  });

  it('rejects a cursor of another list, and a cursor that was changed [R-PAGE-08]', async () => {
    const cursor = (await api.get('/api/v1/documents?page_size=2')).body.pagination.next_cursor as string;
    const fields = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const [name, side, [date, id], ...rest] = fields as [string, string, [string, number], ...unknown[]];
    const tampered = Buffer.from(JSON.stringify([name, side, [date, id - 1], ...rest])).toString('base64url');
    expect((await api.get(`/api/v1/documents?page_after=${tampered}`)).body.code).toBe('invalid_cursor');
    expect((await api.get(`/api/v1/documents?page_before=${cursor}`)).body.code).toBe('invalid_cursor');
    const elsewhere = await api.get(`/api/v1/filings?company_domain=acme.com&cursor=${cursor}`);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'invalid_cursor']);
  });
});
