import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch } from '../open.ts';
import { entry } from '../testing/suite/bench.ts';
import { standBetween, type Between } from '../testing/between.ts';
import { skipMeilisearch, testMeilisearch, type TestMeilisearch } from '../testing/index.ts';

const SENTENCE =
  'which of the older suppliers that ship amber, basalt, cobalt, dolomite, erbium, feldspar, garnet, hematite, iolite, ' +
  'jasper, kyanite, lazurite, magnetite and nickel to large foundries raised their prices after the strike of last winter';

(skipMeilisearch ? describe.skip : describe)('a sentence of forty words', () => {
  let server: TestMeilisearch;
  let between: Between;
  beforeAll(async () => {
    server = testMeilisearch();
    between = await standBetween(server.url('').split('?')[0]!, () => false);
  });
  afterAll(async () => {
    await between.close();
    await server.close();
  });

  it('needs three requests, and ranks companies only for a page that reaches them', async () => {
    const url = between.url + new URL(server.url('sentence')).search;
    const engine = await openSearch(url, { key: server.key });
    await engine.put([
      ...Array.from({ length: 30 }, () => entry({ text: SENTENCE })),
      ...Array.from({ length: 5 }, (_, place) => entry({ type: 'company', title: `Amber ${place}` })),
    ]);
    const ask = async (offset: number) => {
      const before = between.bodies.length;
      const { total, results } = await engine.search({ text: SENTENCE, limit: 10, offset });
      const requests = between.bodies.slice(before);
      const queries = requests.flatMap((body) => (JSON.parse(body) as { queries?: object[] }).queries ?? []);
      return {
        total,
        types: results.map(({ type }) => type),
        requests: requests.length,
        queries: queries.length,
      };
    };
    await ask(0);
    const first = await ask(0);
    const last = await ask(first.total - 5);
    expect(last.total).toBe(first.total);
    expect(first.types).toEqual(Array(10).fill('document'));
    expect(last.types).toEqual(Array(5).fill('company'));
    expect(first.requests).toBe(3);
    // The stems of both indexes are counted, and three lists of twelve stems are read in one of them.
    expect(first.queries).toBeLessThan(110);
    expect(first.queries).toBeLessThan(last.queries);
    await engine.close();
  });
});
