import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertCompany, insertNews } from '../testing/fixtures.ts';

describe('what Node refuses by itself', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
  });
  afterAll(() => api.close());

  const ask = (domains: string[]) =>
    request(api.url)
      .get(`/api/v1/news/company/?company_domains=${domains.join()}`)
      .set('authorization', `Token ${api.key}`);
  const longDomain = (i: number) => `${String(i).padStart(60, 'a')}.${'b'.repeat(60)}.${'c'.repeat(60)}.com`;

  it('takes an address of 200 long domains', async () => {
    const { status, body } = await ask(Array.from({ length: 200 }, (_, i) => longDomain(i)));
    expect([status, body.meta.query_type]).toEqual([200, 'multi-company']);
  });

  it('answers it with headers that clients read, while the links stand in the body', async () => {
    const company_id = await insertCompany(api.db, { domain: longDomain(1) });
    for (let i = 0; i < 11; i++) await insertNews(api.db, { company_id });
    const short = await ask([longDomain(1)]);
    expect(short.headers['link']).toBe(`<${short.body.pagination.next_link}>; rel="next"`);
    // Of Node itself, which reads 16 kB of headers.
    const domains = Array.from({ length: 200 }, (_, i) => longDomain(i)).join();
    const answer = await fetch(`${api.url}/api/v1/news/company/?company_domains=${domains}`, {
      headers: { authorization: `Token ${api.key}` },
    });
    const { pagination } = (await answer.json()) as { pagination: { next_link: string } };
    expect(pagination.next_link).toContain(longDomain(199));
    expect([answer.status, answer.headers.get('link')]).toEqual([200, null]);
  });

  it('says what to do about an address that is longer than it reads', async () => {
    const { status, body, headers, type } = await ask(Array.from({ length: 400 }, (_, i) => longDomain(i)));
    expect([status, type, body]).toEqual([
      431,
      'application/json',
      {
        error:
          'The address and the headers together are larger than 64 kB. Send long lists of companies in the body of a POST.',
        code: 'headers_too_large',
        request_id: headers['request-id'],
      },
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('answers what is no HTTP with 400 as JSON, and goes on', async () => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.end('nonsense\r\n\r\n');
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(body!)).toMatchObject({ error: 'The request is malformed.', code: 'invalid_input' });
    expect((await request(api.url).get('/health')).status).toBe(200);
  });
});
