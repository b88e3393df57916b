import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { paste, startScript, type Program } from './program.ts';

const CLIENT = 'node tools/sync-client.mjs';
/** The lists that are kept, with their tables and what names an item. */
const LISTS = [
  ['documents', 'documents', 'id'],
  ['news', 'news', 'id'],
  ['events', 'events', 'event_id'],
  ['metrics', 'metrics', 'metric_id'],
] as const;

describe.each(engines)('a client that syncs, from outside, on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase(engine, { migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'dossier-sync-'));
    const settings = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(folder, 'search.db')}` };
    program = await startScript('start', settings, /Stop with Ctrl\+C/);
  }, 120_000);
  afterAll(async () => {
    await program.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const sync = () => {
    const [, key] = /Key: (\S+)/.exec(program.output())!;
    const [, url] = /answers at (\S+)/.exec(program.output())!;
    return paste(`API_KEY=${key} ${CLIENT} ${url} ${join(folder, 'copy')}`);
  };
  const kept = (name: string) =>
    readFileSync(join(folder, 'copy', `${name}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('has the whole sample after the first run: every row of the four tables once [R-SYNC-01 R-EVENT-26]', async () => {
    const told = await sync();
    for (const [name, table, id] of LISTS) {
      const stored = await database.db(table).pluck('id');
      expect(stored.length).toBeGreaterThan(20);
      const found = kept(name).map((item) => String(item[id]).replace(/^(fr|st|ca|cm)_/, ''));
      expect(found.sort()).toEqual(stored.map(String).sort());
      expect(told).toContain(`${name}: ${stored.length} new, 0 changed, 0 known\n`);
    }
  });

  it('finds nothing new when it runs again [R-SYNC-02]', async () => {
    const before = LISTS.map(([name]) => kept(name));
    const told = await sync();
    expect(told.match(/0 new, 0 changed, \d+ known/g)).toHaveLength(LISTS.length);
    expect(LISTS.map(([name]) => kept(name))).toEqual(before);
  });

  it('finds what changed since then, and nothing else [R-SYNC-01]', async () => {
    const now = new Date().toISOString();
    for (const [, table] of LISTS) {
      const { id } = await database.db(table).first('id');
      await database.db(table).where({ id }).update({ updated_at: now });
    }
    const told = await sync();
    expect(told.match(/0 new, 1 changed/g)).toHaveLength(LISTS.length);
    for (const [name] of LISTS) expect(JSON.stringify(kept(name).at(-1))).toContain(now);
  });
});

describe('the client that syncs', () => {
  it('says how it is used, and fails aloud', async () => {
    await expect(paste(CLIENT)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') });
    await expect(paste(`API_KEY=x ${CLIENT} http://127.0.0.1:1 /tmp`)).rejects.toMatchObject({ code: 1 });
  });
});
