import { afterEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Db } from '@dossier/store';
import { startTestApi, type TestApi } from '../testing/api.ts';

describe('on Postgres', () => {
  let api: TestApi;
  let other: Db | undefined;
  afterEach(async () => {
    await other?.destroy();
    other = undefined;
    await api.close();
  });

  it('a statement that runs too long ends in a 503, and the next one is answered', async () => {
    api = await startTestApi('postgres', { database: { statementMs: 300 } });
    other = openDatabase(api.databaseUrl);
    await other.transaction(async (trx) => {
      await trx.raw('lock table documents in access exclusive mode');
      const { status, body, headers } = await api.get('/api/v1/documents');
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'query_too_slow', '10']);
    });
    expect((await api.get('/api/v1/documents')).status).toBe(200);
  });

  it('a request that gets no connection ends in a 503, while /ready answers', async () => {
    api = await startTestApi('postgres', { database: { pool: 1, acquireMs: 300 } });
    await api.db.transaction(async (trx) => {
      await trx.raw('select 1');
      const { status, body, headers } = await api.get('/api/v1/documents');
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'database_busy', '2']);
      expect((await api.get('/ready')).status).toBe(200);
      expect((await api.get('/health')).status).toBe(200);
    });
    expect((await api.get('/api/v1/documents')).status).toBe(200);
  });
});
