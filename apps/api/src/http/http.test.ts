import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { startTestApi, type TestApi } from '../testing/api.ts';

const PARTS =
  'company_domains: must not be sent in parts. Send its values joined by commas: company_domains=a,b';

describe.each(engines)('the HTTP API on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  it('answers with and without a trailing slash, and never redirects [R-CORE-03]', async () => {
    for (const path of [
      '/api/v1/companies',
      '/api/v1/companies/',
      '/api/v1/documents',
      '/api/v1/documents/',
    ]) {
      expect((await api.get(path)).status).toBe(200);
    }
  });

  it('keeps a valid Request-Id, and creates one otherwise', async () => {
    const kept = await api.get('/api/v1/documents', { 'request-id': 'abc-123' });
    expect(kept.headers['request-id']).toBe('abc-123');
    const made = await api.get('/api/v1/documents', { 'request-id': 'a b' });
    expect(made.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('returns 304 when If-None-Match has the ETag of the content', async () => {
    const first = await api.get('/api/v1/documents');
    expect(first.headers['cache-control']).toBe('private');
    const again = await api.get('/api/v1/documents', { 'if-none-match': first.headers['etag']! });
    expect([again.status, again.text]).toEqual([304, '']);
    // As Node's fetch asks.
    const fetched = {
      'if-none-match': first.headers['etag']!,
      'cache-control': 'no-cache',
      pragma: 'no-cache',
    };
    expect((await api.get('/api/v1/documents', fetched)).status).toBe(304);
  });

  it.each([
    '/api/v1/documents',
    '/api/v1/companies/',
    '/openapi.json',
    '/docs',
    '/embeds',
    '/api/v1/events/',
  ])('returns 304 for %s with the Vary of its 200', async (path) => {
    const { status, headers } = await api.get(path);
    const again = await api.get(path, { 'if-none-match': headers['etag']! });
    expect([status, again.status, again.headers['vary']]).toEqual([200, 304, headers['vary']]);
    expect(headers['vary']).toContain('Accept-Encoding');
  });

  // The second one is so long that it is compressed in pieces.
  it.each(['/embeds', '/openapi.json'])(
    'compresses %s as its client accepts, with one content and one ETag',
    async (path) => {
      const fetched = async (accepted: string, method = 'GET') => {
        const answer = await fetch(api.url + path, { method, headers: { 'accept-encoding': accepted } });
        const of = (name: string) => answer.headers.get(name);
        const headers = [of('etag'), of('content-type'), of('vary')];
        return { encoding: of('content-encoding'), headers, text: await answer.text() };
      };
      const plain = await fetched('identity');
      expect(plain.encoding).toBeNull();
      for (const [accepted, encoding] of [
        ['gzip, deflate', 'gzip'],
        ['gzip, deflate, br', 'br'],
        ['gzip;q=1.0, br;q=0', 'gzip'],
        ['zstd', null],
      ] as const)
        expect({ accepted, ...(await fetched(accepted)) }).toEqual({ accepted, ...plain, encoding });
      expect(await fetched('gzip, br', 'HEAD')).toEqual({ ...plain, text: '' });
    },
  );

  it.each([
    ['post', '/api/v1/documents', 405, 'method_not_allowed'],
    ['put', '/api/v1/filings', 405, 'method_not_allowed'],
    ['get', '/api/v1/nothing', 404, 'not_found'],
    ['get', '/api/v1/documents/%E0%A4%A', 400, 'invalid_input'],
  ] as const)('%s %s returns %i', async (method, path, status, code) => {
    const response = await request(api.url)
      [method](path)
      .set({ authorization: `Token ${api.key}` });
    expect([response.status, response.body.code]).toEqual([status, code]);
    if (status === 405) expect(response.headers['allow']).toContain('GET');
  });

  it.each([
    ['/v1/companies', 'text/html,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['/v1/companies', '*/*', 'application/json; charset=utf-8'],
    ['/api/v1/compnies', 'text/html,*/*;q=0.8', 'application/json; charset=utf-8'],
  ])('answers an unknown address %s for %s as %s', async (path, accept, type) => {
    const headers = { accept, authorization: `Token ${api.key}` };
    const response = await request(api.url).get(path).set(headers);
    expect([response.status, response.headers['content-type']]).toEqual([404, type]);
  });

  it('rejects a body that it cannot parse and a media type that it cannot produce', async () => {
    const post = () =>
      request(api.url)
        .post('/api/v1/filings')
        .set({ authorization: `Token ${api.key}` });
    expect((await post().type('text/csv').send('a,b')).body.code).toBe('unsupported_media_type');
    expect((await post().type('json').send('{"a":')).body).toBe('Invalid JSON in request body.');
    const latin = await post()
      .type('json')
      .serialize((body: unknown) => body as string)
      .send(Buffer.from('{"a":"caf\xe9"}', 'latin1') as unknown as string);
    expect(latin.body).toBe('Invalid JSON in request body.');
    const wide = await post()
      .set('Content-Type', 'application/json; charset=utf-16')
      .serialize((body: unknown) => body as string)
      .send(Buffer.from('{"company_id":1}', 'utf16le') as unknown as string);
    expect([wide.status, wide.body.code]).toEqual([415, 'unsupported_media_type']);
    const deep = '{"company_domain":' + '['.repeat(30_000) + ']'.repeat(30_000) + '}';
    expect((await post().type('json').send(deep)).status).toBe(400);
    expect((await post().type('json').send('[1]')).body).toBe('Invalid JSON in request body.');
    const large = await post()
      .type('json')
      .send({ company_domain: 'a'.repeat(1_100_000) });
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    const twice = await post().type('form').send('company_id=1&company_id=2');
    expect([twice.status, twice.body.details[0].field]).toEqual([400, 'company_id']);
    const html = await api.get('/api/v1/documents', { accept: 'text/html' });
    expect([html.status, html.body.code]).toEqual([406, 'not_acceptable']);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x'])(
    'rejects a body of %s above 1 MB by its Content-Length, before the body arrives',
    async (type) => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
      try {
        const head = [
          'POST /api/v1/filings HTTP/1.1',
          'Host: localhost',
          `Authorization: Token ${api.key}`,
          `Content-Type: ${type}`,
          'Content-Length: 2000000',
        ];
        socket.write(`${head.join('\r\n')}\r\n\r\n{`);
        const [answer] = (await once(socket, 'data')) as [Buffer];
        expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
      } finally {
        socket.destroy();
      }
    },
  );

  it('rejects malformed multipart bodies, and multipart bodies with files', async () => {
    const post = () =>
      request(api.url)
        .post('/api/v1/filings')
        .set({ authorization: `Token ${api.key}` });
    for (const body of ['', '--x', '--x\r\n ', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--']) {
      const malformed = await post().type('multipart/form-data; boundary=x').send(body);
      expect([body, malformed.status, malformed.body.code]).toEqual([body, 400, 'invalid_input']);
    }
    const file = await post().attach('company_id', Buffer.from('1'), 'id.txt');
    const message = 'company_id: must not be a file. Send its value as text';
    expect([file.status, file.body.error]).toEqual([400, message]);
  });

  it('rejects a multipart body above 1 MB or with more than 100 fields', async () => {
    const post = () =>
      request(api.url)
        .post('/api/v1/filings')
        .set({ authorization: `Token ${api.key}` })
        .type('multipart/form-data; boundary=x');
    const parts = (count: number, length: number) =>
      Array.from(
        { length: count },
        (_, i) => `--x\r\nContent-Disposition: form-data; name="a${i}"\r\n\r\n${'a'.repeat(length)}\r\n`,
      ).join('') + '--x--\r\n';
    const large = await post().send(parts(90, 100_000));
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    const many = await post().send(parts(101, 1));
    expect([many.status, many.body.error]).toEqual([400, 'The multipart body has more than 100 fields.']);
  });

  it.each([
    ['company_domains[4294967294]', 'company_domains[4294967294]: has an index above 99'],
    ['company_domains[a]', PARTS],
    ['company_domains[0][0]', PARTS],
  ])('rejects a multipart field named %s', async (name, message) => {
    const response = await request(api.url)
      .post('/api/v1/news/company')
      .set({ authorization: `Token ${api.key}` })
      .field(name, 'acme.com');
    expect([response.status, response.body.error]).toEqual([400, message]);
  });

  it('rejects a form with more than 1000 fields, and an unsupported Content-Encoding', async () => {
    const post = () =>
      request(api.url)
        .post('/api/v1/filings')
        .set({ authorization: `Token ${api.key}` });
    const fields = Array.from({ length: 1001 }, (_, i) => `a${i}=1`).join('&');
    const many = await post().type('form').send(fields);
    expect([many.status, many.body.error]).toEqual([400, 'The form has more than 1000 fields.']);
    const packed = await post().type('json').set('content-encoding', 'compress').send('{}');
    expect([packed.status, packed.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;indent=2;version="1, 2";q=0.9',
    'text/html;level=1, application/json; profile="https://a.example/a;b"',
    'application/problem+json;charset=utf-8',
  ])('accepts a media type with any parameters: Accept: %s', async (accept) => {
    expect((await api.get('/api/v1/documents', { accept })).status).toBe(200);
  });

  it.each([
    'application/json;charset=utf-8;q=0',
    'text/html;charset=utf-8',
    'text/html;a="application/json"',
  ])('returns 406 for Accept: %s, which excludes JSON', async (accept) => {
    expect((await api.get('/api/v1/documents', { accept })).status).toBe(406);
  });

  it.each([
    ['/health', 'application/json'],
    ['/openapi.json', 'application/json'],
    ['/docs', 'text/html'],
    ['/embeds', 'text/html'],
  ])('%s accepts %s with parameters too', async (path, type) => {
    expect((await api.get(path, { accept: `${type}; charset=utf-8; version=1` })).status).toBe(200);
  });

  it('leaves Strict-Transport-Security to the reverse proxy', async () => {
    expect((await api.get('/health')).headers).not.toHaveProperty('strict-transport-security');
  });

  it('never sends CORS headers [R-CORE-11]', async () => {
    const response = await api.get('/api/v1/documents', { origin: 'https://elsewhere.example' });
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
