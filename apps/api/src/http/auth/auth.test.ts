import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeApiKey,
  deleteOrganization,
  ensureOrganization,
  generateApiKey,
  registerApiKey,
  renameOrganization,
  resumeOrganization,
  rotateApiKey,
  suspendOrganization,
} from '@dossier/store';
import { engines } from '@dossier/store/testing';
import * as jose from 'jose';
import { pino } from 'pino';
import request from 'supertest';
import { routes } from '../../routes.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { IssuerKeysUnavailable, jwtVerifier } from './jwt.ts';
import { scopeOf } from './scopes.ts';

const partnerRoutes = routes
  .filter(({ endpoint }) => endpoint.access === 'partner')
  .map(({ endpoint }) => endpoint);
const CLAIMS = { organization: 'Example Capital', plan: 'Funds' };
const ISSUER = 'https://id.example/';
const AUDIENCE = 'dossier';

type Pair = Awaited<ReturnType<typeof jose.generateKeyPair>>;

/** A real identity provider's key set on loopback. */
async function startIssuer() {
  const published: jose.JWK[] = [];
  let requests = 0;
  const server: Server = createServer((_req, res) => {
    requests++;
    res.setHeader('content-type', 'application/json');
    if (running.mode === 'hangs') return;
    if (running.mode === 'fails') res.writeHead(500).end();
    else if (running.mode === 'floods')
      res.end(JSON.stringify({ keys: published, more: 'x'.repeat(300_000) }));
    else if (running.mode === 'redirects') res.writeHead(302, { location: '/elsewhere' }).end();
    else res.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const running = {
    mode: 'answers' as 'answers' | 'hangs' | 'fails' | 'floods' | 'redirects',
    url: `http://127.0.0.1:${port}/jwks.json`,
    requests: () => requests,
    publish: async (pair: Pair, kid: string) => {
      published.push({ ...(await jose.exportJWK(pair.publicKey)), kid, use: 'sig' });
    },
    withdraw: (kid: string) => {
      published.splice(0, published.length, ...published.filter((key) => key.kid !== kid));
    },
    close: () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    },
  };
  return running;
}

interface Token {
  kid?: string;
  alg?: string;
  issuer?: string;
  audience?: string;
  expires?: string | number | null;
  notBefore?: string;
  claims?: jose.JWTPayload;
}

function sign(key: Parameters<jose.SignJWT['sign']>[0], token: Token = {}): Promise<string> {
  const {
    kid = 'one',
    alg = 'ES256',
    issuer = ISSUER,
    audience = AUDIENCE,
    expires = '5m',
    notBefore,
  } = token;
  const jwt = new jose.SignJWT(token.claims ?? CLAIMS).setProtectedHeader({ alg, kid });
  jwt.setIssuer(issuer).setAudience(audience);
  if (expires !== null) jwt.setExpirationTime(expires);
  if (notBefore !== undefined) jwt.setNotBefore(notBefore);
  return jwt.sign(key);
}

const jwtConfig = (jwksUrl: string) => ({
  issuer: ISSUER,
  audience: AUDIENCE,
  jwksUrl,
  organizationClaim: 'organization',
  planClaim: 'plan',
});

describe.each(engines)('credentials on %s', (engine) => {
  let api: TestApi;
  let issuer: Awaited<ReturnType<typeof startIssuer>>;
  const refused: [string, string | undefined][] = [];
  const wrongPlan: [string, string][] = [];
  const accepted: [string, string][] = [];

  beforeAll(async () => {
    issuer = await startIssuer();
    api = await startTestApi(engine, { verifyJwt: jwtVerifier(jwtConfig(issuer.url)) });
    const makeKey = async (plan: string, expiresAt: string | null = null) => {
      const key = generateApiKey();
      await registerApiKey(api.db, key, await ensureOrganization(api.db, `${plan} house`, plan), expiresAt);
      return key;
    };
    const revoked = await makeKey('Funds');
    await api
      .db('api_keys')
      .where({ id: revoked.split('_')[2] })
      .update({ revoked_at: '2026-01-01T00:00:00.000Z' });
    const expired = await makeKey('Funds', '2026-01-01T00:00:00.000Z');
    refused.push(
      ['nothing', undefined],
      ['an empty header', ''],
      ['a scheme alone', 'Token'],
      ['a key without a scheme', api.key],
      ['another scheme', `Basic ${api.key}`],
      ['a key as a JWT', `Bearer ${api.key}`],
      ['something more', `Token ${api.key} more`],
      ['nonsense', 'Token nonsense'],
      ['an unknown key', `Token ${generateApiKey()}`],
      ['a revoked key', `Token ${revoked}`],
      ['an expired key', `Token ${expired}`],
    );
    wrongPlan.push(['a key', `Token ${await makeKey('Readers')}`]);
    accepted.push(
      ['a key', `Token ${api.key}`],
      ['a key with an end to come', `token ${await makeKey('Funds', '2999-01-01T00:00:00.000Z')}`],
    );

    const pair = await jose.generateKeyPair('ES256', { extractable: true });
    const stranger = await jose.generateKeyPair('ES256', { extractable: true });
    await issuer.publish(pair, 'one');
    const publicText = new TextEncoder().encode(await jose.exportSPKI(pair.publicKey));
    const valid = await sign(pair.privateKey);
    const unsigned = new jose.UnsecuredJWT(CLAIMS)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setExpirationTime('5m')
      .encode();
    const [head, , signature] = valid.split('.');
    const forged = Buffer.from(JSON.stringify({ ...jose.decodeJwt(valid), plan: 'Platforms' })).toString(
      'base64url',
    );
    refused.push(
      ['nonsense as a JWT', 'Bearer a.b.c'],
      ['alg none', `Bearer ${unsigned}`],
      ['HS256 with the public key', `Bearer ${await sign(publicText, { alg: 'HS256' })}`],
      ["a stranger's key under our kid", `Bearer ${await sign(stranger.privateKey)}`],
      ['a kid that is unknown', `Bearer ${await sign(stranger.privateKey, { kid: 'nobody' })}`],
      ['another payload under the signature', `Bearer ${head}.${forged}.${signature}`],
      ['another issuer', `Bearer ${await sign(pair.privateKey, { issuer: 'https://other.example/' })}`],
      ['another audience', `Bearer ${await sign(pair.privateKey, { audience: 'another' })}`],
      ['an expired JWT', `Bearer ${await sign(pair.privateKey, { expires: 1_700_000_000 })}`],
      ['a JWT without an end', `Bearer ${await sign(pair.privateKey, { expires: null })}`],
      [
        'a JWT that is not valid yet',
        `Bearer ${await sign(pair.privateKey, { notBefore: '1h', expires: '2h' })}`,
      ],
      [
        'a JWT without an organization',
        `Bearer ${await sign(pair.privateKey, { claims: { plan: 'Funds' } })}`,
      ],
      ['a JWT as a key', `Token ${valid}`],
    );
    wrongPlan.push([
      'a JWT',
      `Bearer ${await sign(pair.privateKey, { claims: { ...CLAIMS, plan: 'Readers' } })}`,
    ]);
    accepted.push(
      ['a JWT', `Bearer ${valid}`],
      [
        'a JWT of a clock that is ahead',
        `Bearer ${await sign(pair.privateKey, { notBefore: '30s', expires: '1h' })}`,
      ],
    );
  });
  afterAll(async () => {
    await api.close();
    await issuer.close();
  });

  it.each(partnerRoutes)(
    '$method $path requires a valid credential and returns the same error for every bad one [R-AUTH-01 R-AUTH-02 R-AUTH-03 R-AUTH-04 R-AUTH-05]',
    async (endpoint) => {
      const path = endpoint.path.replaceAll(/:\w+/g, 'x');
      const send = (authorization?: string) => {
        const sent = request(api.url)[endpoint.method.toLowerCase() as 'get' | 'post' | 'put'](path);
        return authorization === undefined ? sent : sent.set({ authorization });
      };
      // JSON-RPC has a form of its own, with our error inside.
      const errorIn = ({ body }: request.Response) => body.error?.data ?? body;
      for (const [what, header] of refused) {
        const response = await send(header);
        expect([what, response.status, errorIn(response).code]).toEqual([what, 401, 'unauthenticated']);
        expect(response.headers['www-authenticate']).toBe('Token realm="dossier", Bearer realm="dossier"');
        expect(errorIn(response)).toEqual({
          error:
            'A valid credential is required. Send the header "Authorization: Token <API_KEY>" or "Authorization: Bearer <JWT>". ' +
            'The header is missing, begins with another word, or contains a key or token that is unknown, expired or revoked.',
          code: 'unauthenticated',
          request_id: response.headers['request-id'],
        });
      }
      for (const [what, header] of wrongPlan) {
        const response = await send(header);
        expect([what, response.status, errorIn(response).code]).toEqual([what, 403, 'plan_not_allowed']);
      }
      for (const [what, header] of accepted) {
        expect([what, [401, 403, 503].includes((await send(header)).status)]).toEqual([what, false]);
      }
    },
  );

  it.each([
    ['get', '/api/v1/nothing'],
    ['get', '/api'],
    ['put', '/api/v1/documents'],
  ] as const)(
    '%s %s returns 401 without a credential, so that strangers cannot find paths',
    async (method, path) => {
      expect((await request(api.url)[method](path)).status).toBe(401);
    },
  );

  it('accepts a rotated key until the overlap ends, and the new key at once', async () => {
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, 'Rotating', 'Funds'));
    const id = key.split('_')[2]!;
    const status = async (credential: string) =>
      (await request(api.url).get('/api/v1/documents').set('authorization', `Token ${credential}`)).status;
    const { key: next } = (await rotateApiKey(api.db, id, 3_600_000))!;
    expect([await status(key), await status(next)]).toEqual([200, 200]);
    await rotateApiKey(api.db, id, 0);
    expect([await status(key), await status(next)]).toEqual([401, 200]);
    expect(await rotateApiKey(api.db, id, 0)).toBeUndefined();
  });

  it('a rotated key keeps the expiry of the old key unless a new expiry is set', async () => {
    const key = generateApiKey();
    const [end, later] = ['2199-01-01T00:00:00.000Z', '2199-06-01T00:00:00.000Z'];
    await registerApiKey(api.db, key, await ensureOrganization(api.db, 'Ending', 'Funds'), end);
    const id = key.split('_')[2]!;
    const endOf = async (next: string) =>
      (await api
        .db('api_keys')
        .where({ id: next.split('_')[2] })
        .first('expires_at'))!.expires_at;
    const first = (await rotateApiKey(api.db, id, 3_600_000_000))!;
    expect([first.expires_at, await endOf(first.key)]).toEqual([end, end]);
    const told = (await rotateApiKey(api.db, first.key.split('_')[2]!, 0, later))!;
    expect([told.expires_at, await endOf(told.key)]).toEqual([later, later]);
  });

  it('suspends, renames and deletes an organization at once, for its keys and its JWTs', async () => {
    const pair = await jose.generateKeyPair('ES256', { extractable: true });
    const ownIssuer = await startIssuer();
    await ownIssuer.publish(pair, 'one');
    const own = await startTestApi(engine, { verifyJwt: jwtVerifier(jwtConfig(ownIssuer.url)) });
    const { db } = own;
    try {
      const key = generateApiKey();
      await registerApiKey(db, key, await ensureOrganization(db, CLAIMS.organization, 'Funds'));
      const credentials = [`Token ${key}`, `Bearer ${await sign(pair.privateKey)}`];
      const answers = async () => {
        const responses = [];
        for (const authorization of credentials)
          responses.push(await request(own.url).get('/api/v1/usage/').set({ authorization }));
        return responses.map(({ status, body }) => [status, body.code ?? body.organization]);
      };
      const both = (status: number, what: string) => [
        [status, what],
        [status, what],
      ];
      expect(await answers()).toEqual(both(200, CLAIMS.organization));
      await suspendOrganization(db, CLAIMS.organization);
      expect(await answers()).toEqual(both(403, 'organization_suspended'));
      const claims = { ...CLAIMS, organization: CLAIMS.organization.toUpperCase() };
      const shouted = `Bearer ${await sign(pair.privateKey, { claims })}`;
      expect((await request(own.url).get('/api/v1/usage/').set('authorization', shouted)).status).toBe(403);
      await resumeOrganization(db, CLAIMS.organization);
      expect(await answers()).toEqual(both(200, CLAIMS.organization));
      await db.transaction((trx) => renameOrganization(trx, CLAIMS.organization, 'Renamed'));
      expect(await answers()).toEqual(both(200, 'Renamed'));
      await db.transaction((trx) => deleteOrganization(trx, 'Renamed'));
      expect(await answers()).toEqual(both(401, 'unauthenticated'));
    } finally {
      await own.close();
      await ownIssuer.close();
    }
  });

  it('limits a key to its scopes, and follows a change of them at once', async () => {
    const key = generateApiKey();
    const id = await ensureOrganization(api.db, 'Scoped', 'Funds');
    await registerApiKey(api.db, key, id, null, { scopes: ['news', 'embeds'] });
    const ask = async (path: string) => {
      const { status, body } = await request(api.url).get(path).set('authorization', `Token ${key}`);
      return [status, body.code, body.error];
    };
    const lacks = (scope: string) => [
      403,
      'scope_missing',
      `This API key lacks the scope ${scope}. Use a key that has it, or ask the operator of this service to add it.`,
    ];
    expect(await ask('/api/v1/documents')).toEqual(lacks('documents'));
    expect(await ask('/api/v1/companies/')).toEqual(lacks('companies'));
    expect((await ask('/api/v1/usage/'))[0]).toBe(200);
    expect((await ask('/api/v1/embed/document-pdfs?company_slug=nobody'))[0]).not.toBe(403);
    await changeApiKey(api.db, key.split('_')[2]!, { scopes: ['documents'] });
    expect((await ask('/api/v1/documents'))[0]).toBe(200);
    expect((await ask('/api/v1/embed/document-pdfs?company_slug=nobody')).slice(0, 2)).toEqual([
      403,
      'scope_missing',
    ]);
    await changeApiKey(api.db, key.split('_')[2]!, { scopes: null });
    expect((await ask('/api/v1/companies/'))[0]).toBe(200);
  });

  it('stores only hashes of keys in the database', async () => {
    const rows = JSON.stringify(await api.db('api_keys'));
    // The secret itself may contain an underscore.
    expect(rows).not.toContain(api.key.slice('dsr_live_00000000_'.length, -7));
    expect(rows).toMatch(/"hash":"[0-9a-f]{64}"/);
  });
});

