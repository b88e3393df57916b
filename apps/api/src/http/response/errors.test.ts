import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { openApiDocument, operationsOf, resolve } from '../../openapi/index.ts';
import { routes } from '../../routes.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { parseRateLimits } from '../limits/rate-limit.ts';
import { toApiError } from './errors.ts';

const CHARTS = '/api/v1/embed/charts';

describe('an error of an embed', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite', { rateLimits: parseRateLimits('Platforms=1/60')! });
  });
  afterAll(() => api.close());

  it.each([
    [405, () => request(api.url).post(CHARTS)],
    [406, () => request(api.url).put(CHARTS).set('accept', 'text/html')],
    [
      413,
      () =>
        request(api.url)
          .put(CHARTS)
          .send({ name: 'a'.repeat(1_100_000) }),
    ],
    [415, () => request(api.url).put(CHARTS).type('text/csv').send('a')],
    [429, () => request(api.url).get('/api/v1/embed/company-data-summary/?company_id=1')],
  ])('has the form of embed errors for every status: %i', async (status, ask) => {
    // The one task of the limit.
    if (status === 429) await api.get('/api/v1/documents');
    const { status: given, body } = await ask().set('authorization', `Token ${api.key}`);
    expect([given, body]).toEqual([status, { status: 'failed', message: expect.any(String) }]);
  });

  it('has the form of all other endpoints when the credential is invalid', async () => {
    const { status, body } = await request(api.url).put(CHARTS).send({});
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });

  it.each([401, 406, 413, 415, 429])('is documented in the form that it is returned in: %i', (status) => {
    const document = openApiDocument(routes, 'https://dossier.example');
    const { operation } = operationsOf(document).find((one) => one.operation.operationId === 'putChart')!;
    const response = operation.responses[status];
    const { schema } = resolve(document, response!).content!['application/json']!;
    expect(JSON.stringify(schema).includes('schemas/Failed')).toBe(status !== 401);
  });
});

it.each([
  ['SQLITE_FULL', /^The database has no room on its disk\. Try again in 60 seconds\.$/],
  ['53100', /^The database has no room on its disk\./],
  ['25006', /^The database accepts no writes\./],
  ['SQLITE_READONLY', /^The database accepts no writes\./],
  ['ECONNREFUSED', /^The database cannot be reached\. Try again in 5 seconds\.$/],
])('an error of the database with the code %s says what is wrong', (code, message) => {
  const error = toApiError(Object.assign(new Error('a statement'), { code }));
  expect([error.status, error.code, error.message]).toEqual([
    503,
    'database_unavailable',
    expect.stringMatching(message),
  ]);
});

it('an error of our own code is no damaged body, whatever its code', () => {
  const error = Object.assign(new Error('x'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(toApiError(error).code).toBe('internal');
});
