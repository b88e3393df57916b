import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { paste, startScript, type Program } from './program.ts';

const CLIENT = 'node tools/sync-client.mjs';
/** The lists that the client copies, with their tables and the ids of their items. */
const LISTS = [
  ['documents', 'documents', 'id'],
  ['news', 'news', 'id'],
  ['events', 'events', 'event_id'],
  ['metrics', 'metrics', 'metric_id'],
] as const;

describe.each(engines)('tools/sync-client.mjs on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase(engine, { migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'dossier-sync-'));
    const settings = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(folder, 'search.db')}` };
    program = await startScript('start', settings, /Stop with Ctrl\+C/);
  });
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

  it('copies every row of the four tables once on its first run [R-SYNC-01 R-EVENT-26]', async () => {
    const printed = await sync();
    for (const [name, table, id] of LISTS) {
      const stored = await database.db(table).pluck('id');
      expect(stored.length).toBeGreaterThan(20);
      const found = kept(name).map((item) => String(item[id]).replace(/^(fr|st|ca|cm)_/, ''));
      expect(found.sort()).toEqual(stored.map(String).sort());
      expect(printed).toContain(`${name}: ${stored.length} new, 0 changed, 0 known\n`);
    }
  });

  it('copies nothing when nothing has changed [R-SYNC-02]', async () => {
    const before = LISTS.map(([name]) => kept(name));
    const printed = await sync();
    expect(printed.match(/0 new, 0 changed, \d+ known/g)).toHaveLength(LISTS.length);
    expect(LISTS.map(([name]) => kept(name))).toEqual(before);
  });

  it('copies only what has changed since its last run [R-SYNC-01]', async () => {
    const now = new Date().toISOString();
    for (const [, table] of LISTS) {
      const { id } = await database.db(table).first('id');
      await database.db(table).where({ id }).update({ updated_at: now });
    }
    const printed = await sync();
    expect(printed.match(/0 new, 1 changed/g)).toHaveLength(LISTS.length);
    for (const [name] of LISTS) expect(JSON.stringify(kept(name).at(-1))).toContain(now);
  });
});

describe('tools/sync-client.mjs', () => {
  it('prints its usage, and exits with 1 when the API is unreachable', async () => {
    await expect(paste(CLIENT)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') });
    await expect(paste(`API_KEY=x ${CLIENT} http://127.0.0.1:1 /tmp`)).rejects.toMatchObject({ code: 1 });
  });
});
