import { describe, expect, it } from '@jest/globals';
import type { SearchDocument } from '../../search-engine.ts';
import { entry, type Bench } from './bench.ts';

/** Tests words that names of companies and other texts share. */
export function describeCommonWords(bench: Bench): void {
  const { put, ids, idSet, search } = bench;

  const company = (name: string, text: string): SearchDocument =>
    entry({ id: name.toLowerCase(), type: 'company', names: [name], title: name, text });

  describe('a common word that is also the name of a company', () => {
    const notes = Array.from({ length: 40 }, (_, i) =>
      entry({ text: `Note ${i} on growth, and how to target a scale.` }),
    );
    const companies = ['Growth', 'Target', 'Scale', 'Company'].map((name) => company(name, 'Sells things.'));
    const answers = ['investors', 'sales 2023', 'pricing'].map((text) => entry({ id: text, text }));

    it.each([
      ['growth investors', 'investors'],
      ['sales target 2023', 'sales 2023'],
      ['pricing at scale', 'pricing'],
    ])('does not narrow %s to documents with the name', async (text, id) => {
      await put(...companies, ...answers, ...notes);
      expect((await ids(text))[0]).toBe(id);
    });

    it.each([
      ['growth', 'growth'],
      ['Target pricing', 'target'],
      ['what does the Scale startup do', 'scale'],
      ['target inc', 'target'],
    ])('%s finds the company first', async (text, id) => {
      await put(...companies, ...answers, ...notes);
      const { results } = await search({ text, limit: 50, filter: { types: ['company'] } });
      expect(results[0]!.document_id).toBe(id);
    });

    it('is the name if few documents have it', async () => {
      await put(...companies, entry({ id: 'about', text: 'The pricing of Target.' }), ...answers);
      expect(await ids('target pricing')).toEqual(['about', 'target']);
    });

    it.each(['fintech companies', 'companies that lend', 'a lending company'])(
      '%s does not name a company called Company',
      async (text) => {
        await put(...companies, company('Amber', 'A fintech. It does lending: it can lend.'));
        expect((await ids(text))[0]).toBe('amber');
      },
    );
  });

  describe('words for what every company is', () => {
    const chips = company('Nvidia', 'Designs chips for AI.');
    const bank = company('Klarna', 'Lends money. Headquarters: Stockholm, Sweden.');
    const cars = ['Volvo', 'Polestar', 'Rivian'].map((name) => company(name, `${name} builds cars.`));
    const grocer = company('Instacart', 'The shopping cart company.');

    it.each([
      ['AI chip companies', ['nvidia']],
      ['AI chip company', ['nvidia']],
      ['companies in Stockholm', ['klarna']],
      ['Stockholm startups', ['klarna']],
      ['which firms are in Stockholm?', ['klarna']],
      ['car company', ['polestar', 'rivian', 'volvo']],
      ['car companies', ['polestar', 'rivian', 'volvo']],
    ])('are not required: %s finds %j', async (text, expected) => {
      await put(chips, bank, grocer, ...cars);
      expect((await ids(text)).slice(0, expected.length).sort()).toEqual(expected);
    });

    it('are required if the query has no others', async () => {
      await put(chips, grocer);
      expect(await idSet('companies')).toEqual(['instacart']);
    });
  });
}
