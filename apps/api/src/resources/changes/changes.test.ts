import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pruneChanges, write } from '@dossier/store';
import { engines } from '@dossier/store/testing';
import { openGate } from '../../http/limits/gate.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertChanges, insertCompany } from '../../testing/fixtures.ts';
import { waitForChange } from './wait.ts';

/** Longer than any test runs. */
const FOREVER = 1_000_000;
const UUID = '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11';

describe.each(engines)('changes on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  const gone: AbortController[] = [];
  beforeAll(async () => {
    // One request at a time, and one connection on Postgres: requests that wait hold neither.
    const gate = openGate(1, 1);
    api = await startTestApi(engine, { gate, ...(engine === 'postgres' && { database: { pool: 1 } }) });
    acme = await insertCompany(api.db, { domain: 'acme.com' }, ['acme.org']);
    await note([
      { kind: 'company', record: acme, key: ['acme.com'] },
      {
        kind: 'event',
        record: UUID,
        key: ['acme.com', 'funding_round', '2026-01-05', 'Seed'],
        fields: ['data'],
      },
    ]);
    await note([{ kind: 'document', record: 7, key: ['report'], companies: [], op: 'delete' }]);
  });
  afterAll(() => api.close());
  afterEach(() => {
    for (const each of gone.splice(0)) each.abort();
  });

  const note = (changes: Parameters<typeof insertChanges>[1]) =>
    insertChanges(
      api.db,
      changes.map((each) => ({ companies: [acme], ...each })),
    );
  const seqs = async (query: string) =>
    (await api.get(`/api/v1/changes/?${query}`)).body.changes.map(({ seq }: { seq: number }) => seq);
  const latest = async () => (await api.get('/api/v1/changes/latest/')).body.seq as number;
  const wait = (asked: object, options: object = {}) => {
    const controller = new AbortController();
    gone.push(controller);
    return waitForChange(
      api.db,
      { after: 0, limit: 10, kinds: undefined, companies: undefined, ...asked },
      { caller: 'one', ms: FOREVER, signal: controller.signal, isOver: () => false, ...options },
    );
  };
  /** Returns after the process has looked for new changes that many times. */
  const looks = (times: number) =>
    new Promise<void>((resolve) => {
      let left = times;
      const listen = ({ sql }: { sql: string }) => {
        if (!/^select max\(.seq.\)/.test(sql) || --left > 0) return;
        api.db.removeListener('query', listen);
        resolve();
      };
      api.db.on('query', listen);
    });

  it('lists each change in order, with the ids and keys of records', async () => {
    const { body, headers } = await api.get('/api/v1/changes/');
    expect(body.changes).toEqual([
      {
        ...{ seq: 1, op: 'upsert', kind: 'company', id: acme, natural_key: ['acme.com'] },
        ...{ company_ids: [acme], fields: null, at: expect.any(String) },
      },
      {
        ...{ seq: 2, op: 'upsert', kind: 'event', id: `fr_${UUID}` },
        natural_key: ['acme.com', 'funding_round', '2026-01-05', 'Seed'],
        ...{ company_ids: [acme], fields: ['data'], at: body.changes[0].at },
      },
      {
        ...{ seq: 3, op: 'delete', kind: 'document', id: 7, natural_key: ['report'] },
        ...{ company_ids: [], fields: null, at: expect.any(String) },
      },
    ]);
    expect(body.pagination).toEqual({
      ...{ limit: 100, current_page_items: 3, has_more: false, last_seq: 3, next_link: null },
      epoch: expect.any(String),
    });
    expect(headers['link']).toBeUndefined();
    expect(await latest()).toBe(3);
  });

  it('filters by kind and company, and pages with limit', async () => {
    expect(await seqs('kinds=event,document')).toEqual([2, 3]);
    expect(await seqs('company_domain=acme.org')).toEqual([1, 2]);
    expect(await seqs(`company_id=${acme}&kinds=event`)).toEqual([2]);
    const { body } = await api.get('/api/v1/changes/?limit=1&company_domain=acme.com');
    expect(body.pagination).toMatchObject({ has_more: true, last_seq: 1, current_page_items: 1 });
    expect(body.pagination.next_link).toBe(
      `${PUBLIC_URL}/api/v1/changes/?limit=1&company_domain=acme.com&after=1`,
    );
    const next = await api.get(body.pagination.next_link);
    expect(next.body.changes).toMatchObject([{ seq: 2 }]);
    const missing = await api.get('/api/v1/changes/?company_domain=nobody.com');
    expect([missing.status, missing.body.code]).toEqual([404, 'company_not_found']);
  });

  it('lists the deletion of a company by its id and domain, even if a new company has the domain', async () => {
    const after = await latest();
    const [company, key] = [4711, ['gone.com']];
    const about = { kind: 'company', record: company, key, companies: [company] };
    await note([{ ...about, op: 'delete' }]);
    await api.db('deletions').insert({
      ...{ kind: 'company', record_id: String(company), natural_key: JSON.stringify(key) },
      deleted_at: '2026-01-05T00:00:00.000Z',
    });
    const kept = `after=${after}&company_`;
    expect(await seqs(`${kept}domain=gone.com`)).toEqual([after + 1]);
    expect(await seqs(`${kept}domain=www.gone.com&company_id=${company}`)).toEqual([after + 1]);
    const other = await api.get(`/api/v1/changes/?company_id=${company}&company_domain=acme.com`);
    expect(other.status).toBe(404);
    const next = await insertCompany(api.db, { domain: 'gone.com' });
    await note([{ kind: 'company', record: next, key, companies: [next] }]);
    expect(await seqs(`${kept}domain=gone.com`)).toEqual([after + 1, after + 2]);
  });

  it('holds a request until a matching change comes, without a place or a connection', async () => {
    const newest = await latest();
    const polled = looks(3);
    const held = api.get(`/api/v1/changes/?after=${newest}&kinds=news&wait=30`);
    await polled;
    expect(await latest()).toBe(newest);
    await note([{ kind: 'event', record: UUID, key: ['acme.com', 'funding_round', '2026-01-05', 'Seed'] }]);
    await looks(2);
    await note([{ kind: 'news', record: UUID, key: ['acme.com'] }]);
    const { status, body } = await held;
    expect(status).toBe(200);
    expect(body.changes).toMatchObject([{ seq: newest + 2, kind: 'news' }]);
    expect(body.pagination).toMatchObject({ last_seq: newest + 2, has_more: false });
  });

  it('ends a wait without a change when the client disconnects and when the server drains', async () => {
    const after = await latest();
    const left = wait({ after });
    let isDraining = false;
    const drained = wait({ after }, { isOver: () => isDraining });
    gone[0]!.abort();
    expect(await left).toBe(false);
    isDraining = true;
    expect(await drained).toBe(false);
    expect(await wait({ after }, { isOver: () => isDraining })).toBe(false);
    expect(await wait({ after }, { ms: 1 })).toBe(false);
  });

  it('wakes requests for the kinds and companies that changed', async () => {
    const after = await latest();
    const other = await insertCompany(api.db, { domain: 'other.com' });
    const woken: string[] = [];
    const waits = Object.entries({ news: { kinds: ['news'] }, other: { companies: [other] }, any: {} }).map(
      ([name, asked]) => wait({ after, ...asked }).then(() => woken.push(name)),
    );
    await note([{ kind: 'event', record: UUID, key: ['acme.com', 'funding_round', '2026-01-05', 'Seed'] }]);
    await looks(2);
    expect(woken).toEqual(['any']);
    await note([{ kind: 'metric', record: UUID, key: ['other.com'], companies: [other] }]);
    await looks(2);
    expect(woken).toEqual(['any', 'other']);
    await note([{ kind: 'news', record: UUID, key: ['acme.com'] }]);
    await Promise.all(waits);
  });

  it('limits the requests of one organization that wait', async () => {
    const after = await latest();
    const waits = Array.from({ length: 100 }, () => wait({ after }));
    await expect(wait({ after })).rejects.toMatchObject({ code: 'too_many_waiting', status: 429 });
    const other = wait({ after }, { caller: 'two' });
    for (const each of gone) each.abort();
    expect(new Set(await Promise.all([...waits, other]))).toEqual(new Set([false]));
  });

  it.each(['limit=0', 'limit=1001', 'wait=31', 'after=-1', 'kinds=companies', 'after=1&after=2'])(
    'rejects %s',
    async (query) => {
      const { status, body } = await api.get(`/api/v1/changes/?${query}`);
      expect([status, body.code, body.error]).toEqual([
        400,
        'invalid_input',
        expect.stringMatching(/after|limit|wait|kinds/),
      ]);
    },
  );

  it('returns a 410 for a position that the log does not have', async () => {
    const newest = await latest();
    const { status, body } = await api.get(`/api/v1/changes/?after=${newest + 1}`);
    expect([status, body.code]).toEqual([410, 'changes_not_kept']);
    const [{ at }] = (await api.get(`/api/v1/changes/?after=2&limit=1`)).body.changes;
    await pruneChanges((step) => write(api.db, step), at);
    const pruned = await api.get('/api/v1/changes/?after=1');
    expect([pruned.status, pruned.body.error]).toEqual([
      410,
      `after=1 is not in the change log, which has the changes after 2 up to ${newest}. Start again: read the newest snapshot of /api/v1/snapshots/, and follow the changes after its \`seq\`.`,
    ]);
    expect((await seqs('after=2&limit=1'))[0]).toBe(3);
  });
});