describe('the signing keys of the identity provider', () => {
  it('are cached, and fetched again after a rotation', async () => {
    const issuer = await startIssuer();
    const verify = jwtVerifier(jwtConfig(issuer.url));
    const [first, second] = [await jose.generateKeyPair('ES256'), await jose.generateKeyPair('RS256')];
    await issuer.publish(first, 'one');
    try {
      const caller = { organization: 'Example Capital', plan: 'Funds' };
      expect(await verify(await sign(first.privateKey), new Date())).toEqual(caller);
      expect(await verify(await sign(first.privateKey), new Date())).toEqual(caller);
      expect(issuer.requests()).toBe(1);
      await issuer.publish(second, 'two');
      issuer.withdraw('one');
      const rotated = await sign(second.privateKey, { kid: 'two', alg: 'RS256' });
      // Within the cooldown an unknown kid asks for nothing: a stream of forged tokens is no stream of requests.
      expect(await verify(rotated, new Date())).toBe('ERR_JWKS_NO_MATCHING_KEY');
      expect(issuer.requests()).toBe(1);
      const later = jwtVerifier(jwtConfig(issuer.url));
      expect(await later(rotated, new Date())).toEqual(caller);
      expect(await later(await sign(first.privateKey), new Date())).toBe('ERR_JWKS_NO_MATCHING_KEY');
    } finally {
      await issuer.close();
    }
  });

  it('are used for an hour while the provider hangs or fails, with one request in thirty seconds', async () => {
    const issuer = await startIssuer();
    const pair = await jose.generateKeyPair('ES256');
    await issuer.publish(pair, 'one');
    const verify = jwtVerifier(jwtConfig(issuer.url));
    const token = await sign(pair.privateKey, { expires: '5h' });
    const unknown = await sign(pair.privateKey, { kid: 'new', expires: '5h' });
    const start = Date.now();
    const at = (minutes: number) => new Date(start + minutes * 60_000);
    const caller = { organization: 'Example Capital', plan: 'Funds' };
    try {
      expect(await verify(token, at(0))).toEqual(caller);
      for (const mode of ['hangs', 'fails', 'floods', 'redirects'] as const) {
        issuer.mode = mode;
        const asked = issuer.requests();
        const minute = 11 + issuer.requests();
        expect([mode, await verify(token, at(minute))]).toEqual([mode, caller]);
        expect([mode, await verify(token, at(minute))]).toEqual([mode, caller]);
        await expect(verify(unknown, at(minute))).rejects.toThrow(IssuerKeysUnavailable);
        expect([mode, issuer.requests() - asked]).toEqual([mode, 1]);
      }
      await expect(verify(token, at(61))).rejects.toThrow(IssuerKeysUnavailable);
      issuer.mode = 'answers';
      expect(await verify(token, at(62))).toEqual(caller);
      expect(await verify(unknown, at(62))).toBe('ERR_JWKS_NO_MATCHING_KEY');
    } finally {
      await issuer.close();
    }
  });

  it('return 503 for every JWT while the provider cannot be reached', async () => {
    const issuer = await startIssuer();
    const pair = await jose.generateKeyPair('ES256');
    await issuer.close();
    const api = await startTestApi('sqlite', { verifyJwt: jwtVerifier(jwtConfig(issuer.url)) });
    try {
      const response = await request(api.url)
        .get('/api/v1/documents')
        .set('authorization', `Bearer ${await sign(pair.privateKey)}`);
      expect([response.status, response.body.code]).toEqual([503, 'issuer_unreachable']);
      expect(response.headers['retry-after']).toBe('30');
      expect(response.text).not.toContain('127.0.0.1');
      expect((await api.get('/api/v1/documents')).status).toBe(200);
    } finally {
      await api.close();
    }
  });
});

it('the log says why a JWT is invalid', async () => {
  const pair = await jose.generateKeyPair('ES256', { extractable: true });
  const issuer = await startIssuer();
  await issuer.publish(pair, 'one');
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const api = await startTestApi('sqlite', { verifyJwt: jwtVerifier(jwtConfig(issuer.url)), logger });
  try {
    const tokens: Token[] = [
      { notBefore: '2m', expires: '1h' },
      { expires: 1_700_000_000 },
      { audience: 'another' },
      { claims: { plan: 'Funds' } },
    ];
    for (const token of tokens)
      await request(api.url)
        .get('/api/v1/usage/')
        .set('authorization', `Bearer ${await sign(pair.privateKey, token)}`);
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual([
      'not valid yet',
      'expired',
      'wrong claim aud',
      'no organization or plan',
    ]);
  } finally {
    await api.close();
    await issuer.close();
  }
});

it('every endpoint for partners has a scope, except those of the service itself', () => {
  const without = partnerRoutes.filter((endpoint) => scopeOf(endpoint) === undefined);
  expect([...new Set(without.map(({ tag }) => tag))]).toEqual(['Service']);
});
