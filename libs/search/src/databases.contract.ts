import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { entry } from './contract/bench.ts';
import { SearchTaken, type SearchEngine } from './engine.ts';
import type { SwitchPlace } from './switch.contract.ts';

/** What the index of every engine does when several databases name it. */
export function describeDatabases(name: string, newPlace: () => (database?: string) => SwitchPlace): void {
  describe(`${name}: an index that two databases name`, () => {
    const engines: SearchEngine[] = [];
    let place: (database?: string) => SwitchPlace;
    beforeEach(() => {
      place = newPlace();
    });
    afterEach(async () => {
      for (const engine of engines.splice(0)) await engine.close();
    });
    const open = async (database?: string): Promise<SearchEngine> => {
      const engine = await place(database).open();
      engines.push(engine);
      return engine;
    };
    const put = (engine: SearchEngine, id: string) => engine.put([entry({ id, title: `Amber ${id}` })]);
    const find = async (engine: SearchEngine) => {
      const { total, results } = await engine.search({ text: 'amber', limit: 50, offset: 0 });
      expect(total).toBe(results.length);
      return results.map((result) => result.document_id).sort();
    };
    const keys = async (engine: SearchEngine) => {
      const all: string[] = [];
      for await (const page of engine.keys()) all.push(...page.map(({ id }) => id));
      return all;
    };
    const works: [string, (engine: SearchEngine) => Promise<unknown>][] = [
      ['searches', find],
      ['puts', (engine) => put(engine, 'intruder')],
      ['removes', (engine) => engine.remove([{ type: 'document', id: 'one' }])],
      ['compares', (engine) => engine.hashes([{ type: 'document', id: 'one' }])],
      ['lists', keys],
    ];
    /** One for each work: what an engine has seen must not matter. */
    const openAll = async (database: string) => {
      const opened: SearchEngine[] = [];
      for (const _ of works) opened.push(await open(database));
      for (const engine of opened) await find(engine);
      return opened;
    };
    /** That one who opens it, and those who had it open, can do nothing with it. */
    const expectTaken = async (database: string, opened: SearchEngine[]) => {
      for (const [i, [work, toDo]] of works.entries()) {
        for (const done of [open(database).then(toDo), toDo(opened[i]!)]) {
          const error: unknown = await done.catch((thrown: unknown) => thrown);
          expect([work, error]).toEqual([work, expect.any(SearchTaken)]);
        }
      }
    };

    it('is of the one that writes first, and no other can use it', async () => {
      const [ours, theirs] = [await open('ours'), await openAll('theirs')];
      await put(ours, 'one');
      await expectTaken('theirs', theirs);
      expect([await find(ours), await keys(ours)]).toEqual([['one'], ['one']]);
      expect(new SearchTaken().message).toMatch(/SEARCH_URL.*: npm run ingest -- reindex$/);
    });

    it("is nobody's while it is only read", async () => {
      expect([await find(await open('theirs')), await keys(await open('theirs'))]).toEqual([[], []]);
      const ours = await open('ours');
      await put(ours, 'one');
      expect(await find(ours)).toEqual(['one']);
    });

    it('is adopted by the first that writes when it does not say whose it is', async () => {
      await put(await open(), 'one');
      const [ours, theirs] = [await open('ours'), await openAll('theirs')];
      expect([await find(ours), await find(theirs[0]!)]).toEqual([['one'], ['one']]);
      await ours.remove([{ type: 'document', id: 'not there' }]);
      await expectTaken('theirs', theirs);
      expect(await find(ours)).toEqual(['one']);
    });

    it('is used by one that says no mark, whosever it is', async () => {
      await put(await open('ours'), 'one');
      await put(await open(), 'two');
      expect(await find(await open('ours'))).toEqual(['one', 'two']);
    });

    it('is of the one that puts its own in its place, until the other is put back', async () => {
      const [ours, theirs] = [await open('ours'), await openAll('theirs')];
      await put(ours, 'one');
      const all = await openAll('ours');
      const { indexes } = place('theirs');
      const before = await indexes.current();
      const { name: taken, engine } = await indexes.begin();
      await expectTaken('theirs', theirs);
      expect(await find(ours)).toEqual(['one']);
      await engine.close();
      // It is theirs, though nothing was put into it.
      await indexes.use(taken);
      await expectTaken('ours', all);
      expect(await find(theirs[0]!)).toEqual([]);
      await indexes.use(before);
      await expectTaken('theirs', theirs);
      expect(await find(ours)).toEqual(['one']);
    });

    it('keeps what is beside it from the one whose neither is', async () => {
      await put(await open('ours'), 'one');
      const [ours, theirs] = [place('ours').indexes, place('theirs').indexes];
      const { name: kept, engine } = await ours.begin();
      await engine.close();
      await expect(theirs.discard()).rejects.toThrow(SearchTaken);
      await ours.use(kept);
      await expect(theirs.discard()).rejects.toThrow(SearchTaken);
      const begun = await theirs.begin();
      await begun.engine.close();
      await theirs.discard();
      await expect(theirs.use(begun.name)).rejects.toThrow(/not there any more/);
      await ours.discard();
    });
  });
}
