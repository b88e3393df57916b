import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, listAudit, registerApiKey, storeLastUses } from '@dossier/store';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import * as contract from './contract.ts';

describe.each(engines)('the keys of an organization on %s', (engine) => {
  let api: TestApi;
  let limited: string;
  beforeAll(async () => {
    api = await startTestApi(engine);
    limited = generateApiKey();
    const organization = await ensureOrganization(api.db, 'Test partner', 'Platforms');
    await registerApiKey(api.db, limited, organization, null, { scopes: ['keys', 'news'] });
    const other = await ensureOrganization(api.db, 'Other partner', 'Platforms');
    await registerApiKey(api.db, generateApiKey(), other, null, { name: 'Theirs' });
  });
  afterAll(() => api.close());

  /** Sends a request with a key; by default, with the key of the test, which has all scopes. */
  const ask = async (method: string, path: string, body?: object, key = api.key) => {
    const response = await fetch(`${api.url}/api/v1/keys/${path}`, {
      method,
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const news = async (key: string) =>
    (
      await fetch(`${api.url}/api/v1/news/company/?updated_at_gte=2026-01-01`, {
        headers: { authorization: `Token ${key}` },
      })
    ).status;
  const list = async () =>
    (await ask('GET', '')).body['keys'] as unknown as {
      id: string;
      name: string | null;
      scopes: string[] | null;
      created_by: string;
      last_used_at: string | null;
      expires_at: string | null;
    }[];
  const create = async (body: object, key?: string) => {
    const made = await ask('POST', '', body, key);
    expect(made.status).toBe(201);
    return contract.createKey.output[201].parse(made.body);
  };

  it('are created with a name, scopes and an expiry, and listed without secrets and without those of others', async () => {
    const { id, key, expires_at } = await create({ name: 'Newsroom', scopes: ['news'], expires_days: 2 });
    expect(Date.parse(expires_at!)).toBeGreaterThan(Date.now() + 86_400_000);
    expect(await news(key)).not.toBe(401);
    const documents = await fetch(`${api.url}/api/v1/documents`, {
      headers: { authorization: `Token ${key}` },
    });
    expect(documents.status).toBe(403);
    const { body } = await ask('GET', '');
    const { keys } = contract.listKeys.output[200].parse(body);
    expect(keys).toContainEqual(
      expect.objectContaining({ id, name: 'Newsroom', scopes: ['news'], expires_at }),
    );
    expect(JSON.stringify(body)).not.toContain(key);
    expect(keys.map(({ name }) => name)).not.toContain('Theirs');
    expect(await listAudit(api.db, 1, id)).toMatchObject([
      { action: 'keys create', actor: expect.stringMatching(/^key /) },
    ]);
    expect(JSON.stringify(await api.db('api_keys').select())).not.toContain(key);
    expect(JSON.stringify(await api.db('audit_log').select())).not.toContain(key);
  });

  it('change their name and scopes at once, and stop working when they are revoked', async () => {
    const { id, key } = await create({ name: 'One', scopes: ['news'] });
    const changed = await ask('PATCH', `${id}/`, { name: 'Two', scopes: ['filings'] });
    expect(contract.changeKey.output[200].parse(changed.body)).toMatchObject({
      name: 'Two',
      scopes: ['filings'],
    });
    expect(await news(key)).toBe(403);
    expect(await ask('DELETE', `${id}/`)).toEqual({ status: 200, body: { id } });
    expect(await news(key)).toBe(401);
    expect((await ask('DELETE', `${id}/`)).status).toBe(404);
    expect((await list()).map((each) => each.id)).not.toContain(id);
  });

  it('are rotated with an overlap', async () => {
    const { id, key } = await create({ name: 'Turning', scopes: ['news'] });
    const rotated = await ask('POST', `${id}/rotate/`, { overlap_hours: 1 });
    const next = contract.rotateKey.output[201].parse(rotated.body);
    expect([(await news(key)) < 401, (await news(next.key)) < 401]).toEqual([true, true]);
    const old = (await list()).find((each) => each.id === id)!;
    expect(Date.parse(old.expires_at!)).toBeLessThan(Date.now() + 2 * 3_600_000);
    const at_once = await ask('POST', `${next.id}/rotate/`, { overlap_hours: 0 });
    expect(at_once.status).toBe(201);
    expect(await news(next.key)).toBe(401);
  });

  it('lead to no scope that the key in use lacks', async () => {
    const whole = await create({ name: 'Whole' });
    const own = await create({ name: 'Own' }, limited);
    expect((await list()).find(({ id }) => id === own.id)).toMatchObject({ scopes: ['keys', 'news'] });
    for (const [method, path, body] of [
      ['POST', '', { scopes: ['news', 'filings'] }],
      ['PATCH', `${own.id}/`, { scopes: ['filings'] }],
      ['PATCH', `${whole.id}/`, { name: 'Mine' }],
      ['POST', `${whole.id}/rotate/`, {}],
      ['DELETE', `${whole.id}/`, undefined],
    ] as const)
      expect((await ask(method, path, body, limited)).status).toBe(403);
    const without = await create({ scopes: ['news'] });
    expect((await ask('GET', '', undefined, without.key)).status).toBe(403);
  });

  it('look unknown to another organization, whatever the request', async () => {
    const theirs = await api.db('api_keys').where({ name: 'Theirs' }).first<{ id: string }>('id');
    const answers = async (id: string) => [
      await ask('PATCH', `${id}/`, { name: 'Mine' }),
      await ask('POST', `${id}/rotate/`, {}),
      await ask('DELETE', `${id}/`),
    ];
    const unknown = await answers('Zz99Zz99');
    expect(unknown.map(({ status, body }) => [status, body['code']])).toEqual(
      Array.from({ length: 3 }, () => [404, 'key_not_found']),
    );
    const known = await answers(theirs.id);
    const shown = (found: object) =>
      JSON.stringify(found)
        .replaceAll(theirs.id, 'Zz99Zz99')
        .replaceAll(/"request_id":"[^"]+"/g, '');
    expect(shown(known)).toBe(shown(unknown));
  });

  it('are not revoked by themselves without self=true', async () => {
    const { id, key } = await create({ name: 'Self' });
    const refused = await ask('DELETE', `${id}/`, undefined, key);
    expect([refused.status, refused.body['code']]).toEqual([409, 'key_in_use']);
    expect((await ask('GET', '', undefined, key)).status).toBe(200);
    expect((await ask('DELETE', `${id}/?self=true`, undefined, key)).status).toBe(200);
    expect((await ask('GET', '', undefined, key)).status).toBe(401);
  });

  it('make no key that expires later than they do', async () => {
    const short = await create({ name: 'Short', expires_days: 2 });
    const whole = await create({ name: 'Endless' });
    for (const [path, body] of [
      ['', { expires_days: 3 }],
      [`${whole.id}/rotate/`, {}],
    ] as const) {
      const refused = await ask('POST', path, body, short.key);
      expect([refused.status, refused.body['code']]).toEqual([403, 'key_outlives']);
    }
    expect((await create({}, short.key)).expires_at).toBe(short.expires_at);
    expect((await create({ expires_days: 1 }, short.key)).expires_at! < short.expires_at!).toBe(true);
    const next = await ask('POST', `${short.id}/rotate/`, {}, short.key);
    expect(contract.rotateKey.output[201].parse(next.body).expires_at).toBe(short.expires_at);
  });

  it('show their last use, and of their creator only what the organization may know', async () => {
    const { id } = await create({ name: 'Used' });
    const byStaff = generateApiKey();
    const organization = await ensureOrganization(api.db, 'Test partner', 'Platforms');
    await registerApiKey(api.db, byStaff, organization, null, { createdBy: 'jane' });
    await storeLastUses(api.db, [id], Date.parse('2026-11-26T12:00:00.000Z'));
    const found = (await list()).filter((each) => [id, byStaff.split('_')[2]].includes(each.id));
    expect(found.map(({ created_by, last_used_at }) => [created_by, last_used_at])).toEqual(
      expect.arrayContaining([
        [expect.stringMatching(/^key /), '2026-11-26T12:00:00.000Z'],
        ['operator', null],
      ]),
    );
  });

  it('are at most 100', async () => {
    const many = await ensureOrganization(api.db, 'Many', 'Funds');
    const key = generateApiKey();
    await registerApiKey(api.db, key, many);
    for (let made = 1; made < 100; made++) await registerApiKey(api.db, generateApiKey(), many);
    const refused = await ask('POST', '', {}, key);
    expect([refused.status, refused.body['code']]).toEqual([409, 'too_many_keys']);
  });
});

describe.each(engines)('tokens of an identity provider and keys on %s', (engine) => {
  it('make keys only of an organization with the name and the plan of the token', async () => {
    const caller = { organization: 'Test partner', plan: 'Platforms' };
    const api = await startTestApi(engine, { verifyJwt: async () => caller });
    try {
      const make = async () => {
        const response = await fetch(`${api.url}/api/v1/keys/`, {
          method: 'POST',
          headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
          body: '{}',
        });
        return [response.status, ((await response.json()) as { code?: string }).code];
      };
      expect(await make()).toEqual([201, undefined]);
      caller.plan = 'Funds';
      expect(await make()).toEqual([409, 'organization_unknown']);
      Object.assign(caller, { organization: 'Unknown', plan: 'Platforms' });
      expect(await make()).toEqual([409, 'organization_unknown']);
    } finally {
      await api.close();
    }
  });
});
