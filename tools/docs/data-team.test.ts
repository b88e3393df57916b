import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { edgarServer, type EdgarServer } from '@dossier/ingest/testing';
import { createTestDatabase } from '@dossier/store/testing';
import { putEdgarFiles } from './edgar-files.ts';
import { readPage } from './page.ts';
import { ingestRunner, openFolder, runPage, type Runner } from './run-page.ts';

const GUIDES = [
  'docs/data-team/first-load.md',
  'docs/data-team/rejects.md',
  'docs/data-team/plan-and-apply.md',
  'docs/data-team/full-feeds.md',
  'docs/data-team/drift.md',
  'docs/data-team/watch.md',
  'docs/data-team/mappings.md',
  'docs/data-team/mapping-sql.md',
  'docs/data-team/sources.md',
  'docs/data-team/several-sources.md',
  'docs/data-team/history.md',
  'docs/data-team/companies.md',
  'docs/data-team/documents.md',
  'docs/data-team/edgar.md',
  'docs/data-team/delete.md',
  'docs/data-team/search-index.md',
  'docs/data-team/reference.md',
];

describe('the data team guides', () => {
  let server: EdgarServer;
  beforeAll(async () => {
    server = await edgarServer();
  });
  afterAll(() => server.close());

  /** Runs `edgar` against the local server. */
  const edgarRunner: Runner = async (command, env) =>
    command.startsWith('npm run ingest -- edgar')
      ? ingestRunner(`${command} --base-url ${server.url}`, env)
      : undefined;

  it.each(GUIDES)('%s shows what its commands print', async (path) => {
    const database = await createTestDatabase('sqlite', { migrated: false });
    const folder = openFolder();
    try {
      putEdgarFiles(server);
      const page = readPage(path);
      const env = { DATABASE_URL: database.url, SEARCH_URL: 'sqlite:search.db' };
      expect(await runPage(page, env, [edgarRunner, ingestRunner])).toBe(page.text);
    } finally {
      folder.close();
      await database.close();
    }
  });
});
