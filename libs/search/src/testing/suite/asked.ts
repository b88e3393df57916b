import { describe, expect, it } from '@jest/globals';
import type { SearchDocument } from '../../search-engine.ts';
import { entry, type Bench } from './bench.ts';

/** Tests that names and identifiers are found as people write them, and what queries ask about them. */
export function describeAsked(bench: Bench): void {
  const { put, ids, search } = bench;

  const company = (id: string, names: string[], aliases: string[] = []): SearchDocument =>
    entry({ id, type: 'company', names, aliases, title: names[0]!, text: `About ${names.join(', ')}.` });
  const filing = (id: string, form: string, day: string): SearchDocument =>
    entry({
      id,
      type: 'filing',
      title: `Zirconium Works, Inc.: ${form}`,
      text: `Form ${form} filed by Zirconium Works, Inc. on ${day}`,
      aliases: [`zirconium works ${form}`, `ZRCN ${form}`, `0000320193-24-0001${id}`],
      date: `${day}T00:00:00.000Z`,
    });
  const works = company('works', ['Zirconium Works, Inc.', 'ZRCN', 'CIK 0000320193'], ['zirconium.example']);
  const others = [
    company('other', ['Zirconium Basalt Corp.']),
    company('snow', ['Snow Flake Ltd']),
    company('spac', ['Colombier Acquisition Corp. II']),
    company('first', ['Colombier Acquisition Corp.']),
  ];

  describe('names as people write them', () => {
    it.each([
      ['Zirconium Works', 'works'],
      ['Zirconium Works Incorporated', 'works'],
      ['zirconium works, ltd.', 'works'],
      ['ZirconiumWorks', 'works'],
      ['Zirconium Wor', 'works'],
      ['Zirconium Wroks Inc', 'works'],
      ['Xirconium Works Inc', 'works'],
      ['$ZRCN', 'works'],
      ['NASDAQ:ZRCN', 'works'],
      ['0000320193', 'works'],
      ['CIK 320193', 'works'],
      ['zirconium.example', 'works'],
      ['https://www.zirconium.example/about?x=1', 'works'],
      ['Snowflake', 'snow'],
      ['snow-flake limited', 'snow'],
      ['COLOMBIER ACQUISITION CORP. II', 'spac'],
      ['colombier acquisition ii', 'spac'],
      ['Colombier Acquisition', 'first'],
      ['0000320193-24-000117', '17'],
      ['000032019324000117', '17'],
    ])('%s finds %s', async (text, id) => {
      await put(works, ...others, filing('17', '10-K', '2024-02-01'), filing('18', '8-K', '2024-03-01'));
      expect((await ids(text))[0]).toBe(id);
    });

    it.each(['blandai', 'bland-ai', 'BlandAI'])('are found if written in one word: %s', async (text) => {
      await put(company('bland', ['Bland AI']), company('other', ['Bland']));
      expect((await ids(text))[0]).toBe('bland');
    });

    it('come before tickers that are the same word', async () => {
      await put(
        company('brewer', ['Anheuser Works', 'BUD'], ['BUD']),
        company('bank', ['Bud Financial Limited', 'Bud']),
        company('exact', ['Bud']),
      );
      expect(await ids('Bud')).toEqual(['exact', 'bank', 'brewer']);
      expect((await ids('$BUD')).sort()).toEqual(['bank', 'brewer', 'exact']);
    });

    it('are not buried by documents with some of the words', async () => {
      const loose = Array.from({ length: 30 }, (_, i) => entry({ text: `An acquisition of corp ${i}.` }));
      await put(...others, ...loose);
      expect(await ids('Colombier Acquisition Corp. II')).toEqual(['spac']);
      expect((await ids('Colombier Acquisition Corp. I'))[0]).toBe('spac');
    });

    it('of documents come first among documents', async () => {
      await put(
        entry({ id: 'it', title: 'Growth of amber', text: 'A long text. '.repeat(50) }),
        entry({
          id: 'more',
          title: 'Growth of amber and the amber growth',
          text: 'Amber growth. '.repeat(50),
        }),
      );
      expect((await ids('growth of amber'))[0]).toBe('it');
    });
  });

  describe('what is asked of a name', () => {
    it.each([
      'Zirconium Works valuation',
      'funding of zirconium works',
      'what does Zirconium Works do?',
      'ZRCN stock',
    ])('%s finds the company', async (text) => {
      await put(works, ...others, entry({ text: 'The funding and valuation of stock.' }));
      expect((await ids(text))[0]).toBe('works');
    });

    it.each([
      ['latest zirconium works 10-K', ['2', '1']],
      ['Zirconium Works, Inc. annual report', ['2', '1']],
      ['ZRCN 10K', ['2', '1']],
      ['zirconium works FY2023 10-K', ['1', '2']],
      ['zirconium works form 4', ['4']],
      ['zirconium works quarterly report', ['3']],
    ])('%s finds %j first', async (text, expected) => {
      await put(
        works,
        ...others,
        filing('1', '10-K', '2023-02-01'),
        filing('2', '10-K', '2024-02-01'),
        filing('3', '10-Q', '2024-05-01'),
        filing('4', '4', '2024-06-01'),
      );
      expect((await ids(text)).slice(0, expected.length)).toEqual(expected);
    });

    it.each(['airbnb q3 revenue', 'Airbnb 3Q24 results', 'airbnb third quarter earnings'])(
      '%s finds no documents about others',
      async (text) => {
        await put(
          company('airbnb', ['Airbnb']),
          entry({ text: 'The revenue of Dolomite in Q3, its third quarter.' }),
          entry({ id: 'about', text: 'Q3 revenue of Airbnb, earnings, 3Q24 results for the third quarter.' }),
        );
        expect(await ids(text)).toEqual(['about', 'airbnb']);
      },
    );

    it('who founded it finds documents about it that do not say who', async () => {
      await put(
        company('works', ['Amberworks']),
        entry({ id: 'about', title: 'Amberworks: one-pager', text: 'Founded in 2010.' }),
        entry({ id: 'other', text: 'Those who founded amber and works, and Basalt.' }),
      );
      expect(await ids('who founded Amberworks?')).toEqual(['about', 'works']);
    });

    it('a name in two words finds documents whose titles begin with it in one', async () => {
      await put(
        company('openai', ['OpenAI']),
        entry({ id: 'other', text: 'The AI is open, and open to AI.' }),
        entry({ id: 'about', title: 'OpenAI: one-pager', text: 'Models.' }),
      );
      const { results, partial } = await search({ text: 'open ai', countTypes: true });
      expect(results.map((each) => each.document_id)).toEqual(['about', 'other', 'openai']);
      expect(partial).toEqual({ document: 0, company: 0, filing: 0 });
    });

    it('pages through names, whole matches and others without gaps and repeats', async () => {
      await put(
        works,
        ...others,
        ...Array.from({ length: 5 }, (_, i) => filing(String(i), '10-K', `2024-01-0${i + 1}`)),
      );
      for (const text of [
        'zirconium works',
        'zirconium works 10-K',
        'zirconium wor',
        'zirconium basalt dolomite',
      ]) {
        const all = await search(text);
        expect(all.results).toHaveLength(all.total);
        const pages = [];
        for (let offset = 0; offset < all.total; offset += 2) {
          pages.push(...(await search({ text, limit: 2, offset })).results);
        }
        expect(pages).toEqual(all.results);
        expect(new Set(pages.map(({ type, document_id }) => `${type} ${document_id}`)).size).toBe(all.total);
      }
    });
  });
}
