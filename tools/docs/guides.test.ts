import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { startScript, type Program } from '../e2e/program.ts';
import { readPage } from './page.ts';
import { openFolder, runPage } from './run-page.ts';
import { startedRunners } from './started.ts';

const GUIDES = [
  'docs/quickstart.md',
  'docs/partners/authentication.md',
  'docs/partners/paging.md',
  'docs/partners/filters.md',
  'docs/partners/errors.md',
  'docs/partners/search.md',
  'docs/partners/sync.md',
  'docs/partners/client.md',
  'docs/partners/webhooks.md',
  'docs/partners/test-mode.md',
  'docs/partners/agents.md',
  'docs/partners/as-of.md',
  'docs/publishers/paste-an-embed.md',
  'docs/publishers/charts.md',
  'docs/publishers/signed-addresses.md',
  'docs/publishers/data.md',
  // Last, since it loads a company.
  'README.md',
];

describe('the guides against npm start', () => {
  let database: TestDatabase;
  let search: string;
  let folder: ReturnType<typeof openFolder>;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite', { migrated: false });
    search = mkdtempSync(join(tmpdir(), 'dossier-guides-'));
    const settings = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(search, 'search.db')}` };
    program = await startScript('start', settings, /Stop with Ctrl\+C/);
    folder = openFolder();
  });
  afterAll(async () => {
    folder.close();
    await program.stop();
    await database.close();
    rmSync(search, { recursive: true, force: true });
  });

  it.each(GUIDES)('%s shows what its commands print', async (path) => {
    const page = readPage(path);
    const env = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(search, 'search.db')}` };
    expect(await runPage(page, env, startedRunners(program, page))).toBe(page.text);
  });
});
