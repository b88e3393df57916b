import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entry, type Bench } from './bench.ts';

/** The number of generated corpora. Each is indexed, which takes a search server a second. */
const RUNS = Number(process.env['SEARCH_CORPORA'] ?? 5);

/** Tests of the content and order of result pages. */
export function describeResults(bench: Bench): void {
  const { put, empty, remove, search, ids } = bench;

  describe('results', () => {
    it('have the fields of the entry, with the date as UTC with an offset [R-SEARCH-14]', async () => {
      await put({
        type: 'company',
        id: '42',
        title: 'Stripe',
        excerpt: 'Payments <b>for</b> the internet',
        url: '/stripe',
        date: '2026-01-13T21:01:20.492Z',
        passages: [{ title: 'About', text: 'Stripe builds payments infrastructure.' }],
      });
      expect(await search('payments')).toEqual({
        total: 1,
        results: [
          {
            document_id: '42',
            type: 'company',
            title: 'Stripe',
            excerpt: 'Payments <b>for</b> the internet',
            url: '/stripe',
            date: '2026-01-13T21:01:20+00:00',
            highlight: { title: 'Stripe', content: 'Stripe builds <em>payments</em> infrastructure.' },
          },
        ],
      });
    });

    it('have no content highlight when only the title matched [R-SEARCH-16]', async () => {
      await put(entry({ title: 'Zirconium outlook', text: 'About metals.' }));
      const [result] = (await search('zirconium')).results;
      expect(result!.highlight).toEqual({ title: '<em>Zirconium</em> outlook' });
    });

    it('rank a title match above the same match in a passage', async () => {
      await put(
        entry({ id: 'body', title: 'Weekly notes', text: 'all about zirconium' }),
        entry({ id: 'title', title: 'All about zirconium', text: 'weekly notes' }),
      );
      expect(await ids('zirconium')).toEqual(['title', 'body']);
    });

    it('of equal rank are sorted by newest date, then by lowest id', async () => {
      const alike = { title: 'Zirconium', text: 'the same' };
      await put(
        entry({ ...alike, id: 'b', date: '2024-01-01T00:00:00.000Z' }),
        entry({ ...alike, id: 'new', date: '2024-01-01T00:00:00.001Z' }),
        entry({ ...alike, id: 'a', date: '2024-01-01T00:00:00.000Z' }),
      );
      expect(await ids('zirconium')).toEqual(['new', 'a', 'b']);
    });
  });

  describe('a long text', () => {
    const numbered = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index}`);

    it('is found by all its words, and the snippet shows its matching passage', async () => {
      await put(
        entry({ id: 'one passage', text: numbered('x', 70_000).join(' ') }),
        entry({
          id: 'short passages',
          passages: numbered('y', 8_000).map((word, index) => ({
            title: `Part ${index}`,
            text: `${word} is said.`,
          })),
        }),
      );
      for (const word of ['x0', 'x65534', 'x65535', 'x65536', 'x69999']) {
        expect(await ids(word)).toEqual(['one passage']);
      }
      expect(await ids('"x65535 x65536" x69999')).toEqual(['one passage']);
      for (const word of ['y0', 'y7281', 'y7999']) expect(await ids(word)).toEqual(['short passages']);
      const [result] = (await search('y7999 y3')).results;
      expect(result!.highlight.content).toBe('<em>y3</em> is said.');
    });
  });

  describe('two indexes', () => {
    it('return documents first, then companies and filings, whatever their rank [R-SEARCH-06 R-SEARCH-07]', async () => {
      await put(
        entry({ id: 'c', type: 'company', title: 'Zirconium zirconium' }),
        entry({ id: 'f', type: 'filing', title: 'Zirconium' }),
        entry({
          id: 'd',
          text: `A long text that names zirconium once. ${'Other words follow. '.repeat(50)}`,
        }),
      );
      expect((await search('zirconium')).total).toBe(3);
      expect((await ids('zirconium'))[0]).toBe('d');
      expect(await ids({ text: 'zirconium', limit: 1, offset: 0 })).toEqual(['d']);
      expect((await ids({ text: 'zirconium', limit: 2, offset: 1 })).sort()).toEqual(['c', 'f']);
    });

    it('keep entries of different types with the same id apart', async () => {
      await put(
        entry({ id: '7', type: 'company', title: 'Zirconium' }),
        entry({ id: '7', type: 'filing', title: 'Zirconium' }),
        entry({ id: '7', type: 'document', title: 'Zirconium' }),
      );
      await remove([{ type: 'filing', id: '7' }]);
      const types = (await search('zirconium')).results.map((result) => result.type);
      expect(types).toEqual(['document', 'company']);
    });

    it('return exact totals and consistent pages for any entries, query and bounds [R-SEARCH-08]', async () => {
      const word = fc.constantFrom('amber', 'basalt', 'cobalt', 'dolomite', 'erbium');
      const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));
      const day = fc.integer({ min: 1, max: 5 });
      const document = fc.record({
        type: fc.constantFrom('document' as const, 'company' as const, 'filing' as const),
        title: words,
        text: words,
        day,
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(document, { maxLength: 12 }),
          fc.uniqueArray(word, { minLength: 1, maxLength: 5 }),
          fc.option(day, { nil: undefined }),
          fc.constantFrom(1, 3, 7),
          async (corpus, asked, from, limit) => {
            await empty();
            const stored = corpus.map(({ day: date, ...rest }) =>
              entry({ ...rest, date: `2024-01-0${date}T12:00:00.000Z` }),
            );
            await put(...stored);
            const query = {
              text: asked.join(' '),
              dateFrom: from === undefined ? undefined : `2024-01-0${from}T00:00:00.000Z`,
            };
            const all = await search({ ...query, limit: 100 });
            expect(all.results).toHaveLength(all.total);
            const isWhole = (candidate: (typeof corpus)[number]) =>
              asked.every((term) => `${candidate.title} ${candidate.text}`.split(' ').includes(term)) &&
              candidate.day >= (from ?? 0);
            const whole = corpus.filter(isWhole).length;
            if (asked.length === 1) expect(all.total).toBe(whole);
            // Entries with all words come first in their index, after companies that are named.
            const isNamed = ({ type, title }: (typeof corpus)[number]) =>
              type === 'company' && ` ${query.text} `.includes(` ${title} `);
            const byId = new Map(stored.map(({ id }, place) => [id, corpus[place]!]));
            for (const isDocument of [true, false]) {
              const found = all.results
                .filter(({ type }) => (type === 'document') === isDocument)
                .filter(({ document_id }) => !isNamed(byId.get(document_id)!))
                .map(({ document_id }) => isWhole(byId.get(document_id)!));
              expect(found).toEqual([...found].sort((a, b) => Number(b) - Number(a)));
            }
            expect(all.results.filter(({ document_id }) => isWhole(byId.get(document_id)!))).toHaveLength(
              whole,
            );
            const firstOther = all.results.findIndex((result) => result.type !== 'document');
            const tail = firstOther < 0 ? [] : all.results.slice(firstOther);
            expect(tail.filter((result) => result.type === 'document')).toEqual([]);
            for (let offset = 0; offset <= all.total + 1; offset += 1) {
              const page = await search({ ...query, limit, offset });
              expect(page).toEqual({
                total: all.total,
                results: all.results.slice(offset, offset + limit),
              });
            }
          },
        ),
        { numRuns: RUNS },
      );
    });
  });

  describe('date bounds', () => {
    it('are inclusive at both ends, to the millisecond [R-SEARCH-05]', async () => {
      const at = (id: string, date: string) => entry({ id, title: 'Zirconium', date });
      await put(
        at('a', '2024-03-01T00:00:00.000Z'),
        at('b', '2024-03-01T23:59:59.999Z'),
        at('c', '2024-03-02T00:00:00.000Z'),
      );
      const text = 'zirconium';
      const dateFrom = '2024-03-01T23:59:59.999Z';
      expect(await ids({ text, dateFrom })).toEqual(['c', 'b']);
      expect(await ids({ text, dateTo: dateFrom })).toEqual(['b', 'a']);
      expect(await ids({ text, dateFrom, dateTo: dateFrom })).toEqual(['b']);
      expect(await search({ text, dateFrom: '2024-03-03T00:00:00.000Z' })).toEqual({
        total: 0,
        results: [],
      });
    });

    it('apply to long queries too', async () => {
      await put(entry({ text: 'amber basalt cobalt dolomite', date: '2020-01-01T00:00:00.000Z' }));
      const query = { text: 'amber basalt cobalt dolomite erbium', dateFrom: '2021-01-01T00:00:00.000Z' };
      expect(await search(query)).toEqual({ total: 0, results: [] });
    });
  });
}
