import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import { skipMeilisearch, startMeilisearch, type RunningMeilisearch } from '@dossier/search/testing';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { callIngest } from '../../../testing/command.ts';
import { temporaryFolder, type Folder } from '../../../testing/files.ts';

const company = (domain: string, name: string) => ({ domain, name, type: 'private' });
const FILING = {
  company: 'acme.com',
  accession_number: '1',
  name: 'Annual report',
  type: '10-K',
  filed_at: '2024-02-01',
  url: 'https://www.sec.gov/a.htm',
};
const DOCUMENT = {
  slug: 'anvils',
  title: 'The market for anvils',
  date: '2024-01-02',
  content: { markdown: 'Zeppelins carry them.' },
};

/** The commands against a search server, from the first load on; each test goes on from the one before. */
const suite = skipMeilisearch ? describe.skip : describe;
suite('ingest with Meilisearch', () => {
  let database: TestDatabase;
  let folder: Folder;
  let server: RunningMeilisearch;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    folder = temporaryFolder();
    server = await startMeilisearch({ folder: join(folder.path, 'search') });
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
    folder.remove();
  });

  const call = (...args: string[]) =>
    callIngest(args, { DATABASE_URL: database.url, SEARCH_URL: server.url, SEARCH_KEY: server.key });
  const load = (kind: string, records: object[], ...options: string[]) =>
    call('load', kind, folder.write(`${kind}.ndjson`, records), ...options);
  const found = async (text: string) => {
    const search = await openSearch(server.url, { key: server.key });
    try {
      return (await search.search({ text, limit: 20, offset: 0 })).results.map(({ title }) => title).sort();
    } finally {
      await search.close();
    }
  };

  it('finds loaded records', async () => {
    const companies = [company('acme.com', 'Anvilworks'), company('bolt.io', 'Bolt')];
    expect(await load('companies', companies)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nSearch: 2 entries updated\n'),
    });
    await load('filings', [FILING]);
    await load('documents', [DOCUMENT]);
    expect(await found('anvilworks')).toEqual(['Anvilworks', 'Anvilworks: Annual report']);
    expect(await found('zeppelins')).toEqual(['The market for anvils']);
    expect((await load('documents', [DOCUMENT])).stdout).not.toContain('Search:');
  });

  it('finds a changed record and its filings by the new words only', async () => {
    await load('companies', [{ domain: 'acme.com', name: 'Zenith' }]);
    expect(await found('anvilworks')).toEqual([]);
    expect(await found('zenith')).toEqual(['Zenith', 'Zenith: Annual report']);
  });

  it('does not find records removed by a full load or delete, or their children', async () => {
    await load('companies', [company('acme.com', 'Zenith')], '--full', '--max-deletes', '1');
    expect(await found('bolt')).toEqual([]);
    expect(await call('delete', 'documents', 'anvils')).toMatchObject({
      code: 0,
      stdout: 'Deleted: document anvils\nSearch: 1 entry updated\n',
    });
    expect(await found('zeppelins')).toEqual([]);
    expect(await call('delete', 'companies', 'acme.com')).toMatchObject({
      code: 0,
      stdout: 'Deleted: company acme.com, and with it 1 filing\nSearch: 2 entries updated\n',
    });
    expect(await found('zenith')).toEqual([]);
  });

  it('loads while the server is down, and indexes the changes later', async () => {
    await server.stop();
    const { code, stdout } = await load('companies', [company('cog.com', 'Cog')]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('\nSearch: 1 entry waits to be indexed. Index'),
    ]);
    expect(await call('index')).toMatchObject({ code: 1, stdout: '' });
    const { key, url } = server;
    server = await startMeilisearch({
      folder: join(folder.path, 'search'),
      key,
      port: Number(new URL(url).port),
    });
    expect(await found('cog')).toEqual([]);
    expect(await call('index')).toMatchObject({ code: 0, stdout: 'Search: 1 put, 0 removed.\n' });
    expect(await found('cog')).toEqual(['Cog']);
  });

  it('loads when the index has another version, and explains how to rebuild it', async () => {
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
    const ask = async (path: string, init: object = {}) =>
      (await (await fetch(`${server.url}${path}`, { headers, ...init })).json()) as Record<string, unknown>;
    const settings = '/indexes/dossier-explore/settings/searchable-attributes';
    const { taskUid } = await ask(settings, { method: 'PUT', body: '["words0.title"]' });
    while ((await ask(`/tasks/${String(taskUid)}`))['status'] !== 'succeeded');
    const outdated = /search unavailable: The search index is of another version\. .* reindex\n/;
    const { code, stdout } = await load('companies', [company('dyn.com', 'Dyn')]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(outdated)]);
    expect(stdout).toContain('\nSearch: 1 entry waits to be indexed.');
    const { runs } = JSON.parse((await call('status', '--json')).stdout) as { runs: object[] };
    expect(runs[0]).toMatchObject({ command: 'load', outcome: 'done', counts: { new: 1 } });
    expect(await call('reindex')).toMatchObject({ code: 0 });
    expect(await found('dyn')).toEqual(['Dyn']);
  });
});
