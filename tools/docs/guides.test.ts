import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSample, type SampleService } from '../e2e/sample-service.ts';
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
  let service: SampleService;
  let folder: ReturnType<typeof openFolder>;
  beforeAll(async () => {
    service = await startSample();
    folder = openFolder();
  });
  afterAll(async () => {
    folder.close();
    await service?.stop();
  });

  it.each(GUIDES)('%s shows what its commands print', async (path) => {
    const page = readPage(path);
    const env = { DATABASE_URL: service.databaseUrl, SEARCH_URL: service.searchUrl };
    expect(await runPage(page, env, startedRunners(service.program, page))).toBe(page.text);
  });
});
