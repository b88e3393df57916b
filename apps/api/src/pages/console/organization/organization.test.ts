import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toTimestamp } from '@dossier/shared';
import {
  currentEpoch,
  ensureOrganization,
  generateApiKey,
  listAudit,
  registerApiKey,
  saveEmbed,
  saveVersion,
  write,
} from '@dossier/store';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { consoleOf, type Visitor } from '../../../testing/console.ts';
import { statementsOf } from '../../../testing/statements.ts';

const HOSTILE = '"><script>alert(1)</script>';

describe.each(engines)('the page of an organization on %s', (engine) => {
  let api: TestApi;
  let visitor: Visitor;
  let other: Visitor;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { signIn } = consoleOf(api);
    visitor = await signIn(api.key);
    other = await signIn(await newKey('Rival', null));
  });
  afterAll(() => api.close());

  const newKey = async (organization: string, scopes: string[] | null) => {
    const key = generateApiKey();
    const id = await ensureOrganization(api.db, organization, 'Platforms');
    await registerApiKey(api.db, key, id, null, { name: `${organization} ${HOSTILE}`, scopes });
    return key;
  };
  const keyIn = (page: string) => /dsr_live_[\w-]+/.exec(page)?.[0] ?? '';
  const worksAt = async (key: string) =>
    (await fetch(`${api.url}/api/v1/documents/`, { headers: { authorization: `Token ${key}` } })).status;

  it('makes, rotates and revokes keys with the code of the API, and shows a key once', async () => {
    const made = await visitor.post('/organization/keys/create', {
      ...{ name: 'Newsroom', scopes: ['news', 'documents'], expires_days: '30' },
    });
    const key = keyIn(made.text);
    expect([made.status, await worksAt(key)]).toEqual([200, 200]);
    const page = (await visitor.get('/organization')).text;
    expect(page).toContain('Newsroom');
    expect(page).toContain('news, documents');
    expect(page).not.toContain(key);
    const id = key.split('_')[2]!;
    const rotated = keyIn((await visitor.post('/organization/keys/rotate', { id })).text);
    expect(await worksAt(rotated)).toBe(200);
    expect((await visitor.post('/organization/keys/revoke', { id: rotated.split('_')[2]! })).status).toBe(
      303,
    );
    expect(await worksAt(rotated)).toBe(401);
    expect((await listAudit(api.db, 3)).map(({ action, actor }) => [action, actor])).toEqual([
      ['keys revoke', `key ${api.key.split('_')[2]}`],
      ['keys rotate', `key ${api.key.split('_')[2]}`],
      ['keys create', `key ${api.key.split('_')[2]}`],
    ]);
  });

  it('makes keys for test mode, and shows which they are', async () => {
    const made = await visitor.post('/organization/keys/create', { name: 'CI', mode: 'test' });
    expect(/dsr_test_[\w-]+/.test(made.text)).toBe(true);
    expect((await visitor.get('/organization')).text).toContain('<small>test</small>');
  });

  it('says what is wrong with a form, and changes nothing', async () => {
    const before = await api.db('api_keys').select('id', 'expires_at').orderBy('id');
    for (const fields of [{ expires_days: 'x' }, { expires_days: '-1' }, { name: 'x'.repeat(201) }]) {
      const answer = await visitor.post('/organization/keys/create', fields);
      expect([answer.status, answer.text.includes('role="alert"')]).toEqual([400, true]);
    }
    expect(await api.db('api_keys').select('id', 'expires_at').orderBy('id')).toEqual(before);
  });

  it('shows and changes nothing of another organization', async () => {
    const secret = (await newKey('Secret Ltd', null)).split('_')[2]!;
    const page = (await visitor.get('/organization')).text;
    for (const foreign of ['Secret Ltd', secret, 'Rival']) expect(page).not.toContain(foreign);
    expect((await visitor.post('/organization/keys/revoke', { id: secret })).status).toBe(404);
    expect((await visitor.post('/organization/keys/rotate', { id: secret })).status).toBe(404);
    for (const path of [
      '/loads',
      '/loads/1',
      '/review',
      '/records',
      '/organizations',
      '/organizations/one?name=Secret+Ltd',
      '/health',
      '/audit',
    ]) {
      const { status, text } = await visitor.get(path);
      expect([path, status, text.includes('Secret')]).toEqual([path, 404, false]);
    }
  });

  it('shows webhooks with their messages, those of others as missing', async () => {
    const { id } = await api.db('organizations').where({ name: 'Rival' }).first<{ id: number }>('id');
    const now = toTimestamp(Date.now());
    await api.db('webhooks').insert({
      ...{
        id: 'wh_1',
        organization_id: id,
        url: `https://a.example/${HOSTILE}`,
        secret: 'whsec_x',
        created_at: now,
      },
      ...{ after_seq: 0, epoch: await currentEpoch(api.db) },
    });
    await api.db('webhook_deliveries').insert({
      ...{
        id: 'msg_1',
        webhook_id: 'wh_1',
        company_id: 0,
        after_seq: 0,
        until_seq: 1,
        tries: 8,
        created_at: now,
      },
      problem: `The receiver responded with ${HOSTILE}.`,
    });
    const page = (await other.get('/organization')).text;
    expect(page).toContain('/console/organization/webhooks/wh_1');
    const messages = await other.get('/organization/webhooks/wh_1');
    expect(messages.text).toContain('parked');
    expect(page + messages.text).not.toContain('<script>');
    const operator = await consoleOf(api).operator('Ola', 'reader');
    const one = (await operator.get('/organizations/one?name=Rival')).text;
    expect(one).toContain('/console/organizations/webhooks/wh_1');
    const { result, sent } = await statementsOf(api.db, () => operator.get('/organizations/webhooks/wh_1'));
    const seen = result.text;
    const reads = sent.filter((sql) => /"?`?webhooks`?"?\.\*/.test(sql));
    expect(reads).toEqual([expect.stringMatching(/webhooks[`"]\.[`"]id[`"] = /)]);
    expect(seen).toMatch(/parked[^]*Back to <bdi>Rival/);
    expect(one + seen).not.toMatch(/<script>|\/replay/);
    expect((await operator.get('/organizations/webhooks/wh_2')).status).toBe(404);
    for (const visit of [
      () => visitor.get('/organizations/webhooks/wh_1'),
      () => visitor.get('/organization/webhooks/wh_1'),
      () => visitor.post('/organization/webhooks/wh_1/replay', {}),
    ])
      expect((await visit()).status).toBe(404);
    expect((await other.post('/organization/webhooks/wh_1/replay', {})).status).toBe(303);
    expect((await other.get('/organization/webhooks/wh_1')).text).toContain('retrying');
  });

  it('shows the stored charts of the organization, and its usage by day and operation', async () => {
    const chart = {
      description: 'x',
      view_type: 'line',
      series_json: '[]',
      created_at: toTimestamp(Date.now()),
    };
    await api.db('charts').insert([
      { ...chart, id: 'c1', chart_key: 'k1', creator: 'Test partner', name: `Mine ${HOSTILE}` },
      { ...chart, id: 'c2', chart_key: 'k2', creator: 'Rival', name: 'Theirs' },
    ]);
    const saved = {
      title: 'Ours',
      kind: 'valuation-chart',
      subject: 'stripe',
      look: '',
      query: '',
      made_by: 'x',
    };
    const now = toTimestamp(Date.now());
    const embed = { creator: 'Test partner', look: '', saved, now };
    const id = await write(api.db, (trx) => saveEmbed(trx, embed));
    const next = { ...saved, kind: 'company-card' };
    await write(api.db, (trx) => saveVersion(trx, { id, creator: 'Test partner', saved: next, now }));
    const [used, today] = [{ tag: 'News', operationId: 'listNews' }, new Date()];
    api.usage.count('Test partner', used, 3, 7, today);
    api.usage.count('Test partner', { ...used, operationId: 'listNewsOfCompany' }, 1, 1, today);
    api.usage.count('Rival', { tag: 'Filings', operationId: 'listFilings' }, 1, 1, today);
    const page = (await visitor.get('/organization')).text;
    expect(page.replaceAll(/\s+/g, ' ')).toMatch(
      /scope="row">News<\/th>.*?>4<\/td>.*?>8<\/td>.*?listNews: 3 requests, 7 tasks.*?listNewsOfCompany: 1 request, 1 task/,
    );
    expect(page).toMatch(/Mine [^]*Ours<\/bdi>[^]*?company-card/);
    const operator = await consoleOf(api).operator('Ola', 'reader');
    const theirs = (await operator.get('/organizations/one?name=Rival')).text;
    expect(theirs).toMatch(/Filings<\/th>[^]*aria-label="Embeds"[^]*Theirs/);
    expect(theirs).not.toContain('Mine ');
    expect(page).not.toMatch(/Theirs|Filings<\/th>|<script>/);
  });

  it('shows a limited key what its scopes allow, and why it lacks the rest', async () => {
    const limited = await consoleOf(api).signIn(await newKey('Limited', ['news']));
    const page = await limited.get('/organization');
    expect(page.status).toBe(200);
    for (const scope of ['keys', 'webhooks']) expect(page.text).toContain(`lacks the scope ${scope}`);
    expect((await limited.post('/organization/keys/create', {})).status).toBe(403);
  });
});
