import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { skipMeilisearch } from '@dossier/search/testing';
import type { Engine } from '@dossier/store/testing';
import { SearchServices } from './search-services.ts';

/** How many times the index is rebuilt. Long campaigns set 50. */
const REINDEXES = Number(process.env['REINDEXES'] ?? 2);

let services: SearchServices;
beforeEach(() => {
  services = new SearchServices();
});
afterEach(() => services.stop());

const stacks: [Engine, string][] = [
  ['sqlite', 'the search file'],
  ...(skipMeilisearch ? [] : [['postgres', 'Meilisearch'] as [Engine, string]]),
];

describe.each(stacks)('reindex under load on %s with %s', (engine, name) => {
  it('returns complete results to every search while the index is rebuilt', async () => {
    const searchUrl =
      name === 'Meilisearch'
        ? await services.startMeilisearch()
        : `sqlite:${join(services.folder, 'search.db')}`;
    const all = await services.start(engine, searchUrl);
    await all.loadSample();
    const questions = ['stripe', 'payments', 'annual report', 'warehose', '"open tables"', '2024'];
    const expected = new Map<string, string>();
    for (const question of questions) expected.set(question, await (await all.search(question)).text());
    for (const answer of expected.values()) expect(JSON.parse(answer).total_results).toBeGreaterThan(0);

    let isOver = false;
    let answers = 0;
    const wrong: unknown[] = [];
    const client = async (first: number) => {
      for (let turn = first; !isOver; turn += 1) {
        const question = questions[turn % questions.length]!;
        const response = await all.search(question);
        const text = await response.text();
        if (response.status !== 200 || text !== expected.get(question))
          wrong.push([response.status, question, text]);
        answers += 1;
        // Without a pause, three clients take the cores from the rebuild.
        await sleep(50);
      }
    };
    const clients = Promise.all([0, 1, 2].map(client));
    const during: number[] = [];
    try {
      for (let times = 0; times < REINDEXES; times += 1) {
        const before = answers;
        expect(await all.spawnIngest('reindex')).toMatchObject({ code: 0, stderr: '' });
        during.push(answers - before);
      }
    } finally {
      isOver = true;
      await clients;
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(Math.min(...during)).toBeGreaterThan(20);
    expect(await all.ingest('verify')).toMatchObject({ code: 0 });
  });
});
