import { describe, expect, it } from '@jest/globals';
import { beginRun, endRun, findCompany, write } from '@dossier/store';
import { findKind } from '../kinds/index.ts';
import { removeRecords } from '../ledger/remove.ts';
import { reindex } from '../index/reindex.ts';
import { worlds } from '../testing/search-places.ts';
import { eachWithSearchWorld, type SearchWorld } from '../testing/search-world.ts';
import { mergeCompanies } from '../edits/merge.ts';
import { undoRun } from '../edits/undo.ts';

const article = (headline: string, short_summary: string) => ({
  ...{
    link: `https://news.example/${headline.length}`,
    headline,
    short_summary,
    date_published: '2026-01-05',
  },
  ...{ publication: 'Example News', publication_score: 85 },
});
const RAISE = {
  company: 'acme.com',
  headline: 'Acme raises $5M',
  short_headline: 'Acme raises',
  description: 'Umbrella Ventures led the round.',
  release_date: '2026-01-05T09:00:00Z',
  importance: 'minor',
  articles: [article('A quiet week for funding', 'Chronometers were in demand.')],
};
const HIRE = { ...RAISE, company: 'bolt.io', headline: 'Bolt hires a chief', articles: [] };

describe.each(worlds)('searching news on %s in %s', (engine, search) => {
  let world: SearchWorld;
  eachWithSearchWorld(engine, search, (given) => (world = given));
  const find = (text: string, company?: number) =>
    world.withSearch(async (engine_) => {
      const filter = { types: ['news' as const], ...(company !== undefined && { company }) };
      const page = await engine_.search({ text, filter, limit: 50, offset: 0 });
      return page.results.map(({ title }) => title).sort();
    });
  const idOf = async (domain: string) => (await findCompany(world.db, { by: 'domain', value: domain }))!.id;
  const run = async (work: (id: number) => Promise<unknown>) => {
    const id = await beginRun(world.db, { command: 'merge', kind: 'company', source: 'test' });
    await work(id);
    await endRun(world.db, id, { outcome: 'done' });
    return id;
  };

  it('finds headlines, descriptions and articles, as they are after each change', async () => {
    await world.load('news', [RAISE, HIRE]);
    await world.index();
    for (const text of ['acme raises', 'umbrella round', 'chronometers', 'quiet week'])
      expect([text, await find(text)]).toEqual([text, expect.arrayContaining(['Acme raises $5M'])]);
    expect(await find('umbrella', await idOf('bolt.io'))).toEqual(['Bolt hires a chief']);
    expect(await world.find('chronometers')).toEqual([]);
    await world.expectAlike(8);

    await world.load('news', [{ ...RAISE, description: 'Parasol Ventures led the round.', articles: [] }]);
    await world.index();
    expect([await find('parasol'), await find('chronometers')]).toEqual([['Acme raises $5M'], []]);
    await world.expectAlike(8);
  });

  it('follows merges of companies, their undo, and deletions', async () => {
    const { db } = world;
    await world.load('news', [RAISE, HIRE]);
    await world.index();
    const [acme, bolt] = [await idOf('acme.com'), await idOf('bolt.io')];
    const merge = await run((id) => mergeCompanies({ db, into: 'acme.com', from: 'bolt.io', run: id }));
    await world.index();
    expect(await find('hires', acme)).toEqual(['Bolt hires a chief']);
    await world.expectAlike(7);
    await undoRun({ db, run: merge });
    await world.index();
    expect([await find('hires', acme), await find('hires', bolt)]).toEqual([[], ['Bolt hires a chief']]);
    await world.expectAlike(8);
    await write(db, (trx, now) => removeRecords(trx, findKind('company')!, [bolt], now));
    await world.index();
    expect(await find('hires')).toEqual([]);
    await world.expectAlike(6);
  });

  it('rebuilds and repairs the entries of news', async () => {
    await world.load('news', [RAISE, HIRE]);
    await world.index();
    const ids = (await world.db('news').pluck('id')) as string[];
    const remove = () =>
      world.withSearch((engine_) => engine_.remove(ids.map((id) => ({ type: 'news' as const, id }))));
    await remove();
    expect(await world.check()).toMatchObject({ missing: 2, alike: 6 });
    expect(await world.check(true)).toMatchObject({ repaired: 2 });
    expect(await find('umbrella')).toHaveLength(2);
    await remove();
    await reindex({ ...world, open: world.open });
    expect(await find('umbrella')).toHaveLength(2);
    await world.expectAlike(8);
  });
});
