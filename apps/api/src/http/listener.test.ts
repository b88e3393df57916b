import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { httpServer } from './listener.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertCompany, insertNews } from '../testing/fixtures.ts';

describe('the HTTP listener', () => {
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

  it('accepts a URL with 200 long domains', async () => {
    const { status, body } = await ask(Array.from({ length: 200 }, (_, i) => longDomain(i)));
    expect([status, body.meta.query_type]).toEqual([200, 'multi-company']);
  });

  it('leaves out an overlong Link header, and keeps the links in the body', async () => {
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

  it('returns 431 with a remedy for a URL that is too long', async () => {
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

  const MALFORMED = 'The request is malformed.';
  const ENCODE = 'The address contains characters that must be percent-encoded: ü as %C3%BC, a space as %20.';
  it.each([
    ['nonsense\r\n\r\n', MALFORMED],
    ['GET /health HTTP/1.1\r\nHost: a\r\nX-ü: 1\r\n\r\n', MALFORMED],
    ['GET /health?a=bücher HTTP/1.1\r\nHost: a\r\n\r\n', ENCODE],
    ['GET /bücher HTTP/1.1\r\nHost: a\r\n\r\n', ENCODE],
    ['GET /health?a=b c HTTP/1.1\r\nHost: a\r\n\r\n', ENCODE],
    ['GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 'The request has no Host header.'],
  ])('returns 400 as JSON for %j, and keeps serving', async (sent, error) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.end(sent);
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    const [, id] = /^Request-Id: (.+)$/m.exec(head!)!;
    expect(JSON.parse(body!)).toEqual({ error, code: 'invalid_input', request_id: id });
    expect((await request(api.url).get('/health')).status).toBe(200);
  });

  it('accepts an HTTP/1.0 request without a Host header', async () => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.end('GET /health HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('keeps idle connections longer than the 60 s of load balancers', () => {
    const server = httpServer();
    expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
    expect(server.timeout).toBeGreaterThan(60_000);
  });

  it('answers a request whose address cannot be parsed, and goes on', async () => {
    const { port } = new URL(api.url);
    for (const address of ['http://[/', 'http://a:b:c/', '//[', '/%']) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(`GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect([address, await text(socket)]).toEqual([address, expect.stringMatching(/^HTTP\/1\.1 4\d\d /)]);
    }
    expect((await fetch(`${api.url}/health`)).status).toBe(200);
  });

  it('closes a connection whose request has not arrived within ten seconds, but not one that is idle', async () => {
    const { port } = new URL(api.url);
    const idle = connect(Number(port), '127.0.0.1');
    const answers = [
      'GET / HTTP/1.1\r\nHo',
      'POST /oembed HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab',
    ].map((sent) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(sent);
      return text(socket);
    });
    for (const answer of await Promise.all(answers))
      expect(answer).toMatch(/HTTP\/1\.1 408 [^]*"request_timeout"/);
    idle.end('GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(idle)).toMatch(/^HTTP\/1\.1 200 OK/);
    const { headersTimeout, requestTimeout } = httpServer();
    expect(Math.max(headersTimeout, requestTimeout)).toBeLessThan(10_000);
  });
});
