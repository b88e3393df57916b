import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset } from '../../testing/fixtures.ts';

const FORM = 'application/x-www-form-urlencoded';

describe('the body of a request', () => {
  let api: TestApi;
  let dataset_id: number;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const company_id = await insertCompany(api.db, { domain: 'acme.com' });
    await insertDataset(api.db, { company_id });
    ({ dataset_id } = await api.db('datasets').first('dataset_id'));
  });
  afterAll(() => api.close());

  const send = (path: string, body: string | Buffer, headers: Record<string, string>, method = 'post') =>
    request(api.url)
      [method as 'post' | 'put'](`/api/v1/${path}/`)
      .set({ authorization: `Token ${api.key}`, ...headers })
      .serialize((given: unknown) => given as string)
      .send(body as string);
  const ask = (path: string, { headers, ...more }: RequestInit) =>
    fetch(`${api.url}/api/v1/${path}/`, {
      method: 'POST',
      headers: { authorization: `Token ${api.key}`, ...headers },
      ...more,
    });
  const json = { 'content-type': 'application/json' };

  it.each([
    [
      'news/company',
      { company_domain: 'acme.com', company_domains: null, page_after: null, news_type: null },
    ],
    ['metrics', { company_domain: 'acme.com', page_size: null, include_all_signal_evidence: null }],
    ['events', { company_id: null, types: null, pagination: 'cursor', page: null, page_before: null }],
    ['filings', { company_domain: 'acme.com', cursor: null, filed_at_start: null }],
    ['search', { query: 'acme', limit: null, date_gte: null }],
  ])('of %s accepts null for an optional field', async (path, fields) => {
    const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    const { status, body } = await api.send('post', `/api/v1/${path}/`, fields);
    expect([status, body]).toEqual([200, (await api.send('post', `/api/v1/${path}/`, set)).body]);
  });

  it('accepts null in nested fields, also in JSON within a form', async () => {
    const data = [{ dataset_id, color: null, annotated_points: null, show_data_labels: null }];
    const chart = { data, name: 'Nulls', description: null, view_type: null };
    const first = await api.send('put', '/api/v1/embed/charts/', chart);
    const form = { data: JSON.stringify(data), name: 'Nulls' };
    const again = await api.send('put', '/api/v1/embed/charts/', form, 'form');
    expect([first.status, again.status]).toEqual([201, 200]);
    const labelled = [{ dataset_id, annotated_points: [{ x: '2026-01-01', label: null }] }];
    const { status, body } = await api.send('put', '/api/v1/embed/charts/', { data: labelled });
    expect([status, body.message]).toEqual([400, 'data.0.annotated_points.0.label: is required']);
  });

  it('reports a required field that is null as missing, and rejects null in a list', async () => {
    expect((await api.send('post', '/api/v1/search/', { query: null })).body.error).toBe(
      'query: is required',
    );
    const { body } = await api.send('post', '/api/v1/metrics/', { company_domains: ['acme.com', null] });
    expect(body.details).toEqual([
      { field: 'company_domains.1', message: expect.stringContaining('must be') },
    ]);
  });

  it.each([
    ['search', '{"query":"stripe"}'],
    ['search', '  {"query":"a&b=c","limit":5}'],
    ['filings', '[{"company_id":1}]'],
  ])(
    'of %s that is JSON sent as a form is rejected with the correct Content-Type: %s',
    async (path, text) => {
      const { status, body } = await send(path, text, { 'content-type': FORM });
      expect([status, body.error]).toEqual([
        400,
        'The body looks like JSON. Send it with the header Content-Type: application/json.',
      ]);
    },
  );

  it.each([
    [
      'JSON with the type of multipart',
      '{"query":"a"}',
      'multipart/form-data; boundary=x',
      'The body looks like JSON. Send it with the header Content-Type: application/json.',
    ],
    [
      'multipart without a boundary',
      '--x\r\nContent-Disposition: form-data; name="query"\r\n\r\na\r\n--x--\r\n',
      'multipart/form-data',
      expect.stringMatching(/ has no boundary\. Do not set it: /),
    ],
    ['an object as text', '[object Object]', FORM, expect.stringMatching(/Send the object as JSON\.$/)],
  ])('that is %s is rejected with what to send', async (_, text, type, problem) => {
    const answer = await ask('search', { body: text, headers: { 'content-type': type } });
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([400, problem]);
  });

  const JOINED = 'Send its values joined by commas: company_domains=a,b';
  const LIST =
    'Send the body as JSON with the header Content-Type: application/json, or data as the text of a JSON list';
  const file = new Blob(['[{"dataset_id":1}]'], { type: 'application/json' });
  it.each([
    ['embed/charts', 'PUT', [['data', file]], `data: must not be a file. ${LIST}`],
    ['embed/charts', 'PUT', [['data[0]', file]], `data[0]: must not be a file. ${LIST}`],
    ['embed/charts', 'PUT', [['data', '[object Object]']], `data: must not be "[object Object]". ${LIST}`],
    ['embed/charts', 'PUT', [['data', '[object Object],[object Object]']], expect.stringContaining(LIST)],
    [
      'embed/charts',
      'PUT',
      [
        ['data', '{"dataset_id":1}'],
        ['data', '{"dataset_id":2}'],
      ],
      `data: must not be sent in parts. ${LIST}`,
    ],
    ['embed/charts', 'PUT', [['data[]', '{"dataset_id":1}']], `data: must not be sent in parts. ${LIST}`],
    ['embed/charts', 'PUT', [['data.dataset_id', '1']], `data: must not be sent in parts. ${LIST}`],
    [
      'embed/charts',
      'PUT',
      [['data', 'dataset 1 and dataset 2']],
      'data: must be a list of datasets, or its JSON text',
    ],
    ['news/company', 'POST', [['company_domains', file]], `company_domains: must not be a file. ${JOINED}`],
    [
      'news/company',
      'POST',
      [['company_domains', '[object Object]']],
      `company_domains: must not be "[object Object]". ${JOINED}`,
    ],
    [
      'news/company',
      'POST',
      [['company_domains', '["acme.com"]']],
      `company_domains: must not be "["acme.com"]". ${JOINED}`,
    ],
    [
      'news/company',
      'POST',
      [['company_domain', file]],
      'company_domain: must not be a file. Send its value as text',
    ],
    [
      'news/company',
      'POST',
      [['upload', file]],
      'upload: must not be a file. Send the body as JSON with the header Content-Type: application/json',
    ],
  ] as [string, string, [string, string | Blob][], string][])(
    'of %s (%s) with a wrong field is rejected with what to send instead: %j',
    async (path, method, fields, message) => {
      const parts = new FormData();
      for (const [name, value] of fields) parts.append(name, value);
      const bodies = [
        parts,
        ...(fields.some(([, value]) => value === file)
          ? []
          : [new URLSearchParams(fields as [string, string][])]),
      ];
      for (const body of bodies) {
        const answer = await ask(path, { method, body });
        const { error, message: failed } = (await answer.json()) as Record<string, string>;
        expect([answer.status, error ?? failed]).toEqual([400, message]);
      }
    },
  );

  it.each([
    [{ 'content-type': 'text/csv; header=present' }, 'The Content-Type text/csv is not supported'],
    [{ 'content-type': 'application/json; charset=iso-8859-1' }, 'The charset iso-8859-1 is not supported'],
    [
      { ...json, 'content-encoding': 'compress' },
      'The Content-Encoding compress is not supported. Use gzip, deflate or br',
    ],
  ])('with %j is rejected with 415 and the reason', async (headers, problem) => {
    const { status, body } = await send('filings', '{"company_domain":"acme.com"}', headers);
    const remedy =
      'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data, in UTF-8.';
    expect([status, body.code, body.error]).toEqual([415, 'unsupported_media_type', `${problem}. ${remedy}`]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'may be compressed with %s, and is rejected when the compression is wrong or truncated',
    async (encoding, compress) => {
      const text = '{"query":"acme"}';
      const whole = compress(text);
      const answers = [whole, Buffer.from(text), whole.subarray(0, 8)].map(async (body) => {
        const answer = await ask('search', { body, headers: { ...json, 'content-encoding': encoding } });
        const { query, error } = (await answer.json()) as Record<string, string>;
        return [answer.status, query ?? error];
      });
      const problem = 'The body is damaged, or not compressed as its Content-Encoding states.';
      expect(await Promise.all(answers)).toEqual([
        [200, 'acme'],
        [400, problem],
        [400, problem],
      ]);
    },
  );

  it.each(['utf8', 'UTF8', '"utf8"', 'UTF-8'])('accepts the charset %s', async (charset) => {
    for (const [type, text] of [
      ['application/json', '{"query":"café"}'],
      [FORM, 'query=caf%C3%A9'],
    ] as const) {
      const { status, body } = await send('search', text, { 'content-type': `${type}; charset=${charset}` });
      expect([status, body.query]).toEqual([200, 'café']);
    }
  });

  it('without a Content-Type is rejected with 415', async () => {
    const answer = await ask('search', { body: Buffer.from('{"query":"acme"}') });
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([
      415,
      expect.stringMatching(/^The body has no Content-Type\. Send/),
    ]);
  });

  it('of length 0 counts as no body, whatever its Content-Type', async () => {
    const { body: events } = await api.send('post', '/api/v1/events/', {});
    // With a Content-Length of 0, and without a type.
    const none = await ask('events', {});
    expect([none.status, await none.json()]).toEqual([200, events]);
    for (const type of ['application/json', FORM]) {
      const typed = await ask('events', { headers: { 'content-type': type } });
      expect([type, typed.status, await typed.json()]).toEqual([type, 200, events]);
    }
  });
});
