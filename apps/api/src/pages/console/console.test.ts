import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toTimestamp } from '@dossier/shared';
import {
  createLink,
  ensureOrganization,
  generateApiKey,
  listAudit,
  listSessions,
  registerApiKey,
  revokeApiKey,
  type Role,
} from '@dossier/store';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';

const HOUR_MS = 3_600_000;
const formOf = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';

describe.each(engines)('the console on %s', (engine) => {
  let api: TestApi;
  let now = Date.now();
  beforeAll(async () => {
    api = await startTestApi(engine, { clock: () => new Date(now) });
  });
  afterAll(() => api.close());

  const newKey = async (organization: string, plan = 'Platforms') => {
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, organization, plan));
    return key;
  };
  const newLink = (name: string, role: Role, minutes = 15) =>
    createLink(
      api.db as never,
      { name, role },
      { now: toTimestamp(now), expires_at: toTimestamp(now + minutes * 60_000) },
    );
  const signIn = (fields: object, headers: Record<string, string> = {}) =>
    request(api.url).post('/console/session').set(headers).type('form').send(fields);
  const cookieOf = async (fields: object) => (await signIn(fields)).headers['set-cookie']![0]!.split(';')[0]!;
  const open = (cookie: string, path = '') => request(api.url).get(`/console${path}`).set('Cookie', cookie);
  const isSignedIn = async (cookie: string) => (await open(cookie)).text.includes('Sign out');
  const post = (cookie: string, path: string, fields: object, headers: Record<string, string> = {}) =>
    request(api.url)
      .post(`/console${path}`)
      .set({ Cookie: cookie, ...headers })
      .type('form')
      .send(fields);

  it('asks strangers for a key, and sends them there from every page', async () => {
    const page = await open('');
    expect([page.status, page.type, page.headers['cache-control']]).toEqual([200, 'text/html', 'no-store']);
    expect(page.text).toContain('type="password"');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    const away = await open('', '/audit');
    expect([away.status, away.headers['location']]).toEqual([303, '/console']);
    const action = await post('', '/sessions/end', { id: 'x' });
    expect([action.status, action.headers['location']]).toEqual([303, '/console']);
  });

  it('goes on to the filter that a stranger wants to follow after signing in, and to no other place', async () => {
    const asked = `/lists?${new URLSearchParams({ filter: 'type=private&category=fintech' })}`;
    const away = await open('', asked);
    const { text } = await open('', away.headers['location']!.replace('/console', ''));
    const next = /name="next" value="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&');
    expect(next).toBe(asked);
    expect((await signIn({ key: 'x', next })).text).toContain('name="next"');
    expect((await signIn({ key: api.key, next })).headers['location']).toBe(`/console${asked}`);
    for (const wrong of ['//evil.example?x', '/../x?y', '@evil.example', '/lists?a\r\nX: y'])
      expect((await signIn({ key: api.key, next: wrong })).headers['location']).toBe('/console');
  });

  it('begins a session of 8 hours with a key, and rejects a wrong one with the reason', async () => {
    const answer = await signIn({ key: ` ${api.key} ` });
    expect([answer.status, answer.headers['location']]).toEqual([303, '/console']);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^dossier_session=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    expect((await open(answer.headers['set-cookie']![0]!.split(';')[0]!)).text).toContain('Test partner');
    for (const key of ['', 'x', await newKey('No API', 'Readers')]) {
      const { status, text, headers } = await signIn({ key });
      expect([401, 403]).toContain(status);
      expect(text).toMatch(/aria-invalid="true"/);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('signs an operator in with a link, once and in time, after a click', async () => {
    const link = await newLink('Ann', 'reader');
    const page = await open('', `?link=${link}`);
    expect(page.text).toContain(`name="link" value="${link}"`);
    const cookie = await cookieOf({ link });
    expect((await open(cookie)).text).toMatch(/<bdi>Ann<\/bdi>, reader of this service/);
    for (const wrong of [link, 'x', await newLink('Ann', 'admin', -1)]) {
      const again = await signIn({ link: wrong });
      expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
    }
  });

  it('stores hashes alone, so that the database reveals no cookie and no link', async () => {
    const link = await newLink('Ann', 'reader');
    const cookie = await cookieOf({ key: api.key });
    const stored = JSON.stringify(await api.db('sessions'));
    expect(stored).not.toContain(link);
    expect(stored).not.toContain(cookie.split('=')[1]);
  });

  it('ends a session when it expires, its cookie is changed, or its key is revoked', async () => {
    const key = await newKey('Short');
    const [cookie, other] = [await cookieOf({ key }), await cookieOf({ key })];
    expect(await isSignedIn(cookie)).toBe(true);
    for (const changed of [`${cookie}x`, cookie.slice(0, -1), 'dossier_session=', 'dossier_session=x'])
      expect([changed, await isSignedIn(changed)]).toEqual([changed, false]);
    expect(await revokeApiKey(api.db, key.split('_')[2]!)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    const own = await cookieOf({ key: api.key });
    now += 8 * HOUR_MS - 1000;
    expect(await isSignedIn(own)).toBe(true);
    now += 2000;
    expect(await isSignedIn(own)).toBe(false);
  });

  it('acts only on forms of this session and of this site', async () => {
    const cookie = await cookieOf({ key: api.key });
    const other = formOf((await open(await cookieOf({ key: api.key }))).text);
    const form = formOf((await open(cookie)).text);
    for (const token of ['', 'x', other]) {
      const answer = await post(cookie, '/sign-out', { token });
      expect([answer.status, await isSignedIn(cookie)]).toEqual([403, true]);
    }
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: PUBLIC_URL },
    ] as Record<string, string>[]) {
      const answer = await post(cookie, '/sign-out', { token: form }, headers);
      expect([headers, answer.status, await isSignedIn(cookie)]).toEqual([headers, 403, true]);
      const again = await signIn({ key: api.key }, headers);
      expect([again.status, again.headers['set-cookie']]).toEqual([403, undefined]);
    }
    const done = await post(cookie, '/sign-out', { token: form }, { Origin: PUBLIC_URL });
    expect([done.status, done.headers['set-cookie']]).toEqual([
      303,
      ['dossier_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure'],
    ]);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('shows and ends the sessions of the own organization, and an admin those of all', async () => {
    const partner = await cookieOf({ key: await newKey('Acme') });
    const stranger = await cookieOf({ key: await newKey('Other') });
    const admin = await cookieOf({ link: await newLink('Root', 'admin') });
    const reader = await cookieOf({ link: await newLink('Ben', 'reader') });
    const page = (await open(partner)).text;
    expect(page).toContain('Acme');
    for (const foreign of ['Other', 'Root', 'Ben']) expect(page).not.toContain(foreign);
    expect((await open(reader)).text).not.toMatch(/Root|Acme|Other/);
    const all = await listSessions(api.db, toTimestamp(now));
    const idOf = (who: string) => all.find((one) => [one.organization, one.operator].includes(who))!.id;
    for (const cookie of [partner, reader]) {
      const token = formOf((await open(cookie)).text);
      const refused = await post(cookie, '/sessions/end', { token, id: idOf('Other') });
      expect(refused.status).toBe(404);
    }
    expect(await isSignedIn(stranger)).toBe(true);
    const token = formOf((await open(admin)).text);
    expect((await post(admin, '/sessions/end', { token, id: idOf('Other') })).status).toBe(303);
    expect(await isSignedIn(stranger)).toBe(false);
    const [entry] = await listAudit(api.db, 1);
    expect(entry).toMatchObject({ actor: 'operator Root', action: 'sessions end', subject: idOf('Other') });
  });

  it('lets a page be opened by its roles alone, and an operator use no key of a partner', async () => {
    const reader = await cookieOf({ link: await newLink('Ben', 'reader') });
    const partner = await cookieOf({ key: api.key });
    expect((await open(partner, '/audit')).status).toBe(404);
    const refused = await open(reader, '/audit');
    expect([refused.status, refused.text.includes('needs the role admin')]).toEqual([403, true]);
    const builder = await request(api.url).get('/embeds/new').set('Cookie', reader);
    expect(builder.text).toContain('<form id="builder"');
    expect((await request(api.url).get('/api/v1/keys/').set('Cookie', reader)).status).toBe(401);
    const keys = await request(api.url).get('/api/v1/keys/').set('Cookie', partner);
    expect(keys.status).toBe(401);
  });
});
