import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { write, writeRanks } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import fc from 'fast-check';
import { loadRecords } from '../../testing/load.ts';
import { categoryKind } from '../../kinds/category/index.ts';
import { companyKind } from '../../kinds/company/index.ts';
import { datasetKind } from '../../kinds/dataset.ts';
import { documentKind } from '../../kinds/document/index.ts';
import { eventKind } from '../../kinds/event/index.ts';
import { filingKind } from '../../kinds/filing/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import { metricKind } from '../../kinds/metric/index.ts';
import { newsKind } from '../../kinds/news.ts';
import { readStates } from '../../stored/storage.ts';

const absent = fc.constant(undefined);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 2, arbitrary: value }, absent);
const orNull = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: value }, absent, fc.constant(null));
const oneOf = (...values: string[]) => fc.constantFrom(...values);
const day = oneOf('2024-01-31', '2024-12-31', '2025-06-30');
const some = (...values: string[]) => orNull(fc.subarray(values));

const company = fc.record({
  name: oneOf('Acme', 'Acme Inc.'),
  type: oneOf('private', 'public'),
  // A slug that no source states is made from the name at the first load, and stays.
  slug: fc.constant('SLUG'),
  description: orNull(oneOf('Makes anvils.', 'Sells anvils.')),
  founding_year: orNull(fc.constantFrom(1990, 1991)),
  is_active: maybe(fc.boolean()),
  headquarters: orNull(
    fc.record({ city: orNull(oneOf('Berlin', 'Dublin')), country: orNull(oneOf('Germany')) }),
  ),
  key_people: orNull(fc.record({ founders: some('A. Cme', 'B. Cme', 'b. cme'), ceo: some('A. Cme') })),
  alternative_domains: some('a.ALT', 'b.ALT'),
  categories: some('Payments', 'Anvils', 'anvils'),
  financials: orNull(
    fc.uniqueArray(
      fc.record({
        name: oneOf('latest_estimated_valuation', 'latest_estimated_revenue'),
        value: fc.constantFrom(91_500, 159e9),
        date: orNull(day),
      }),
      { selector: ({ name }) => name },
    ),
  ),
  listings: orNull(
    fc.uniqueArray(fc.record({ ticker: oneOf('ACME', 'ACM'), venue: orNull(oneOf('XNAS')) }), {
      selector: ({ ticker }) => ticker,
    }),
  ),
});

const citations = orNull(
  fc.uniqueArray(
    fc.record({
      link: oneOf('https://news.example/a', 'https://news.example/b'),
      headline: oneOf('Acme', 'Anvils'),
      publication: fc.constant('News'),
      type: fc.constant('article'),
    }),
    { selector: ({ link }) => link },
  ),
);

