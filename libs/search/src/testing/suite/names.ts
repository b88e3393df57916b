import { describe, expect, it } from '@jest/globals';
import type { SearchDocument, SearchPage } from '../../search-engine.ts';
import { entry, type Bench } from './bench.ts';

/** Tests that an entry with the name comes before entries that mention it. */
export function describeNames(bench: Bench): void {
  const { put, ids, search } = bench;

  const company = (id: string, ...names: string[]): SearchDocument =>
    entry({
      id,
      type: 'company',
      names,
      title: names[0]!,
      passages: [
        {
          title: '',
          text: `Makes many things of quite different kinds. ${'It sells them to others. '.repeat(100)}`,
        },
        { title: '', text: names.join(', ') },
      ],
      date: '2020-01-01T00:00:00.000Z',
    });
  /** As its filings: newer, shorter, and each with all of its names. */
  const filings = (...names: string[]): SearchDocument[] =>
    Array.from({ length: 30 }, (_, i) =>
      entry({
        type: 'filing',
        title: `${names[0]}: 10-K of ${names[0]}`,
        text: `Form 10-K filed by ${names[0]}, ${names.join(', ')}, ${i}`,
        date: `2024-01-${10 + (i % 20)}T00:00:00.000Z`,
      }),
    );

  /** Newer and shorter. */
  const brief = (document: SearchDocument): SearchDocument => ({
    ...document,
    passages: [],
    date: '2024-06-01T00:00:00.000Z',
  });

  const typesOf = ({ results }: SearchPage) => results.map(({ type }) => type);
  const thirtyFilings = Array.from({ length: 30 }, () => 'filing');

  describe('company names', () => {
    it.each([
      ['Zirconium'],
      ['zirconium'],
      ['Zirconium’s'],
      ['Zirconiun'],
      ['Zirconium Works, Inc.'],
      ['ZRCN'],
      ['Works Zirconium'],
      ['zirconium works holding inc limited'],
    ])('%s finds the company first, then its filings', async (text) => {
      const names = ['Zirconium', 'Zirconium Works, Inc.', 'Zirconium Holding Limited', 'ZRCN'];
      await put(company('other', 'Works of Amber'), company('it', ...names), ...filings(...names));
      const found = await search(text);
      expect(typesOf(found)).toEqual(['company', ...thirtyFilings]);
      expect(found.results[0]!.document_id).toBe('it');
    });

    it('rank first when they equal the query, before names that contain it', async () => {
      await put(
        brief(company('longer', 'Amber Basalt Cobalt')),
        brief(company('last', 'New Amber')),
        company('it', 'Amber', 'Amber Works, Inc.'),
        brief(company('long', 'Amber Basalt')),
        ...filings('Amber Basalt'),
      );
      const companies = async (text: string) => (await ids(text)).slice(0, 4);
      expect((await companies('amber'))[0]).toBe('it');
      expect((await companies('amber')).sort()).toEqual(['it', 'last', 'long', 'longer']);
      expect((await companies('amber basalt')).slice(0, 2)).toEqual(['long', 'longer']);
      expect((await companies('amber-basalt'))[0]).toBe('long');
      expect((await companies('amber basalt cobalt'))[0]).toBe('longer');
    });

    it('match the query if any one of them equals it', async () => {
      await put(
        brief(company('longer', 'Amber Basalt')),
        company('it', 'Amber Works, Inc.', 'Amber', 'AMB'),
        brief(company('other', 'Amber Works, Inc. of Basalt', 'AMB Cobalt')),
      );
      for (const text of ['amber', 'amber works inc', 'amb'])
        expect([text, (await ids(text))[0]]).toEqual([text, 'it']);
    });

    it('are all found when a company has many', async () => {
      const names = Array.from({ length: 60 }, (_, i) => `Zirconium${i}`);
      await put(company('it', 'Amber', ...names), ...filings('Amber', ...names));
      const some = names.filter((_, i) => i % 6 === 0);
      for (const text of ['amber', ...some, names.at(-1)!])
        expect([text, (await ids(text))[0]]).toEqual([text, 'it']);
    });

    it('rank first in a relaxed query too', async () => {
      const names = ['Zirconium', 'Zirconium Works of Upper Amber Limited'];
      await put(company('it', ...names), ...filings(...names).slice(0, 3));
      const { total, results } = await search(names[1]!);
      expect([total, results[0]!.document_id]).toEqual([4, 'it']);
    });

    it('do not outrank entries that contain the other words of the query', async () => {
      await put(company('it', 'Amber'), ...filings('Amber'));
      expect(typesOf(await search('amber 10-K'))).toEqual(thirtyFilings);
    });

    it('are found when nothing else contains them, and no longer after removal', async () => {
      await put(entry({ id: 'it', type: 'company', names: ['Amber', 'Basalt'], title: 'Cobalt' }));
      expect([await ids('basalt cobalt'), await ids('"amber basalt"')]).toEqual([['it'], []]);
      await put(entry({ id: 'it', type: 'company', title: 'Cobalt' }));
      expect([await ids('basalt'), await ids('cobalt')]).toEqual([[], ['it']]);
    });
  });
}
