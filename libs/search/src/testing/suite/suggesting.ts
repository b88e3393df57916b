import { describe, expect, it } from '@jest/globals';
import type { SearchDocument } from '../../search-engine.ts';
import { entry, type Bench } from './bench.ts';

const company = (title: string, ...more: string[]): SearchDocument =>
  entry({
    type: 'company',
    slug: title.toLowerCase(),
    title,
    url: `/${title.toLowerCase()}`,
    suggest: [title, ...more],
  });
const category = (title: string): SearchDocument =>
  entry({ type: 'category', title, url: `/categories/${title}`, suggest: [title] });
const report = (title: string): SearchDocument => entry({ title, suggest: [title] });

const LONG = 'A title of so many words that nobody types all of them before one of the suggestions is right';

/** A character of two code units crosses the length at which beginnings are cut. */
const RARE = `${'あ'.repeat(59)}𠮷野家`;

/** Titles, each with what is typed to find it. */
const FOUND = [
  ['Société Générale', 'societe g'],
  ['Société Générale', 'SOCIÉTÉ'],
  ["Zora's e-Commerce", 'zoras e com'],
  ['Zora & Sons', 'zora sons'],
  ['株式会社ゾラ', '株式'],
  ['Companies of Zora', 'compani'],
  [LONG, LONG],
  [RARE, RARE],
] as const;

/** Tests of suggestions. */
export function describeSuggesting(bench: Bench): void {
  const { put, remove, search, suggest } = bench;
  const titles = async (typed: string, limit?: number) =>
    (await suggest(typed, limit)).map((each) => each.title);

  describe('suggestions', () => {
    const [zirkon, yttrium] = [company('Zirkon'), company('Yttrium')];
    const titled = FOUND.map(([title]) => title);
    const reports = [...new Set(titled)].map(report);
    const withDomains = [company('Zirconium Works', 'zirkon.com'), company('Yttrium', 'yttrium.com')];

    it('have the slug, the address and the text that begins as typed', async () => {
      await put(company('Zirkon', 'ZRKN', 'Zirconium Holdings, Inc.'));
      const shown = { type: 'company', slug: 'zirkon', title: 'Zirkon', url: '/zirkon' };
      expect(await suggest('zirk')).toEqual([{ ...shown, match: 'Zirkon' }]);
      expect(await suggest('zrk')).toEqual([{ ...shown, match: 'ZRKN' }]);
      expect(await suggest('zirconium hold')).toEqual([{ ...shown, match: 'Zirconium Holdings, Inc.' }]);
      expect(await suggest('holdings')).toEqual([{ ...shown, match: 'Zirconium Holdings, Inc.' }]);
    });

    it('list companies, then categories, then documents, then words inside texts', async () => {
      await put(
        report('Hafnium report'),
        company('Big Hafnium'),
        category('Hafnium trade'),
        company('Hafnium'),
      );
      expect(await titles('haf')).toEqual(['Hafnium', 'Hafnium trade', 'Hafnium report', 'Big Hafnium']);
      expect(await titles('haf', 2)).toEqual(['Hafnium', 'Hafnium trade']);
    });

    it.each(FOUND)('find %s for %s', async (title, typed) => {
      await put(...reports);
      expect(await titles(typed)).toEqual([title]);
    });

    it.each(['zirkonia', 'zirc', 'zikron', 'zzirkon', 'xirkon', 'izrkon'])(
      'forgive one typo when nothing begins as typed: %s',
      async (typed) => {
        await put(zirkon, yttrium);
        if (typed === 'zirkonia') await put(company('Zirkonja'));
        expect((await titles(typed))[0]).toMatch(/^Zirkon/);
      },
    );

    it('forgive no typo when something begins as typed, nor in short texts', async () => {
      await put(company('Zirkon'), company('Zircon'));
      expect(await titles('zirko')).toEqual(['Zirkon']);
      expect(await titles('xir')).toEqual([]);
    });

    it.each(['-zirk', '"zirk', 'zirk -', '-"zirk'])('know no operators: %s', async (typed) => {
      await put(zirkon, yttrium);
      expect(await titles(typed)).toEqual(['Zirkon']);
    });

    it.each([
      ['open al', 'OpenAl'],
      ['OPENAL', 'OpenAl'],
      ['openal, inc', 'OpenAl'],
      ['Orsted', 'Ørsted A/S'],
      ['ørsted', 'Ørsted A/S'],
      ['Zirkon Ltd', 'Zirkon'],
      ['Zirkon, Inc.', 'Zirkon'],
      ['zirkon gmbh', 'Zirkon'],
      ["Macy's", 'Macys Group'],
      ['the zirkon', 'Zirkon'],
    ])('fold names as search does: %s', async (typed, title) => {
      await put(
        company('OpenAl'),
        company('Ørsted A/S'),
        company('Zirkon'),
        company('Macys Group'),
        company('Zirkonia'),
      );
      expect((await titles(typed))[0]).toBe(title);
    });

    it('follow entries that are put again and removed', async () => {
      const first = company('Zirkon', 'ZRKN');
      await put(first);
      await put({ ...first, title: 'Hafnium', suggest: ['Hafnium'] });
      expect(await titles('hafn')).toEqual(['Hafnium']);
      expect(await titles('zrkn')).toEqual([]);
      await put({ ...first, suggest: [] });
      expect(await titles('hafn')).toEqual([]);
      await put(first);
      await remove([first]);
      expect(await titles('zrkn')).toEqual([]);
    });

    it.each([
      'zirkon.com',
      'zirkon.c',
      'www.zirkon.com',
      'https://www.zirkon.com/about?x=1',
      'HTTP://Zirkon.com',
    ])('find a company by its domain: %s', async (typed) => {
      await put(...withDomains);
      expect((await suggest(typed))[0]).toMatchObject({ title: 'Zirconium Works', match: 'zirkon.com' });
    });

    it('find a company by the beginning of its domain, after companies whose names begin with it', async () => {
      await put(...withDomains);
      expect(await titles('com')).toEqual([]);
      await put(company('Zirkonite'));
      expect(await titles('zirkon')).toEqual(['Zirkonite', 'Zirconium Works']);
    });

    it('name an entry once, however many of its texts begin as typed', async () => {
      await put(company('Zirkon', 'Zirkon Inc', 'Zirkon Holdings', 'ZIRK'));
      expect(await titles('zirk')).toEqual(['Zirkon']);
    });

    it('are the only way to find a category', async () => {
      await put(category('Hafnium trade'), report('Other'));
      expect(await search('hafnium')).toEqual({ total: 0, results: [] });
      expect(await bench.check()).toEqual([]);
    });

    it.each(['', ' ', '!', '"', '%', '_', '*', '\u{10ffff}', "' OR 1=1 --", 'a'.repeat(500)])(
      'treat %j as text',
      async (typed) => {
        await put(zirkon);
        expect(await titles(typed)).toEqual([]);
      },
    );
  });
}
