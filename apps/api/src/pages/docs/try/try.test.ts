import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storedKeyId } from '@dossier/store';
import { insertExamples } from '../../../testing/contract/rows.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';

const HOSTILE = '"><script>alert(1)</script>';

describe('the forms that try operations', () => {
  let api: TestApi;
  let cookie: string;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    await insertExamples(api);
    const signedIn = await signIn(api.key, 'listNews', 'company_domain=x.example&send=1');
    expect(signedIn.headers.get('location')).toBe('/docs/try/listNews?company_domain=x.example&send=1');
    const set = signedIn.headers.get('set-cookie')!;
    expect(set).toMatch(/; Path=\/docs\/try; .*HttpOnly; SameSite=Strict; Secure/);
    expect(set).not.toContain(api.key);
    cookie = set.split(';')[0]!;
  });
  afterAll(() => api.close());

  const signIn = (key: string, operation: string, query = '') =>
    fetch(`${api.url}/docs/try/session`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ key, operation, query }),
    });
  const open = async (path: string, headers: Record<string, string> = { cookie }) => {
    const response = await fetch(`${api.url}${path}`, { headers });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers };
  };
  const attempt = (operation: string, fields: Record<string, string> = {}) =>
    open(`/docs/try/${operation}?${new URLSearchParams({ ...fields, send: '1' })}`);

  it('are on the pages of what reads, with an example, and on no page of what writes', async () => {
    const list = (await open('/docs/api/companies/get-company', {})).text;
    expect(list).toContain('action="/docs/try/getCompany#response"');
    expect((await open('/docs/api/keys/create-key', {})).text).not.toContain('docs/try');
    for (const name of ['createKey', 'revokeKey', 'getOpenApi', 'nothing'])
      expect([name, (await attempt(name)).status]).toEqual([name, 404]);
  });

  it('ask for a key, keep what was filled in, and say why a key is wrong', async () => {
    const page = await open('/docs/try/listNews?company_domain=x.example&send=1', {});
    expect(page.status).toBe(200);
    expect(page.text).toContain('value="company_domain=x.example&amp;send=1"');
    expect(page.text).toContain('type="password"');
    const wrong = await signIn(`${api.key}x`, 'listNews');
    expect([wrong.status, (await wrong.text()).includes('aria-invalid="true"')]).toEqual([401, true]);
    expect((await signIn(api.key, '//other.example')).status).toBe(404);
  });

  it('show the response of a GET and of a list that is sent as POST, and never the key', async () => {
    const listed = await attempt('listDocuments', { page_size: '1' });
    expect(listed.text).toContain('<h2 id="response">Response 200</h2>');
    expect(listed.text).toContain('&quot;pagination&quot;');
    const found = await attempt('search', { body: '{"query":"payments"}' });
    expect(found.text).toContain('<h2 id="response">Response 200</h2>');
    for (const { text, headers } of [listed, found]) {
      expect(text).not.toContain(api.key);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('show errors with their status', async () => {
    expect((await attempt('listDocuments', { page_size: 'x' })).text).toContain('Response 400');
    expect((await attempt('getCompany', { company_slug: 'unknown' })).text).toContain('Response 404');
    for (const body of ['[1]', 'x', '"x"'])
      expect((await attempt('search', { body })).text).toContain('must be a JSON object');
  });

  it('escape hostile input, and allow no script of another place', async () => {
    for (const [operation, fields] of [
      ['listDocuments', { page_size: HOSTILE }],
      ['getCompany', { company_slug: HOSTILE }],
      ['search', { body: HOSTILE }],
    ] as const) {
      const { text, headers } = await attempt(operation, fields);
      expect(text).not.toContain('<script>alert');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
    }
    expect((await open(`/docs/try/listNews?x=${HOSTILE}`, {})).text).not.toContain('<script>alert');
  });

  it('reject a form of another site, and end with the session or the key', async () => {
    const foreign = await fetch(`${api.url}/docs/try/sign-out`, {
      ...{ method: 'POST', headers: { cookie, origin: 'https://other.example' } },
    });
    expect(foreign.status).toBe(403);
    const out = await fetch(`${api.url}/docs/try/sign-out`, {
      ...{ method: 'POST', headers: { cookie }, redirect: 'manual' },
    });
    expect(out.status).toBe(303);
    expect((await attempt('listDocuments')).text).toContain('type="password"');
    const again = (await signIn(api.key, 'listNews')).headers.get('set-cookie')!.split(';')[0]!;
    await api
      .db('api_keys')
      .where({ id: storedKeyId(api.key) })
      .update({ revoked_at: '2026-01-01T00:00:00.000Z' });
    expect((await open('/docs/try/listDocuments?send=1', { cookie: again })).text).toContain(
      'type="password"',
    );
  });
});
