import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { started, startProgram, type Program } from '../e2e/program.ts';
import { readPage } from './page.ts';
import { openFolder, runPage } from './run-page.ts';
import { startedRunners } from './started.ts';

const GUIDES = [
  'docs/operators/deploy.md',
  'docs/operators/console.md',
  'docs/operators/keys.md',
  'docs/operators/snapshots.md',
  'docs/operators/webhooks.md',
  'docs/operators/monitor.md',
  'docs/operators/upgrade.md',
  'docs/operators/backup-and-restore.md',
];

describe.each(GUIDES)('%s', (path) => {
  let folder: ReturnType<typeof openFolder>;
  let settings: Record<string, string>;
  let program: Program;
  beforeAll(async () => {
    folder = openFolder();
    mkdirSync('data');
    const file = (name: string) => `sqlite:${join(folder.path, 'data', name)}`;
    settings = { DATABASE_URL: file('dossier.db'), SEARCH_URL: file('dossier.search.db') };
    program = await started(startProgram(['serve'], settings));
  });
  afterAll(async () => {
    await program.stop();
    folder.close();
  });

  it('shows what its commands print', async () => {
    const page = readPage(path);
    expect(await runPage(page, settings, startedRunners(program, page))).toBe(page.text);
  });
});
