import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertCompany, insertEvent, insertMetric, insertNews } from '../testing/fixtures.ts';

describe.each(engines)('a company deleted while a list of all companies is read, on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const [kept, gone] = [
      await insertCompany(api.db, { domain: 'kept.com' }),
      await insertCompany(api.db, { domain: 'gone.com' }),
    ];
    for (const company_id of [kept, gone]) {
      await insertNews(api.db, { company_id });
      await insertMetric(api.db, { company_id });
      await insertEvent(api.db, { company_id, type: 'funding_round' });
    }
    // As they look to the second of two statements: the rows were read, and their company is not there.
    if (engine === 'sqlite') await api.db.raw('pragma foreign_keys = off');
    else
      for (const table of ['news', 'metrics', 'events'])
        await api.db.schema.alterTable(table, (altered) => altered.dropForeign('company_id'));
    await api.db('companies').where({ id: gone }).delete();
  });
  afterAll(() => api.close());

  it.each([
    ['company_news', 'news/company/?updated_at_gte=2026-01-01&updated_at_lte=2026-01-02'],
    ['metrics', 'metrics/?updated_at_gte=2026-01-01&updated_at_lte=2026-01-02'],
    ['events', 'events/?pagination=cursor'],
    ['events', 'events/?page=1'],
  ])('is left out together with its %s: %s', async (member, path) => {
    const { status, body } = await api.get(`/api/v1/${path}`);
    expect([status, body[member]]).toEqual([200, [expect.anything()]]);
    expect(body[member][0].company.domain).toBe('kept.com');
  });
});
