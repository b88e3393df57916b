import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenize } from '@dossier/search';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { openPlaces, worlds, type SearchPlaces } from '../testing/search-places.ts';
import { searchWorld, type SearchWorld } from '../testing/search-world.ts';

describe.each(worlds)('searching for records from %s in %s', (engine, search) => {
  let folder: Folder;
  let places: SearchPlaces;
  let world: SearchWorld;
  beforeAll(async () => {
    folder = temporaryFolder();
    places = await openPlaces(search, folder.path);
    world = await searchWorld(engine, places);
    await world.load('company', [
      {
        domain: 'apple.com',
        name: 'Apple',
        type: 'public',
        cik: '0000320193',
        description: `Apple makes phones, and much else that a description of some length tells. ${'It does. '.repeat(60)}`,
        legal_entities: [{ name: 'Apple Inc.', country: 'United States' }],
        listings: [{ ticker: 'AAPL', venue: 'Nasdaq' }],
      },
      {
        domain: 'klarna.com',
        name: 'Klarna',
        type: 'public',
        legal_entities: [{ name: 'Klarna Group plc' }, { name: 'Klarna Bank AB (publ)' }],
      },
      { domain: 'münchen.example', name: 'Isar', type: 'private', alternative_domains: ['plain.example'] },
    ]);
    await world.load(
      'filing',
      ['10-K', '10-Q', '8-K', '8-K/A', 'SC 13G/A', '4'].map((type, i) => ({
        company: 'apple.com',
        accession_number: `0000320193-24-00000${i}`,
        name: type,
        type,
        filed_at: `2024-11-0${i + 1}`,
        url: 'https://www.sec.gov/a.htm',
      })),
    );
    await world.load('document', [
      {
        slug: 'payments',
        title: 'Payments',
        date: '2024-03-04',
        summary: 'Where margins of acquirers go.',
        content: { markdown: '# Takings\n\nAmber’s share grew.' },
      },
      { slug: 'bare', title: 'Bare', date: '2024-03-05', content: { markdown: 'Basalt it is.' } },
    ]);
    await world.index();
  });
  afterAll(async () => {
    await world.close();
    await places.close();
    folder.remove();
  });

  const ask = (text: string) =>
    world.withSearch(async (inUse) => (await inUse.search({ text, limit: 50, offset: 0 })).results);
  const titles = async (text: string) => (await ask(text)).map(({ title }) => title);

  it.each([
    'apple',
    'Apple’s',
    "apple's",
    'apple inc',
    'Apple Inc.',
    'Apple, Inc.',
    'AAPL',
    'aapl apple',
    'CIK 0000320193',
    'cik 320193',
    '0000320193',
  ])('%s finds the company first, then its filings', async (text) => {
    const found = await titles(text);
    expect(found[0]).toBe('Apple');
    expect(found.slice(1).sort()).toEqual(
      ['10-K', '10-Q', '4', '8-K', '8-K/A', 'SC 13G/A'].map((type) => `Apple: ${type}`),
    );
  });

  it.each([
    ['Klarna Bank AB', ['Klarna']],
    ['klarna group', ['Klarna']],
    ['form 10-K', ['Acme: Annual report', 'Acme: Annual report', 'Apple: 10-K']],
    ['apple inc 10-k', ['Apple: 10-K']],
    ['Apple 10K', ['Apple: 10-K']],
    ["Apple's annual report", ['Apple: 10-K']],
    ['AAPL quarterly reports', ['Apple: 10-Q']],
    ['form 8-K', ['Apple: 8-K', 'Apple: 8-K/A']],
    ['apple form 4', ['Apple: 4']],
    ['apple 2024-11-05', ['Apple', 'Apple: SC 13G/A']],
    ['0000320193-24-000002', ['Apple: 8-K']],
    ['margins of acquirers', ['Payments']],
    ['amber share', ['Payments']],
  ])('%s finds %j', async (text, expected) => {
    expect((await titles(text)).sort()).toEqual(expected);
  });

  it('ranks a company first when its name is the query without the legal form', async () => {
    await world.load('company', [
      {
        domain: 'cobalt.example',
        name: 'The Cobalt & Sons Company, Inc.',
        type: 'public',
        description: 'It sells. '.repeat(60),
      },
    ]);
    await world.load('company', [{ domain: 'bikes.example', name: 'Cobalt and Sons Bikes', type: 'public' }]);
    await world.index();
    for (const text of ['cobalt and sons', 'Cobalt & Sons']) {
      expect(await titles(text)).toEqual(['The Cobalt & Sons Company, Inc.', 'Cobalt and Sons Bikes']);
    }
  });

  it('tolerates no typos in a form, date or CIK', async () => {
    for (const text of ['form 10-J', 'form 11-K', 'cik 320194']) {
      expect([text, await titles(text)]).toEqual([text, []]);
    }
    for (const text of ['"apple" 10k1', '"apple" 2024-11-15']) {
      expect([text, await titles(text)]).toEqual([text, ['Apple']]);
    }
  });

  it('shows an international domain in Unicode, and finds it in either form', async () => {
    for (const text of [
      'münchen.example',
      'xn--mnchen-3ya.example',
      'munchen example',
      'plain.example isar',
    ]) {
      const [result] = await ask(text);
      expect(result).toMatchObject({ title: 'Isar', excerpt: 'plain.example, münchen.example' });
    }
    const [result] = await ask('münchen');
    expect(result!.highlight.content).toBe('plain.example, <em>münchen</em>.example');
  });

  it('finds a result by each word of its excerpt', async () => {
    const all = (
      await Promise.all(['form', 'apple', 'isar', 'klarna', 'acme', 'payments', 'bare', 'anvils'].map(ask))
    ).flat();
    const types = new Set(all.map(({ type }) => type));
    expect([...types].sort()).toEqual(['company', 'document', 'filing']);
    const words = new Map<string, Set<string>>();
    for (const { document_id, excerpt } of all) {
      for (const { start, end } of tokenize(excerpt)) {
        const word = excerpt.slice(start, end);
        words.set(word, (words.get(word) ?? new Set()).add(document_id));
      }
    }
    for (const [word, ids] of words) {
      const found = (await ask(`"${word}"`)).map(({ document_id }) => document_id);
      expect([word, found]).toEqual([word, expect.arrayContaining([...ids])]);
    }
  });

  it('finds filings by the current names of their company', async () => {
    const change = async (record: object) => {
      await world.load('company', [record]);
      await world.index();
    };
    await change({ domain: 'klarna.com', cik: '0002003292' });
    await world.load('filing', [
      {
        company: 'klarna.com',
        accession_number: '1',
        name: '6-K',
        type: '6-K',
        filed_at: '2025-09-10',
        url: 'https://www.sec.gov/k.htm',
      },
    ]);
    await world.index();
    expect(await titles('klarna group 6-K')).toEqual(['Klarna: 6-K']);
    await change({ domain: 'klarna.com', legal_entities: [{ name: 'Klarna Holding AB' }] });
    expect([await titles('"klarna group"'), await titles('klarna holding 6-K')]).toEqual([
      [],
      ['Klarna: 6-K'],
    ]);
    await change({ domain: 'klarna.com', listings: [{ ticker: 'KLAR', venue: 'NYSE' }] });
    expect(await titles('KLAR 6-K')).toEqual(['Klarna: 6-K']);
    await change({ domain: 'klarna.com', cik: '0002003293' });
    expect(await titles('2003293 6-K')).toEqual(['Klarna: 6-K']);
    expect(await world.check()).toMatchObject({ missing: 0, stale: 0, surplus: 0, waiting: 0 });
  });
});