/** What a feed says about the one record of each kind, besides its company. */
const FEEDS: [Kind, fc.Arbitrary<object>][] = [
  [companyKind, company],
  [
    datasetKind,
    fc.record({
      name: fc.constant('Acme: Revenue ($)'),
      ...{ x_label: oneOf('Year', 'Day'), y_label: oneOf('Revenue'), data_type: oneOf('Revenue') },
      metric: oneOf('USD', 'EUR'),
      frequency: orNull(oneOf('annual')),
      source_url: orNull(oneOf('https://acme.example/figures')),
      data: fc.array(fc.record({ x: day, y: fc.constantFrom(4, 5), type: fc.constant('historical') }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  ],
  [
    filingKind,
    fc.record({
      accession_number: fc.constant('0000000001-26-000001'),
      ...{ name: oneOf('Annual report', '10-K'), type: oneOf('10-K', '10-K/A') },
      ...{ filed_at: day, url: oneOf('https://filings.example/1'), region: orNull(oneOf('US', 'DE')) },
    }),
  ],
  [
    newsKind,
    fc.record({
      headline: fc.constant('Acme raises $5M'),
      release_date: fc.constant('2026-01-05'),
      ...{ short_headline: oneOf('Acme raises', 'Acme'), description: oneOf('A round.', 'Money.') },
      importance: oneOf('major', 'minor'),
    }),
  ],
  [
    eventKind,
    fc.record({
      event_type: fc.constant('funding_round'),
      data: fc.record({
        ...{ name: fc.constant('Seed'), announced_date: fc.constant('2026-01-05') },
        ...{ status: oneOf('closed', 'announced'), round_type: oneOf('seed', 'growth') },
        ...{ amount_raised: fc.constant('5.00'), currency: oneOf('USD', 'EUR') },
        valuation: orNull(oneOf('10.00', '12.00')),
      }),
      citations,
    }),
  ],
  [
    metricKind,
    fc.record({
      metric_definition: fc.constant({ base: 'revenue', view: 'value', base_period: 'year' }),
      measurement: fc.record({
        ...{ scenario: fc.constant('historical'), end_date: fc.constant('2025-12-31') },
        ...{ type: fc.constant('equals'), unit_kind: fc.constant('currency') },
        ...{ currency_code: fc.constant('USD'), amount: fc.constantFrom(4, 5), status: oneOf('reported') },
      }),
      citations,
    }),
  ],
];

/** What a feed says about a record that belongs to no company. `SLUG` and `ALT` differ between the records. */
const OTHERS: [Kind, fc.Arbitrary<object>][] = [
  [
    documentKind,
    fc.record({
      slug: fc.constant('SLUG'),
      // Another title and another day would be another document.
      ...{ title: oneOf('Anvils', 'ANVILS'), date: fc.constant('2026-01-05') },
      ...{ type: maybe(oneOf('market', 'interview')), updated: orNull(oneOf('2026-02-01')) },
      ...{ summary: orNull(oneOf('Sum', 'Other')), image: orNull(oneOf('https://a.example/a.png')) },
      companies: orNull(
        fc.uniqueArray(
          fc.record({ domain: oneOf('a.ALT', 'b.ALT'), relation: oneOf('subject', 'connected') }),
          { selector: ({ domain }) => domain, maxLength: 2 },
        ),
      ),
      categories: some('Tools', 'tools', 'Anvils'),
      content: fc.record({ markdown: oneOf('Text.', 'Other.\n\n## More\n\nText.') }),
    }),
  ],
  [
    categoryKind,
    fc.record({
      ...{ slug: fc.constant('SLUG'), name: oneOf('Anvils ALT', 'Irons ALT') },
      ...{ companies: some('a.ALT', 'b.ALT'), documents: some('one-SLUG', 'two-SLUG') },
    }),
  ],
];

/** Each order of a list. */
const ordersOf = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => ordersOf(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));

describe.each(usualEngines)('statements of several sources on %s', (engine) => {
  let database: TestDatabase;
  let companies = 0;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    // `a` outranks the others, which are of one rank.
    const ranks = new Map(['a', 'b', 'c', 'd'].map((name, i) => [name, Math.min(i + 1, 2)]));
    await write(database.db, (trx) => writeRanks(trx, ranks));
  });
  afterAll(() => database.close());

  const newDomain = () => `acme-${++companies}.example`;
  /** Replaces the words of the generators that differ between companies. */
  const ofCompany = (value: object, domain: string): object =>
    JSON.parse(
      JSON.stringify(value).replaceAll('ALT', domain).replaceAll('SLUG', domain.replaceAll('.', '-')),
    ) as object;
  const load = async (kind: Kind, records: object[]) => {
    const outcomes = await loadRecords(database.db, kind, records);
    expect(outcomes.filter(({ outcome }) => outcome === 'rejected')).toEqual([]);
    return outcomes.map((each) => ('id' in each ? each.id : ''));
  };
  /** Returns the stored records without what depends on the domain or the time. */
  const contents = async (kind: Kind, ids: (string | number)[], domains: string[]) => {
    const states = await readStates(database.db, kind.storage, ids);
    return ids.map((id, i) =>
      JSON.stringify(states.get(id)!.content)
        .replaceAll(domains[i]!, 'DOMAIN')
        .replaceAll(domains[i]!.replaceAll('.', '-'), 'DOMAIN')
        .replaceAll(/"(?:id|updated_at)":"[^"]*"/g, '""'),
    );
  };

  it.each(FEEDS.map(([kind, feed]) => [kind.plural, kind, feed] as const))(
    'make the same %s in every order',
    async (_name, kind, feed) => {
      const feeds = fc.array(fc.record({ said: feed, as_of: maybe(day) }), { minLength: 2, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(feeds, async (given) => {
          const orders = ordersOf(given.map(({ said, as_of }, i) => ({ said, as_of, source: 'abc'[i]! })));
          const domains = orders.map(newDomain);
          if (kind !== companyKind)
            await load(
              companyKind,
              domains.map((domain) => ({ domain, name: domain, type: 'private' })),
            );
          let ids: (string | number)[] = [];
          for (const step of given.keys()) {
            const records = orders.map((order, i) => {
              // Without a day, the load is the observation: the days of such feeds must not depend on the order.
              const { said, source, as_of = '2023-01-01' } = order[step]!;
              const key = kind === companyKind ? { domain: domains[i] } : { company: domains[i] };
              return { ...ofCompany(said, domains[i]!), ...key, source, as_of };
            });
            ids = await load(kind, records);
          }
          const [first, ...others] = await contents(kind, ids, domains);
          for (const other of others) expect(other).toBe(first);
        }),
        { numRuns: 12 },
      );
    },
  );

  it.each(OTHERS.map(([kind, feed]) => [kind.plural, kind, feed] as const))(
    'make the same %s in every order',
    async (_name, kind, feed) => {
      const feeds = fc.array(fc.record({ said: feed, as_of: maybe(day) }), { minLength: 2, maxLength: 3 });
      // Each company and document states whether it is in the category.
      const members = fc.array(some('SLUG'), { minLength: 4, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(feeds, members, fc.nat(3), async (given, own, at) => {
          const orders = ordersOf(given.map(({ said, as_of }, i) => ({ said, as_of, source: 'abc'[i]! })));
          const domains = orders.map(newDomain);
          const each = (step: (domain: string, i: number) => object[]) =>
            domains.flatMap((domain, i) => step(domain, i).map((record) => ofCompany(record, domain)));
          const company = (name: string) => ({ domain: `${name}.ALT`, name: `${name} ALT`, type: 'private' });
          const document = (name: string) => ({
            ...{ slug: `${name}-SLUG`, title: name, date: '2026-01-05', content: { sections: [] } },
          });
          const all = () => [company('a'), company('b')];
          await load(companyKind, each(all));
          await load(
            documentKind,
            each(() => [document('one'), document('two')]),
          );
          /** Loads the members with their categories, before, between or after the feeds. */
          const loadMembers = async () => {
            const categories = (i: number) => (own[i] === undefined ? {} : { categories: own[i] });
            await load(
              companyKind,
              each(() => all().map((one, i) => ({ ...one, ...categories(i) }))),
            );
            await load(
              documentKind,
              each(() => ['one', 'two'].map((name, i) => ({ ...document(name), ...categories(i + 2) }))),
            );
          };
          let ids: (string | number)[] = [];
          for (const step of given.keys()) {
            // The members of the last order are loaded last.
            if (kind === categoryKind && step === at % given.length) await loadMembers();
            const records = orders.map((order, i) => {
              const { said, source, as_of = '2023-01-01' } = order[step]!;
              return { ...ofCompany(said, domains[i]!), source, as_of };
            });
            ids = await load(kind, records);
          }
          const [first, ...others] = await contents(kind, ids, domains);
          for (const other of others) expect(other).toBe(first);
        }),
        { numRuns: 8 },
      );
    },
  );

  it('keep the figures of a full feed that a thin feed does not have', async () => {
    const domain = newDomain();
    const financials = [
      { name: 'latest_estimated_valuation', value: 159e9, date: '2025-02-27' },
      { name: 'total_estimated_funding', value: 8.7e9, date: '2023-03-15' },
    ];
    const full = { domain, name: 'Stripe', type: 'private', categories: ['Payments'], financials };
    await load(companyKind, [full]);
    const thin = { domain, financials: [{ name: 'latest_estimated_valuation', value: 91_500 }] };
    const [id] = await load(companyKind, [{ ...thin, source: 'spreadsheet' }]);
    const stored = async () =>
      (await readStates(database.db, companyKind.storage, [id!])).get(id!)!.content['financials'];
    // It has no date, so the day of its load counts.
    expect(await stored()).toEqual([
      { name: 'latest_estimated_valuation', value: 91_500, date: null },
      financials[1],
    ]);
    // Within a source, a list replaces the one before.
    await load(companyKind, [{ ...full, financials: financials.slice(1) }]);
    expect(await stored()).toEqual([
      { name: 'latest_estimated_valuation', value: 91_500, date: null },
      financials[1],
    ]);
  });

  it('change a statement only when the source says something else', async () => {
    const domain = newDomain();
    const record = { domain, name: 'Same', type: 'private', source: 'b' };
    await load(companyKind, [record]);
    await load(companyKind, [record]);
    await load(companyKind, [{ ...record, name: 'Other' }]);
    await load(companyKind, [record]);
    const said = await database
      .db('statements')
      .where('content_json', 'like', `%${domain}%`)
      .orderBy('id')
      .pluck('content_json');
    expect(said.map((json: string) => (JSON.parse(json) as { name: string }).name)).toEqual([
      'Same',
      'Other',
      'Same',
    ]);
  });
});
