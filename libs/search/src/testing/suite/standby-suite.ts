import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { entry } from './bench.ts';
import type { SearchEngine } from '../../search-engine.ts';
import type { StandbyIndex } from '../../standby.ts';

/** A new index, as every program sees it. */
export interface StandbyPlace {
  open(): Promise<SearchEngine>;
  standby(): Promise<StandbyIndex>;
}

/** The cases that the standby of every engine passes. */
export function describeStandby(name: string, newPlace: () => StandbyPlace): void {
  describe(`${name}: the standby index`, () => {
    const engines: SearchEngine[] = [];
    afterEach(async () => {
      for (const engine of engines.splice(0)) await engine.close();
    });
    async function setUp(...titles: string[]) {
      const place = newPlace();
      const standby = await place.standby();
      const open = async () => {
        const engine = await place.open();
        engines.push(engine);
        return engine;
      };
      const engine = await open();
      await engine.put(titles.map((title) => entry({ id: title, title: `Amber ${title}` })));
      const find = async (where: SearchEngine = engine) =>
        (await where.search({ text: 'amber', limit: 50, offset: 0 })).results
          .map((result) => result.document_id)
          .sort();
      const build = async (...fresh: string[]) => {
        const built = await standby.build();
        await built.put(fresh.map((title) => entry({ id: title, title: `Amber ${title}` })));
        expect(await find(built)).toEqual(fresh);
        await built.close();
      };
      return { standby, engine, open, find, build };
    }

    it('leaves the current index unchanged until the swap', async () => {
      const { standby, engine, find, build } = await setUp('old');
      await build('more', 'new');
      expect(await find()).toEqual(['old']);
      await standby.swap();
      expect(await find()).toEqual(['more', 'new']);
      await engine.put([entry({ id: 'later', title: 'Amber later' })]);
      expect(await find()).toEqual(['later', 'more', 'new']);
    });

    it('is removed by the swap, together with the previous index', async () => {
      const { standby, find, build } = await setUp('old');
      await build('new');
      await standby.swap();
      await expect(standby.swap()).rejects.toThrow(/index is missing/);
      expect(await find()).toEqual(['new']);
    });

    it('cannot be swapped in after it was dropped', async () => {
      const { standby, find, build } = await setUp('old');
      await build('new');
      await standby.drop();
      await standby.drop();
      await expect(standby.swap()).rejects.toThrow(/index is missing/);
      expect(await find()).toEqual(['old']);
    });

    it('starts empty after an interrupted reindex', async () => {
      const { standby, build } = await setUp('old');
      await build('left');
      const built = await standby.build();
      const pages: number[] = [];
      for await (const page of built.keys()) pages.push(page.length);
      expect(pages).toEqual([]);
      await built.close();
    });

    it('becomes the current index when there is none', async () => {
      const place = newPlace();
      const standby = await place.standby();
      const built = await standby.build();
      await built.put([entry({ id: 'new', title: 'Amber' })]);
      await built.close();
      await standby.swap();
      const engine = await place.open();
      engines.push(engine);
      expect((await engine.search({ text: 'amber', limit: 1, offset: 0 })).total).toBe(1);
    });

    it('replaces the current index atomically for concurrent searches', async () => {
      const many = (name: string) =>
        Array.from({ length: 40 }, (_, id) => entry({ id: `${name}-${id}`, title: 'Cobalt' }));
      const { standby, engine, open } = await setUp();
      await engine.put(many('0'));
      let isOver = false;
      const seen = new Set<string>();
      const searching = async (reader: SearchEngine) => {
        while (!isOver) {
          const { total, results } = await reader.search({ text: 'cobalt', limit: 50, offset: 0 });
          const names = new Set(results.map((result) => result.document_id.split('-')[0]!));
          expect([total, results.length, names.size]).toEqual([40, 40, 1]);
          for (const each of names) seen.add(each);
          await sleep(5);
        }
      };
      const others = Promise.all([searching(await open()), searching(await open())]);
      const isSeen = async (name: string) => {
        while (!seen.has(name)) await Promise.race([sleep(1), others]);
      };
      try {
        await isSeen('0');
        for (const name of ['1', '2']) {
          const built = await standby.build();
          await built.put(many(name));
          await built.close();
          await standby.swap();
          await isSeen(name);
        }
      } finally {
        isOver = true;
        await others;
      }
      expect([...seen].sort()).toEqual(['0', '1', '2']);
    });
  });
}
