import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { consoleOf, type Visitor } from '../../testing/console.ts';
import { siteRoutes } from '../site/index.ts';
import { consoleRoutes } from './index.ts';

/** Returns a text as a part of an address. Half of a pair of surrogates has no UTF-8. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '?'));

const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? 1000);
const SEED = 20261126;
const HOSTILE = [
  ...[
    '"><script>alert(1)</script>',
    "' or 1=1 --",
    '--json',
    '-h',
    '../../etc/passwd',
    '%00',
    '\u202e',
    '{"$ne":1}',
  ],
  ...[
    '__proto__',
    'constructor',
    '[object Object]',
    '9'.repeat(400),
    '🦄'.repeat(50),
    '\r\nSet-Cookie: a=b',
    '',
  ],
];
const FIELDS = [
  'token',
  'id',
  'key',
  'link',
  'name',
  'kind',
  'field',
  'value',
  'because',
  'decision',
  'from',
  'scopes',
  'plan',
  'organization',
  'expires_days',
  '__proto__',
  'x[y]',
];

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 60 }));
const hostile = fc.record({
  route: fc.constantFrom(...[...consoleRoutes, ...siteRoutes].map(({ endpoint }) => endpoint)),
  method: fc.constantFrom<'GET' | 'POST' | 'PUT' | 'DELETE'>('GET', 'POST', 'PUT', 'DELETE'),
  keepsMethod: fc.boolean(),
  param: text,
  fields: fc.dictionary(fc.constantFrom(...FIELDS), text, { maxKeys: 5 }),
  type: fc.constantFrom('form', 'json', 'text/plain', 'multipart/form-data'),
  who: fc.constantFrom('nobody', 'partner', 'admin', 'damaged'),
});

describe('hostile requests to the site and the console', () => {
  let api: TestApi;
  let visitors: Record<string, Visitor>;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const { signIn, operator } = consoleOf(api);
    visitors = { partner: await signIn(api.key), admin: await operator('Ada', 'admin') };
  });
  afterAll(() => api.close());

  it(`answers ${REQUESTS} of them without a 5xx, and acts on none without the token of a session`, async () => {
    const before = await stateOf();
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(hostile, async ({ route, method, keepsMethod, param, fields, type, who }) => {
        const used = keepsMethod ? route.method : method;
        // An operator's pages each start a program. They have a test of their own.
        const visitor = used === 'GET' && who === 'admin' ? 'partner' : who;
        const path = route.path.replaceAll(/:\w+/g, () => encoded(param) || 'x');
        const cookie = who === 'damaged' ? `dossier_session=${encoded(param)}` : visitors[visitor]?.cookie;
        const agent = request(api.url);
        const sent =
          used === 'GET'
            ? agent.get(path).query(fields)
            : agent[used.toLowerCase() as 'post' | 'put' | 'delete'](path)
                .type(type)
                .send(type.includes('/') ? JSON.stringify(fields) : fields);
        const {
          status,
          text: body,
          headers,
        } = await (cookie === undefined ? sent : sent.set('Cookie', cookie));
        seen.set(status, (seen.get(status) ?? 0) + 1);
        expect(status).toBeLessThan(500);
        expect(body).not.toContain('<script>alert');
        expect(headers['set-cookie']).toBeUndefined();
      }),
      { numRuns: REQUESTS, seed: SEED },
    );
    expect(await stateOf()).toEqual(before);
    expect([...seen.values()].reduce((sum, n) => sum + n)).toBeGreaterThanOrEqual(REQUESTS);
    for (const status of [200, 303, 403, 404, 405]) expect(seen.get(status) ?? 0).toBeGreaterThan(0);
  });

  it('answers hostile texts on the pages that start a program, without running one of them as an option', async () => {
    const { admin } = visitors as { admin: Visitor };
    for (const value of HOSTILE.slice(0, 5))
      for (const path of ['/records?kind=companies&key=', '/review?source=']) {
        const { status, text: body } = await admin.get(path + encodeURIComponent(value));
        expect([value, path, status < 500]).toEqual([value, path, true]);
        expect(body).not.toContain('<script>alert');
      }
  });

  const stateOf = async () => ({
    keys: await api.db('api_keys').orderBy('id').select('id', 'revoked_at', 'expires_at', 'name', 'scopes'),
    organizations: await api.db('organizations').orderBy('id').select('name', 'plan', 'suspended_at'),
    sessions: await api.db('sessions').orderBy('id').select('id', 'expires_at'),
    audit: await api.db('audit_log').count({ n: '*' }),
    runs: await api.db('ingest_runs').count({ n: '*' }),
  });
});
