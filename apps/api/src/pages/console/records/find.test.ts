import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import { engines, usualEngines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { consoleOf, type Visitor } from '../../../testing/console.ts';
import { insertCompany, insertEvent, searchEntry } from '../../../testing/fixtures.ts';

describe.each(engines)('records that words find on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-find-'));
  const searchFile = join(folder, 'search.db');
  let api: TestApi;
  let reader: Visitor;
  beforeAll(async () => {
    api = await startTestApi(engine, { searchFile });
    reader = await consoleOf(api).operator('Rea', 'reader');
    const company_id = await insertCompany(api.db, { domain: 'acme.example', slug: 'acme', name: 'Acme' });
    await api.search.put([searchEntry('Acme')]);
    const event = { company_id, type: 'company_milestone' as const };
    await insertEvent(api.db, { ...event, name: 'Acme is incorporated', event_date: '2009-03-01' });
    await insertEvent(api.db, { ...event, name: 'Grows 100% a_year', event_date: '2010-01-01' });
    for (let i = 0; i < 101; i++)
      await insertEvent(api.db, { ...event, name: `Acme opens office ${i}`, event_date: '2026-01-01' });
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });

  const pageOf = async (kind: string, key: string) => {
    const { status, text } = await reader.get(`/records?${new URLSearchParams({ kind, key })}`);
    const titles = [...text.matchAll(/<li>\s*<a href="[^"]*kind=[^"]+"[^>]*><bdi>([^<]*)/g)];
    return { status, text, titles: titles.map(([, title]) => title) };
  };

  it('include events older than the last hundred, and none without a word besides the company', async () => {
    expect((await pageOf('events', 'acme incorporated 2009')).titles[0]).toBe('Acme is incorporated');
    expect((await pageOf('events', 'acme 100% A_YEAR')).titles[0]).toBe('Grows 100% a_year');
    expect((await pageOf('events', 'acme zzz%')).titles).toEqual([]);
    const { titles } = await pageOf('events', 'acme');
    expect(titles).toHaveLength(25);
  });

  // The rest has no SQL, and each of its pages starts a program.
  if (!usualEngines.includes(engine)) return;

  it('come with the reason why the key names none', async () => {
    const { titles, text } = await pageOf('events', 'acme.example');
    expect(titles).toHaveLength(25);
    expect(text).toContain('Name one of the events by &lt;domain&gt;');
    expect((await pageOf('companies', 'acme.example revnue')).text).toContain('No source states');
  });

  it('are left out while the search engine does not respond', async () => {
    const file = join(folder, 'another.db');
    const down = await startTestApi(engine, { searchFile: file });
    try {
      const theirs = await openSearch(`sqlite:${file}`, { database: 'another' });
      await theirs.put([searchEntry('Other')]);
      await theirs.close();
      const visitor = await consoleOf(down).operator('Rea', 'reader');
      for (const [kind, problem] of [
        ['companies', 'There is no company acm.example'],
        ['events', 'Name one of the events by'],
      ]) {
        const { status, text } = await visitor.get(`/records?kind=${kind}&key=acm.example`);
        expect([kind, status, text.includes(problem!)]).toEqual([kind, 200, true]);
      }
    } finally {
      await down.close();
    }
  });
});
