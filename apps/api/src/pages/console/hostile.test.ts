import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import fc from 'fast-check';
import request from 'supertest';
import { routes as embedRoutes } from '../../resources/embeds/routes.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { consoleOf, type Visitor } from '../../testing/console.ts';
import { insertCompany } from '../../testing/fixtures.ts';
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

  it.each([
    ['a reader', 'reader', /^\/console\/(session|sign-out|sessions\/end)$/],
    ['an editor', 'editor', /^\/console\/(?!organizations)/],
    ['a partner', undefined, /^\/console\/(session|sign-out|sessions\/end|organization\/.*|lists\/create)$/],
  ] as const)('changes nothing for %s with the token of a session, beyond the role', async (_, role, may) => {
    const { signIn, operator } = consoleOf(api);
    const visitor = role ? await operator('Rea', role) : await signIn(api.key);
    const list = { name: 'Private', filter: 'type=private' };
    const made = (await visitors['admin']!.post('/lists/create', list)).headers['location']!;
    const before = await stateOf();
    const forms = consoleRoutes
      .map(({ endpoint }) => endpoint)
      .filter(({ method, path }) => method === 'POST' && !may.test(path))
      .map(({ path }) =>
        path
          .replace('/console', '')
          .replace(':list_id', made.split('/').at(-1)!)
          .replace(':upload', 'a'.repeat(24))
          .replaceAll(/:\w+/g, '1'),
      );
    expect(forms.length).toBeGreaterThanOrEqual(7);
    const fields = {
      ...{ id: '1', run: '1', key: 'acme.com', kind: 'companies', field: 'name', value: 'x', because: 'x' },
      ...{ name: 'Test partner', organization: 'Test partner', plan: 'Funds', decision: 'reject' },
      ...{
        url: 'https://a.example/',
        filter: 'type=private',
        source: 'x',
        one: 'a.com',
        other: 'b.com',
        into: 'a.com',
        from: 'b.com',
      },
    };
    for (const form of forms) {
      const { status } = await visitor.post(form, fields);
      const isOfPartners = form.startsWith('/organization/') || form.endsWith('/webhook');
      expect([form, status]).toEqual([form, role && !isOfPartners ? 403 : 404]);
    }
    expect(await stateOf()).toEqual(before);
  });

  it('shows and changes nothing of another organization for the session and the token of one', async () => {
    const [name, key] = ['Othermark', generateApiKey()];
    const organization = await ensureOrganization(api.db, name, 'Platforms');
    await registerApiKey(api.db, key, organization);
    const owner = await consoleOf(api).signIn(key);
    const company = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme', name: 'Acme' });
    const call = (path: string, body: object) =>
      request(api.url).post(`/api/v1/${path}/`).set('Authorization', `Token ${key}`).send(body).expect(201);
    await call('lists', { name, company_ids: [company] });
    await call('webhooks', { url: `https://${name}.example/` });
    const build = (path: string, fields: object) =>
      request(api.url)
        .post(`/embeds/new/${path}`)
        .set('Cookie', owner.cookie)
        .type('form')
        .send(fields)
        .expect(303);
    await build('data', { name, text: `Year,${name}\n2022,1\n2023,2`, store: 'yes' });
    await build('saved', { choices: `companies=acme&title=${name}` });

    type Row = Record<string, unknown>;
    const isOther = (row: Row) => row['organization_id'] === organization || row['creator'] === name;
    const tables = ['api_keys', 'lists', 'webhooks', 'own_columns', 'saved_embeds'];
    const stored = async () =>
      (await Promise.all(tables.map((table) => api.db(table).select<Row[]>().orderBy('id')))).map((rows) =>
        rows.filter(isOther),
      );
    const before = await stored();
    expect(before.map((rows) => rows.length)).toEqual(tables.map(() => 1));
    const ids = before.flat().map((row) => String(row['table_id'] ?? row['id']));

    const routes = [...consoleRoutes, ...siteRoutes, ...embedRoutes].map(({ endpoint }) => endpoint);
    const names = ['id', 'key', 'saved', 'table', 'list', 'webhook', 'version'];
    /** Returns the addresses whose answers name the other organization. */
    const namingAddresses = async (ownKey: string, method: 'GET' | 'POST') => {
      const naming: string[] = [];
      for (const { path } of routes.filter((endpoint) => endpoint.method === method)) {
        // Some forms end sessions.
        const { cookie, token } = await consoleOf(api).signIn(ownKey);
        for (const id of ids) {
          const address = path.replaceAll(/:\w+/g, id);
          const fields = Object.fromEntries(names.map((field) => [field, id]));
          const sent =
            method === 'GET'
              ? request(api.url).get(address).query(fields)
              : request(api.url)
                  .post(address)
                  .type('form')
                  .send({ ...fields, token });
          const { status, text: body = '' } = await sent.set('Cookie', cookie).redirects(0);
          expect([address, id, status < 500]).toEqual([address, id, true]);
          if (body.includes(name)) naming.push(address);
        }
      }
      return naming;
    };
    expect(new Set(await namingAddresses(key, 'GET')).size).toBeGreaterThanOrEqual(5);
    for (const method of ['GET', 'POST'] as const) expect(await namingAddresses(api.key, method)).toEqual([]);
    expect(await stored()).toEqual(before);
    // The same requests change what is the organization's own.
    const sessionOf = await consoleOf(api).signIn(key);
    const { status } = await sessionOf.post(`/lists/${ids[1]}/delete`, {});
    expect([status, (await stored())[1]]).toEqual([303, []]);
  });

  const stateOf = async () => ({
    keys: await api.db('api_keys').orderBy('id').select('id', 'revoked_at', 'expires_at', 'name', 'scopes'),
    organizations: await api.db('organizations').orderBy('id').select('name', 'plan', 'suspended_at'),
    sessions: await api.db('sessions').orderBy('id').select('id', 'expires_at'),
    lists: await api.db('lists').orderBy('id').select('id', 'name'),
    audit: await api.db('audit_log').count({ n: '*' }),
    runs: await api.db('ingest_runs').count({ n: '*' }),
  });
});
