import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { entry } from './contract/bench.ts';
import type { SearchEngine } from './engine.ts';
import type { IndexSwitch } from './switch.ts';

/** An index of a name that is new, as everybody sees it. */
export interface SwitchPlace {
  open(): Promise<SearchEngine>;
  indexes: IndexSwitch;
}

/** What the switch of every engine does. */
export function describeIndexSwitch(name: string, newPlace: () => SwitchPlace): void {
  describe(`${name}: the index in use and the one beside it`, () => {
    const engines: SearchEngine[] = [];
    afterEach(async () => {
      for (const engine of engines.splice(0)) await engine.close();
    });
    async function setUp(...titles: string[]) {
      const place = newPlace();
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
      /** Builds an index of these beside. */
      const build = async (...fresh: string[]) => {
        const begun = await place.indexes.begin();
        await begun.engine.put(fresh.map((title) => entry({ id: title, title: `Amber ${title}` })));
        expect(await find(begun.engine)).toEqual(fresh);
        await begun.engine.close();
        return begun.name;
      };
      return { ...place, engine, open, find, build };
    }

    it('builds beside what is in use, which stays as it is until the other is put in its place', async () => {
      const { indexes, engine, find, build } = await setUp('old');
      const before = await indexes.current();
      const name = await build('more', 'new');
      expect(name).not.toBe(before);
      expect([await indexes.current(), await find()]).toEqual([before, ['old']]);
      await indexes.use(name);
      expect([await indexes.current(), await find()]).toEqual([name, ['more', 'new']]);
      await engine.put([entry({ id: 'later', title: 'Amber later' })]);
      expect(await find()).toEqual(['later', 'more', 'new']);
    });

    it('keeps what was in use, with what was put into it to the end, and puts it back as often as asked', async () => {
      const { indexes, engine, find, build } = await setUp('old');
      const before = await indexes.current();
      const name = await build('new');
      await engine.put([entry({ id: 'last', title: 'Amber last' })]);
      for (const round of [1, 2]) {
        await indexes.use(name);
        expect([round, await indexes.current(), await find()]).toEqual([round, name, ['new']]);
        await indexes.use(before);
        expect([round, await indexes.current(), await find()]).toEqual([round, before, ['last', 'old']]);
      }
    });

    it('does nothing when the index is in use already', async () => {
      const { indexes, find, build } = await setUp('old');
      const before = await indexes.current();
      const name = await build('new');
      await indexes.use(name);
      await indexes.use(name);
      expect(await find()).toEqual(['new']);
      await indexes.use(before);
      expect(await find()).toEqual(['old']);
    });

    it('refuses an index that is not beside, and leaves the one in use', async () => {
      const { indexes, find, build } = await setUp('old');
      await expect(indexes.use('another')).rejects.toThrow(/npm run ingest -- reindex/);
      const name = await build('new');
      await build('newer');
      await expect(indexes.use(name)).rejects.toThrow(/not there any more/);
      await indexes.discard();
      await expect(indexes.use(name)).rejects.toThrow(/not there any more/);
      expect(await find()).toEqual(['old']);
    });

    it('begins with an empty index, whatever was left beside', async () => {
      const { indexes, build } = await setUp('old');
      await build('left');
      const { engine } = await indexes.begin();
      const pages: number[] = [];
      for await (const page of engine.keys()) pages.push(page.length);
      expect(pages).toEqual([]);
      await engine.close();
    });

    it('makes the index in use when there is none', async () => {
      const place = newPlace();
      const name = await place.indexes.current();
      expect(await place.indexes.current()).toBe(name);
      const engine = await place.open();
      engines.push(engine);
      expect((await engine.search({ text: 'amber', limit: 1, offset: 0 })).total).toBe(0);
    });

    it('shows those who search the one or the other, whole', async () => {
      const many = (name: string) =>
        Array.from({ length: 40 }, (_, id) => entry({ id: `${name}-${id}`, title: 'Cobalt' }));
      const { indexes, engine, open } = await setUp();
      await engine.put(many('old'));
      const begun = await indexes.begin();
      await begun.engine.put(many('new'));
      await begun.engine.close();
      const before = await indexes.current();
      let isOver = false;
      const seen = new Map<string, number>();
      const searching = async (reader: SearchEngine) => {
        while (!isOver) {
          const { total, results } = await reader.search({ text: 'cobalt', limit: 50, offset: 0 });
          const names = new Set(results.map((result) => result.document_id.split('-')[0]!));
          expect([total, results.length, names.size]).toEqual([40, 40, 1]);
          for (const each of names) seen.set(each, (seen.get(each) ?? 0) + 1);
          await sleep(0);
        }
      };
      const others = Promise.all([searching(await open()), searching(await open())]);
      try {
        for (const name of [begun.name, before, begun.name]) {
          await indexes.use(name);
          await sleep(20);
        }
      } finally {
        isOver = true;
        await others;
      }
      expect([...seen.keys()].sort()).toEqual(['new', 'old']);
    });
  });
}
