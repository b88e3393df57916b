import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callIngest } from '@dossier/ingest/testing';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { callAdmin, runProgram, type Exited } from './program.ts';

const COMMANDS: [script: string, run: (settings: Record<string, string>) => Promise<Exited>][] = [
  ['serve', (settings) => runProgram(['serve'], settings)],
  ['ingest', (settings) => callIngest(['index'], settings)],
  ['admin', (settings) => callAdmin(['orgs', 'list'], settings)],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-damage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Expects that every program ends with exit code 1 and one sentence that names a remedy. */
async function expectSentence(url: string, sentence: RegExp): Promise<void> {
  const settings = { DATABASE_URL: url, SEARCH_URL: `sqlite:${join(folder, 'search.db')}` };
  for (const [script, run] of COMMANDS) {
    const { code, stdout, stderr } = await run(settings);
    expect([script, code, stdout, stderr]).toEqual([script, 1, '', expect.stringMatching(sentence)]);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  }
}

it.each<[string, (path: string) => void, RegExp]>([
  [
    'is damaged',
    (path) => writeFileSync(path, 'garbage'.repeat(2000)),
    /^The database is damaged\. Stop all programs/,
  ],
  [
    'is a folder',
    (path) => mkdirSync(path),
    /^The file of DATABASE_URL cannot be opened\. Correct DATABASE_URL/,
  ],
])('serve, ingest and admin explain what to do when the database %s', async (name, make, sentence) => {
  const path = join(folder, name.replaceAll(' ', '-'));
  make(path);
  await expectSentence(`sqlite:${path}`, sentence);
});

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('serve, ingest and admin explain what to do when the schema is newer than the program', async () => {
    await database.db('migrations').insert({ name: '9999-later', batch: 9 });
    await expectSentence(
      database.url,
      /^The database has a newer schema than this program \(9999-later\)\. Install/,
    );
  });
});
