import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@dossier/store/testing';
import { openSqlite } from '@dossier/sqlite';
import { ask, type Target } from './speed-ask.ts';
import { sendAll, cpuOf } from './speed-cpu.ts';
import { fillDatabase, fillSearch, searchText } from './speed-fill.ts';
import type { Ends } from './speed-measure.ts';
import { spellingsOf } from './speed-questions.ts';
import { countsOf } from './speed-rows.ts';
import { startApi } from './speed-servers.ts';
import { markdown, median } from './speed-shares.ts';

/** The word in every fifth entry. */
const COMMON = 'energy';
/** The CPU of a question in each round, in microseconds. */
export type SearchCosts = Record<'raw' | 'new' | 'repeated', number[]>;

/**
 * Measures a search for a common word through the API (FTS5): the CPU of the server, and that of the raw query on a table
 * with the same texts.
 * @param entries the size of both indexes
 */
export async function measureSearch(entries: number, requests: number, rounds: number): Promise<SearchCosts> {
  const ends: Ends = [];
  try {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-speed-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const database = await createTestDatabase('sqlite');
    ends.push(() => database.close());
    const key = await fillDatabase(database.db, countsOf(20));
    const searchUrl = `sqlite:${join(folder, 'search.db')}`;
    await fillSearch(database.db, searchUrl, { ...countsOf(20), documents: entries });
    const raw = rawIndex(join(folder, 'raw.db'), entries);
    ends.push(() => void raw.close());
    const api = await startApi(database.url, searchUrl);
    ends.push(api.stop);

    const find = raw.prepare('SELECT rowid FROM raw WHERE raw MATCH ? ORDER BY rank LIMIT 10');
    const targets = spellingsOf(COMMON).map((query): Target => {
      const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
      return { url: `${api.url}/api/v1/search/`, method: 'POST', headers, body: JSON.stringify({ query }) };
    });
    const { total_results } = JSON.parse((await ask(targets[0]!)).toString()) as { total_results: number };
    if (total_results !== Math.ceil((entries - 1) / 5))
      throw new Error(`The API found ${total_results} entries.`);

    const ways: Record<keyof SearchCosts, () => Promise<number>> = {
      raw: async () => {
        const before = process.cpuUsage();
        for (let i = 0; i < requests; i++) find.all(COMMON);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      },
      new: () => cpuWhile(api.pid, () => sendAll(targets, requests)),
      repeated: () => cpuWhile(api.pid, () => sendAll(targets.slice(0, 1), requests)),
    };
    const costs: SearchCosts = { raw: [], new: [], repeated: [] };
    for (let round = -1; round < rounds; round++)
      for (const [name, way] of Object.entries(ways) as [keyof SearchCosts, () => Promise<number>][]) {
        const microseconds = (await way()) / requests;
        if (round >= 0) costs[name].push(microseconds);
      }
    return costs;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function cpuWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuOf(pid);
  await work();
  return cpuOf(pid) - before;
}

/** Makes a table of FTS5 with the texts of `fillSearch`. */
function rawIndex(path: string, entries: number) {
  const raw = openSqlite(path);
  raw.exec('CREATE VIRTUAL TABLE raw USING fts5(title, body)');
  const add = raw.prepare('INSERT INTO raw (rowid, title, body) VALUES (?, ?, ?)');
  raw.transaction(() => {
    for (let i = 0; i < entries; i++) add.run(i + 1, `Document ${i + 1}`, searchText(i));
  })();
  return raw;
}

/** Returns the figures as a Markdown table. */
export function searchTable({ raw, ...ours }: SearchCosts): string {
  const lines = Object.entries(ours).map(([name, costs]) => [
    `${name} question`,
    Math.round(median(raw)),
    Math.round(median(costs)),
    median(costs.map((cost, round) => cost / raw[round]!)).toFixed(2),
  ]);
  return markdown(['common word', 'raw query, µs', 'API, µs', 'API / raw query'], lines);
}
