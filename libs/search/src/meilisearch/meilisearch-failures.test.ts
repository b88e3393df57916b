import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SearchOutdated, SearchTaken, SearchUnavailable, type SearchEngine } from '../search-engine.ts';
import { meilisearchEngine } from './meilisearch-engine.ts';
import { searchServer } from './meilisearch-server.ts';
import { openSearch, openStandby } from '../open.ts';
import { standBetween, type Between, type Meddle } from '../testing/between.ts';
import { document, failure, find } from '../testing/titled.ts';
import {
  skipMeilisearch,
  startMeilisearch,
  testMeilisearch,
  type TestMeilisearch,
} from '../testing/index.ts';

(skipMeilisearch ? describe.skip : describe)('the Meilisearch engine', () => {
  let server: TestMeilisearch;
  let between: Between | undefined;
  let place = 0;
  beforeAll(() => {
    server = testMeilisearch();
  });
  afterAll(() => server.close());
  afterEach(async () => {
    await between?.close();
    between = undefined;
  });

  const fresh = () => server.url(`failures-${(place += 1)}`);
  /** The URL of the index, by way of something that meddles. */
  async function meddled(url: string, meddle: Meddle): Promise<string> {
    between = await standBetween(server.url('').split('?')[0]!, meddle);
    return between.url + new URL(url).search;
  }
  const answer = (status: number, body: string): Meddle => {
    return (_, response) => {
      response.writeHead(status).end(body);
      return true;
    };
  };
  /** Searches until the server answers. A query that fails at once would leave no time for that without the wait. */
  async function untilAnswered(engine: SearchEngine): Promise<string[]> {
    for (;;) {
      const found = await find(engine, 'amber').catch(() => undefined);
      if (found) return found;
      await sleep(20);
    }
  }
  async function expectUnavailable(url: string, reason: string): Promise<void> {
    const engine = await openSearch(url, { key: 'secret-key' });
    const works = [() => find(engine, 'amber'), () => engine.put([document('a', 'Amber')])];
    for (const work of works) {
      const error = await failure(work());
      expect(error).toBeInstanceOf(SearchUnavailable);
      expect(error.message).toBe(reason);
    }
  }

  it.each([
    ['returns 500', 500, '{"message":"secret-host","code":"internal"}', 'the search server failed'],
    ['is another program that returns 502', 502, '<html>secret-host</html>', 'the search server failed'],
    ['is another program that returns 200', 200, '<html>Hello</html>', 'the search server failed'],
    ['rejects the key', 403, '{"message":"x","code":"invalid_api_key"}', 'the search server rejects the key'],
  ])('is unavailable with a short reason when the server %s', async (_, status, body, reason) => {
    await expectUnavailable(await meddled(fresh(), answer(status, body)), reason);
  });

  it('is unavailable while the server is down, and works when it is back', async () => {
    const url = fresh();
    const way = await meddled(url, () => false);
    await between!.close();
    between = undefined;
    await expectUnavailable(way, 'the search server cannot be reached');

    let isDown = true;
    const engine = await openSearch(
      await meddled(url, (request) => {
        if (isDown) request.destroy();
        return isDown;
      }),
      { key: server.key },
    );
    expect(await failure(find(engine, 'amber'))).toBeInstanceOf(SearchUnavailable);
    isDown = false;
    expect(await find(engine, 'amber')).toEqual([]);
  });

  it('is unavailable when the server exceeds the timeout', async () => {
    const way = await meddled(fresh(), ({ url }) => url === '/multi-search');
    const engine = meilisearchEngine(searchServer(way, { key: server.key }, { search: 200, write: 10_000 }));
    const error = await failure(find(engine, 'amber'));
    expect(error).toBeInstanceOf(SearchUnavailable);
    expect(error.message).toBe('the search server took too long');
  });

  it('rejects queries after a second while the server is stopped, then at once, until it answers', async () => {
    const own = await startMeilisearch();
    try {
      between = await standBetween(own.url, () => false);
      const engine = meilisearchEngine(searchServer(between.url, { key: own.key }), true);
      // A machine under load may need longer than a query may take.
      await untilAnswered(engine);
      process.kill(own.pid, 'SIGSTOP');
      const reason = 'the search server does not answer';
      const queries = [find(engine, 'amber'), find(engine, 'basalt'), engine.suggest('am', 5)];
      for (const query of queries) expect((await failure(query)).message).toBe(reason);
      const asked = between.seen.filter((seen) => !seen.endsWith('/health')).length;
      for (const work of [find(engine, 'amber'), engine.suggest('am', 5)])
        expect((await failure(work)).message).toBe(reason);
      expect(between.seen.filter((seen) => !seen.endsWith('/health'))).toHaveLength(asked);
      process.kill(own.pid, 'SIGCONT');
      expect(await untilAnswered(engine)).toEqual([]);
    } finally {
      process.kill(own.pid, 'SIGCONT');
      await own.stop();
    }
  });

  it('receives a write again after a 503 for overload', async () => {
    let busy = 3;
    const way = await meddled(fresh(), ({ url }, response) => {
      if (!url!.endsWith('/documents?primaryKey=key') || busy === 0) return false;
      busy -= 1;
      response.writeHead(503).end('{"message":"busy","code":"too_many_requests"}');
      return true;
    });
    const engine = await openSearch(way, { key: server.key });
    await engine.put([document('a', 'Amber')]);
    expect(busy).toBe(0);
    expect(await find(engine, 'amber')).toEqual(['a']);
  });

  it('deletes finished tasks when the task list is full', async () => {
    let isFull = false;
    const way = await meddled(fresh(), ({ url, method }, response) => {
      if (method === 'DELETE' && url!.startsWith('/tasks')) isFull = false;
      if (!isFull || !url!.endsWith('/documents?primaryKey=key')) return false;
      response.writeHead(422).end('{"message":"full","code":"no_space_left_on_device"}');
      return true;
    });
    const engine = await openSearch(way, { key: server.key });
    await engine.put([document('a', 'Amber')]);
    isFull = true;
    await engine.put([document('b', 'Amber')]);
    expect(await find(engine, 'amber')).toEqual(['a', 'b']);
    expect(between!.seen).toContain('DELETE /tasks');
  });

  it('creates its indexes again after they were deleted', async () => {
    const url = fresh();
    const engine = await openSearch(url, { key: server.key });
    await engine.put([document('a', 'Amber')]);
    const name = new URL(url).searchParams.get('index')!;
    for (const index of ['documents', 'explore'])
      await server.client.deleteIndex(`${name}-${index}`).waitTask();
    expect(await find(engine, 'amber')).toEqual([]);
    await engine.put([document('b', 'Amber')]);
    expect(await find(engine, 'ambre')).toEqual(['b']);
  });

  it('can be searched with a search-only key', async () => {
    const url = fresh();
    const writer = await openSearch(url, { key: server.key });
    await writer.put([document('a', 'Amber')]);
    const { key, uid } = await server.client.createKey({
      actions: ['search'],
      indexes: ['*'],
      expiresAt: null,
    });
    try {
      const reader = await openSearch(url, { key });
      expect(await find(reader, 'amber')).toEqual(['a']);
      const error = await failure(reader.put([document('b', 'Amber')]));
      expect(error).toBeInstanceOf(SearchUnavailable);
      expect(error.message).toBe('the search server rejects the key');
      // It sees whose the index is with every search.
      const [ours, theirs] = [
        await openSearch(url, { key, database: 'ours' }),
        await openSearch(url, { key, database: 'theirs' }),
      ];
      expect(await find(theirs, 'amber')).toEqual(['a']);
      const writes = await openSearch(url, { key: server.key, database: 'ours' });
      await writes.put([document('b', 'Amber')]);
      expect(await find(ours, 'amber')).toEqual(['a', 'b']);
      expect(await failure(find(theirs, 'amber'))).toBeInstanceOf(SearchTaken);
    } finally {
      await server.client.deleteKey(uid);
    }
  });

  it('rebuilds indexes without vectors with a key that does not know the index of vectors', async () => {
    const url = fresh();
    const name = new URL(url).searchParams.get('index')!;
    const own = ['documents', 'news', 'explore', 'suggestions'].map((index) => `${name}-${index}`);
    const { key, uid } = await server.client.createKey({
      actions: ['*'],
      indexes: own.flatMap((index) => [index, `${index}-standby`]),
      expiresAt: null,
    });
    try {
      const standby = await openStandby(url, { key });
      const building = await standby.build();
      await building.put([document('a', 'Amber')]);
      await building.close();
      await standby.swap();
      expect(await find(await openSearch(url, { key }), 'amber')).toEqual(['a']);
    } finally {
      await server.client.deleteKey(uid);
    }
  });

  it('is asked at most three times per query, and five times if it has unknown words', async () => {
    const url = fresh();
    const writer = await openSearch(url, { key: server.key });
    await writer.put([
      ...Array.from({ length: 20 }, (_, i) => document(`a${i}`, `Amber and basalt ${i}`)),
      { ...document('works', 'Zirconium Works'), type: 'company', names: ['Zirconium Works'] },
    ]);
    const engine = await openSearch(await meddled(url, () => false), { key: server.key });
    await find(engine, 'amber');
    for (const [text, most] of [
      ['amber', 3],
      ['zirconium works', 3],
      ['zirconium wor', 3],
      ['"amber basalt" amber-basalt 2024 -cobalt', 3],
      ['zirconiun wroks', 5],
      ['how much amber and basalt does an entry have in 2024', 5],
      ['how much amburr and basaltt does an entry have in 2024', 5],
    ] as const) {
      for (const offset of [0, 7]) {
        between!.seen.length = 0;
        await engine.search({ text, limit: 10, offset });
        expect([text, offset, between!.seen.slice(most)]).toEqual([text, offset, []]);
      }
    }
  });

  describe('indexes', () => {
    it('of another version are rejected unchanged, and replaced by a rebuild', async () => {
      const url = fresh();
      const engine = await openSearch(url, { key: server.key });
      await engine.put([document('old', 'Amber')]);
      const index = server.client.index(`${new URL(url).searchParams.get('index')}-documents`);
      await index.updateSearchableAttributes(['words0.title']).waitTask();
      await index.addDocuments([{ key: 'about', database: 'ours' }]).waitTask();
      const taken = await openSearch(url, { key: server.key, database: 'theirs' });
      expect(await failure(find(taken, 'amber'))).toBeInstanceOf(SearchTaken);
      const next = await openSearch(url, { key: server.key });
      for (const work of [find(next, 'amber'), next.put([document('new', 'Amber')])]) {
        const error = await failure(work);
        expect(error).toBeInstanceOf(SearchOutdated);
        expect(error.message).toContain('npm run ingest -- reindex');
      }
      expect((await index.getStats()).numberOfDocuments).toBe(2);
      const standby = await openStandby(url, { key: server.key });
      await (await standby.build()).put([document('new', 'Amber')]);
      await standby.swap();
      expect(await find(next, 'amber')).toEqual(['new']);
    });
  });
});
