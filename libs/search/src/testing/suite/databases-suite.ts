import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { entry } from './bench.ts';
import { SearchTaken, type SearchEngine } from '../../search-engine.ts';
import type { StandbyPlace } from './standby-suite.ts';

/** The cases that every engine passes when several databases use one index. */
export function describeDatabases(name: string, newPlace: () => (database?: string) => StandbyPlace): void {
  describe(`${name}: an index shared by two databases`, () => {
    const engines: SearchEngine[] = [];
    let place: (database?: string) => StandbyPlace;
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
      ['suggests', (engine) => engine.suggest('amber', 10)],
      ['puts', (engine) => put(engine, 'intruder')],
      ['removes', (engine) => engine.remove([{ type: 'document', id: 'one' }])],
      ['compares', (engine) => engine.hashes([{ type: 'document', id: 'one' }])],
      ['lists', keys],
    ];
    /** Opens an engine for each call, so that none depends on the state of another. */
    const openAll = async (database: string) => {
      const opened: SearchEngine[] = [];
      for (const _ of works) opened.push(await open(database));
      for (const engine of opened) await find(engine);
      return opened;
    };
    /** Expects that no program of that database can use the index, whenever it was opened. */
    const expectTaken = async (database: string, opened: SearchEngine[]) => {
      for (const [i, [work, toDo]] of works.entries()) {
        for (const done of [open(database).then(toDo), toDo(opened[i]!)]) {
          const error: unknown = await done.catch((thrown: unknown) => thrown);
          expect([work, error]).toEqual([work, expect.any(SearchTaken)]);
        }
      }
    };

    it('belongs to the database that writes first, and rejects the other', async () => {
      const [ours, theirs] = [await open('ours'), await openAll('theirs')];
      await put(ours, 'one');
      await expectTaken('theirs', theirs);
      expect([await find(ours), await keys(ours)]).toEqual([['one'], ['one']]);
      expect(new SearchTaken().message).toMatch(/SEARCH_URL.*: npm run ingest -- reindex$/);
    });

    it('has no owner while it is only read', async () => {
      expect([await find(await open('theirs')), await keys(await open('theirs'))]).toEqual([[], []]);
      const ours = await open('ours');
      await put(ours, 'one');
      expect(await find(ours)).toEqual(['one']);
    });

    it('is claimed by the first database that writes when it has no owner', async () => {
      await put(await open(), 'one');
      const [ours, theirs] = [await open('ours'), await openAll('theirs')];
      expect([await find(ours), await find(theirs[0]!)]).toEqual([['one'], ['one']]);
      await ours.remove([{ type: 'document', id: 'not there' }]);
      await expectTaken('theirs', theirs);
      expect(await find(ours)).toEqual(['one']);
    });

    it('is filled from when it is marked until another index is swapped in', async () => {
      const ours = await open('ours');
      expect(await ours.isFilled()).toBe(false);
      await put(ours, 'one');
      expect(await (await open('ours')).isFilled()).toBe(false);
      await ours.markFilled();
      await put(ours, 'two');
      expect(await (await open('ours')).isFilled()).toBe(true);
      const standby = await place('ours').standby();
      const built = await standby.build();
      expect([await built.isFilled(), await find(ours)]).toEqual([false, ['one', 'two']]);
      await built.markFilled();
      await built.close();
      await standby.swap();
      expect([await ours.isFilled(), await find(ours)]).toEqual([true, []]);
      await (await (await place('ours').standby()).build()).close();
      await (await place('ours').standby()).swap();
      expect(await ours.isFilled()).toBe(false);
    });

    it('can be used by a program that names no database', async () => {
      await put(await open('ours'), 'one');
      await put(await open(), 'two');
      expect(await find(await open('ours'))).toEqual(['one', 'two']);
    });

    it('belongs to the database whose standby is swapped in', async () => {
      const [ours, theirs] = [await open('ours'), await openAll('theirs')];
      await put(ours, 'one');
      const all = await openAll('ours');
      const standby = await place('theirs').standby();
      const built = await standby.build();
      await expectTaken('theirs', theirs);
      expect(await find(ours)).toEqual(['one']);
      await built.close();
      // The index is theirs, though it is empty.
      await standby.swap();
      await expectTaken('ours', all);
      expect(await find(theirs[0]!)).toEqual([]);
    });

    it('hides its standby from the other database', async () => {
      await put(await open('ours'), 'one');
      const [ours, theirs] = [await place('ours').standby(), await place('theirs').standby()];
      await (await ours.build()).close();
      await expect(theirs.swap()).rejects.toThrow(SearchTaken);
      await theirs.drop();
      await ours.swap();
      expect(await find(await open('ours'))).toEqual([]);
    });
  });
}
