import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import type { CompanyRow } from '@dossier/store';
import { indexOutbox } from '../../index/outbox.ts';
import { loadRecords } from '../../testing/load.ts';
import { companyKind } from './index.ts';

const ACME = {
  domain: 'acme.com',
  name: 'Acme',
  type: 'private',
  alternative_domains: ['acme.org'],
  cik: '42',
  description: 'Makes anvils.',
  headquarters: { city: 'Paris', country: 'France' },
  key_people: { founders: ['Ann Lee'], ceo: ['Ann Lee'] },
  categories: ['Fintech', 'Heavy Goods'],
  financials: [
    { name: 'total_estimated_funding', value: 5e6, date: '2020-01-01', source_url: 'https://a.com' },
    { name: 'latest_estimated_valuation', value: 0.1, date: null },
  ],
  listings: [{ ticker: 'ACM', venue: null, listed_at: '2021-02-03' }],
};

describe.each(engines)('companies on %s', (engine) => {
  let database: TestDatabase;
  const load = (...records: object[]) => loadRecords(database.db, companyKind, records);
  const loadOne = async (record: object) => (await load(record))[0]!;
  const rowOf = async (domain: string) => database.db<CompanyRow>('companies').where({ domain }).first();
  const domainsOf = async (id: number) =>
    (await database
      .db('company_domains')
      .where({ company_id: id })
      .orderBy('domain')
      .pluck('domain')) as string[];
  const rejected = (reason: RegExp) => ({ outcome: 'rejected', reason: expect.stringMatching(reason) });

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    for (const table of ['outbox', 'filings', 'companies', 'categories']) await database.db(table).delete();
    expect(await loadOne(ACME)).toMatchObject({ outcome: 'new' });
  });
  afterAll(() => database.close());

  it('stores a batch of companies with so many domains again', async () => {
    const alternatives = (i: number) => Array.from({ length: 170 }, (_, n) => `a${n}.many-${i}.com`);
    const many = Array.from({ length: 200 }, (_, i) => ({
      ...{
        domain: `many-${i}.com`,
        name: `Many ${i}`,
        type: 'private',
        alternative_domains: alternatives(i),
      },
    }));
    for (const outcome of ['new', 'unchanged'])
      expect(new Set((await load(...many)).map((each) => each.outcome))).toEqual(new Set([outcome]));
  });

  it('swaps domains and CIKs between companies with the steps that the reject reasons suggest', async () => {
    const bolt = {
      domain: 'bolt.io',
      name: 'Bolt',
      type: 'private',
      alternative_domains: ['bolt.org'],
      cik: '7',
    };
    await load(bolt);
    const swapped = [
      { ...ACME, alternative_domains: ['bolt.org'], cik: '7' },
      { ...bolt, alternative_domains: ['acme.org'], cik: '42' },
    ];
    const withoutCik = swapped.map(({ cik: _cik, ...rest }) => rest);
    expect(await load(...swapped)).toMatchObject([
      rejected(/^duplicate CIK: .*; if it has moved, first load bolt\.io with "cik": null$/),
      rejected(/^duplicate CIK: .*; if it has moved, first load acme\.com with "cik": null$/),
    ]);
    const sentence =
      /; if it has moved, first load (bolt\.io|acme\.com) with "alternative_domains" that omit it$/;
    expect(await load(...withoutCik)).toMatchObject([rejected(sentence), rejected(sentence)]);
    await load({ domain: 'bolt.io', cik: null, alternative_domains: [] });
    await load({ domain: 'acme.com', cik: null, alternative_domains: [] });
    expect(await load(...swapped)).toMatchObject([{ outcome: 'changed' }, { outcome: 'changed' }]);
    expect(await load(...swapped)).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }]);
  });

  it('warns about a second company whose domain differs only by www', async () => {
    const other = (domain: string) => ({ domain, name: domain, type: 'private' });
    const [first, second, third, fourth] = await load(
      other('www.acme.com'),
      other('www.new.com'),
      other('new.com'),
      other('www.acme.org'),
    );
    expect(first).toMatchObject({
      outcome: 'new',
      warnings: [
        expect.stringMatching(/^www domain: www\.acme\.com is new, but acme\.com exists; if both are one/),
      ],
    });
    expect(second).toMatchObject({ warnings: [] });
    expect(third).toMatchObject({
      warnings: [expect.stringMatching(/new\.com is new, but www\.new\.com exists/)],
    });
    expect(fourth).toMatchObject({ warnings: [expect.stringMatching(/but acme\.org exists/)] });
    expect(await loadOne(other('www.acme.com'))).toMatchObject({ outcome: 'unchanged', warnings: [] });
  });

  it('stores a company with its parts, and changes nothing when it is loaded twice', async () => {
    const before = (await rowOf('acme.com'))!;
    expect(before).toMatchObject({
      slug: 'acme',
      cik: '0000000042',
      founding_year: null,
      updated_at: before.created_at,
    });
    expect(JSON.parse(before.key_people_json)).toEqual({
      founders: [{ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/), name: 'Ann Lee' }],
      ceo: [{ id: expect.any(String), name: 'Ann Lee' }],
    });
    expect(await database.db('company_listings')).toMatchObject([
      { ticker: 'ACM', venue: '', listed_at: '2021-02-03' },
    ]);
    expect(await database.db('company_financials').orderBy('name')).toMatchObject([
      { name: 'latest_estimated_valuation', value: 0.1, source_url: null },
      { name: 'total_estimated_funding', value: 5e6, source_url: 'https://a.com' },
    ]);
    await database.db('outbox').delete();
    expect(await loadOne(ACME)).toEqual({ outcome: 'unchanged', id: before.id, warnings: [] });
    expect(await rowOf('acme.com')).toEqual(before);
    expect(await database.db('outbox')).toEqual([]);
  });

  it('has one listing of a ticker however sources spell the venue', async () => {
    const listed = (venue: string, listed_at?: string) => [
      { ticker: 'VEN', venue, ...(listed_at && { listed_at }) },
    ];
    const venues = { domain: 'venues.com', name: 'Venues', type: 'public' };
    await loadOne({ ...venues, listings: listed('NasdaqGS', '2020-01-02') });
    await loadOne({ domain: 'venues.com', add_listings: listed('XNAS') });
    await loadOne({ domain: 'venues.com', add_listings: listed('New York Stock Exchange') });
    expect(await database.db('company_listings').where({ ticker: 'VEN' }).orderBy('venue')).toMatchObject([
      { venue: 'New York Stock Exchange', listed_at: null },
      { venue: 'XNAS', listed_at: '2020-01-02' },
    ]);
  });

  it('replaces a figure with its link', async () => {
    const figure = { name: 'total_estimated_funding', value: 5e6, date: '2020-01-01' };
    const linkOf = async () => (await database.db('company_financials').first('source_url')).source_url;
    const load = async (source_url?: string) => {
      const financials = [{ ...figure, ...(source_url !== undefined && { source_url }) }];
      const { outcome } = await loadOne({ domain: 'acme.com', financials });
      return [outcome, await linkOf()];
    };
    expect(await load('https://a.com')).toEqual(['changed', 'https://a.com']);
    expect(await load('https://a.com')).toEqual(['unchanged', 'https://a.com']);
    expect(await load('https://b.com')).toEqual(['changed', 'https://b.com']);
    expect(await load()).toEqual(['changed', null]);
    expect(await load()).toEqual(['unchanged', null]);
    // A figure without a link has the same hash as in earlier releases.
    await database.db('companies').update({ content_hash: '' });
    expect(await load()).toEqual(['unchanged', null]);
  });

  it('keeps absent fields, clears null ones and replaces lists', async () => {
    const before = (await rowOf('acme.com'))!;
    const change = {
      domain: 'acme.com',
      description: null,
      headquarters: { city: 'Lyon' },
      key_people: { ceo: ['Bo Chan'] },
      categories: null,
      financials: [{ name: 'latest_estimated_valuation', value: 7 }],
    };
    expect(await loadOne(change)).toMatchObject({ outcome: 'changed', id: before.id });
    const after = (await rowOf('acme.com'))!;
    expect(after).toMatchObject({
      name: 'Acme',
      description: null,
      headquarters_city: 'Lyon',
      headquarters_country: 'France',
      created_at: before.created_at,
    });
    expect(after.updated_at > before.updated_at).toBe(true);
    const people = JSON.parse(after.key_people_json) as { founders: unknown; ceo: unknown };
    expect(people).toMatchObject({ founders: [{ name: 'Ann Lee' }], ceo: [{ name: 'Bo Chan' }] });
    expect(await database.db('company_categories')).toEqual([]);
    expect(await database.db('company_financials').select('name', 'value', 'date')).toEqual([
      { name: 'latest_estimated_valuation', value: 7, date: null },
    ]);
    expect(await domainsOf(before.id)).toEqual(['acme.com', 'acme.org']);
    expect(await loadOne(change)).toMatchObject({ outcome: 'unchanged' });
  });

  it('serves an undated figure unless another one is of a later day than its source', async () => {
    const name = 'latest_estimated_valuation';
    const warned: string[] = [];
    const figure = async (source: string, given: object, as_of?: string) => {
      const outcome = await loadOne({
        domain: 'undated.example',
        source,
        as_of,
        financials: [{ name, ...given }],
      });
      warned.push(...('warnings' in outcome ? outcome.warnings! : []));
      const { id } = (await rowOf('undated.example'))!;
      const [row] = await database.db('company_financials').where({ company_id: id }).select('value', 'date');
      return row as { value: number; date: string | null };
    };
    await loadOne({ domain: 'undated.example', name: 'Undated', type: 'private', slug: 'undated' });
    expect(await figure('a', { value: 40, date: '2012-02-01' })).toEqual({ value: 40, date: '2012-02-01' });
    expect(await figure('b', { value: 2000 }, '2014-06-30')).toEqual({ value: 2000, date: null });
    expect(await figure('c', { value: 91_500, date: '2025-02-27' })).toMatchObject({ value: 91_500 });
    expect(await figure('d', { value: 7 }, '2013-01-01')).toMatchObject({ value: 91_500 });
    expect(await figure('e', { value: 160_000 })).toEqual({ value: 160_000, date: null });
    expect(warned).toEqual([
      expect.stringMatching(
        /^undated figure: financials\.latest_estimated_valuation has the day of its source, 2014-06-30, and replaces that of 2012-02-01 of a/,
      ),
      expect.stringContaining('and replaces that of 2025-02-27 of c'),
    ]);
  });

  it('finds a company by any of its domains and by its CIK', async () => {
    const { id } = (await rowOf('acme.com'))!;
    expect(await loadOne({ domain: 'ACME.org.', founding_year: 1999 })).toMatchObject({
      outcome: 'changed',
      id,
    });
    expect(await loadOne({ domain: 'acme.org', name: 'acme' })).toMatchObject({ outcome: 'changed', id });
    expect(await loadOne({ cik: 42, founding_year: 2000 })).toMatchObject({ outcome: 'changed', id });
    expect(await rowOf('acme.com')).toMatchObject({ founding_year: 2000, name: 'acme', domain: 'acme.com' });
  });

  it('rejects a domain or CIK of another company', async () => {
    const outcomes = await load(
      { domain: 'acme.org', name: 'Other', type: 'private' },
      { domain: 'other.com', name: 'Other', type: 'private', alternative_domains: ['acme.org'] },
      { domain: 'other.com', name: 'Other', type: 'private', cik: '0000000042' },
      { domain: 'third.com', name: 'Third', type: 'private' },
      { domain: 'THIRD.com', name: 'Third again', type: 'private' },
    );
    expect(outcomes).toEqual([
      rejected(/^duplicate domain: acme\.org is an alternative domain of Acme \(acme\.com\)/),
      rejected(/^duplicate domain: acme\.org belongs to Acme/),
      rejected(/^duplicate CIK: 0000000042 belongs to Acme \(acme\.com\), not to other\.com/),
      expect.objectContaining({ outcome: 'new' }),
      rejected(/^duplicate domain: record 4 has third\.com too/),
    ]);
    expect(await database.db('companies')).toHaveLength(2);
  });

  it('moves a company to another main domain when the record lists both', async () => {
    const { id } = (await rowOf('acme.com'))!;
    const moved = { domain: 'acme.io', name: 'Acme', alternative_domains: ['acme.com', 'acme.org'] };
    expect(await loadOne(moved)).toMatchObject({ outcome: 'changed', id });
    expect(await rowOf('acme.io')).toMatchObject({ id, slug: 'acme' });
    expect(await domainsOf(id)).toEqual(['acme.com', 'acme.io', 'acme.org']);
    expect(await loadOne(moved)).toMatchObject({ outcome: 'unchanged', id });
    expect(await loadOne({ ...moved, name: 'Thief', domain: 'thief.com' })).toEqual(
      rejected(/^duplicate domain/),
    );
  });

  it('moves a domain from one company to another in one batch', async () => {
    const outcomes = await load(
      { domain: 'acme.com', alternative_domains: [] },
      { domain: 'acme.org', name: 'Acme Foundation', type: 'private' },
    );
    expect(outcomes).toMatchObject([{ outcome: 'changed' }, { outcome: 'new' }]);
    expect(await rowOf('acme.org')).toMatchObject({ slug: 'acme-foundation' });
  });

  it('assigns every company a unique, stable slug', async () => {
    await load(
      { domain: 'acme.de', name: 'ACME', type: 'private' },
      { domain: 'tools.net', name: 'Acme', type: 'private' },
      { domain: 'kaisha.jp', name: '株式会社', type: 'private' },
      { domain: 'q.com', name: '???', type: 'private' },
    );
    const slugs = await database.db<CompanyRow>('companies').orderBy('id').pluck('slug');
    expect(slugs).toEqual(['acme', 'acme-de', 'acme-tools-net', '株式会社', 'q-com']);
    await load({ domain: 'acme.com', name: 'Anvil Works' });
    expect(await rowOf('acme.com')).toMatchObject({ name: 'Anvil Works', slug: 'acme' });
    await load({ domain: 'acme.com', slug: 'anvil-works' });
    expect(await rowOf('acme.com')).toMatchObject({ slug: 'anvil-works' });
    expect(await loadOne({ domain: 'acme.de', slug: 'anvil-works' })).toEqual(
      rejected(/^duplicate slug: "anvil-works" is the slug of acme\.com$/),
    );
  });

  it('replaces a reserved slug, with a warning', async () => {
    const warnings = [expect.stringMatching(/"rankings" is reserved; the company has "rankings-/)];
    expect(await loadOne({ domain: 'r.com', name: 'Rankings', type: 'private' })).toMatchObject({
      outcome: 'new',
      warnings,
    });
    expect(await rowOf('r.com')).toMatchObject({ slug: 'rankings-r-com' });
    expect(await loadOne({ domain: 'r.com', slug: 'rankings' })).toMatchObject({
      outcome: 'unchanged',
      warnings,
    });
  });

  it('stores one category for different spellings of its name', async () => {
    const { id } = (await rowOf('acme.com'))!;
    expect(await loadOne({ ...ACME, categories: ['heavy goods', 'FINTECH', 'fintech'] })).toMatchObject({
      outcome: 'unchanged',
      id,
    });
    expect(await database.db('categories').orderBy('slug').select('slug', 'name')).toEqual([
      { slug: 'fintech', name: 'Fintech' },
      { slug: 'heavy-goods', name: 'Heavy Goods' },
    ]);
  });

  it('rejects a new company without name, type, and a domain or known CIK', async () => {
    expect(
      await load(
        { domain: 'new.com' },
        { name: 'New', type: 'private' },
        { cik: '7', name: 'N', type: 'public' },
      ),
    ).toEqual([
      rejected(/^missing field: a new company needs name, type/),
      rejected(/^missing domain: add a "domain" column.*"domain_of".*--domains/),
      rejected(/^missing domain: /),
    ]);
  });

  it('finds a company by the id of its source, and keeps one id of a source for one company', async () => {
    const crunch = { source: 'crunch', external_id: '/acme' };
    expect(await loadOne({ domain: 'acme.com', ...crunch })).toMatchObject({ outcome: 'changed' });
    expect(await loadOne({ domain: 'acme.com', ...crunch })).toMatchObject({ outcome: 'unchanged' });
    expect(await loadOne({ ...crunch, description: 'Sells anvils.' })).toMatchObject({ outcome: 'changed' });
    expect(await rowOf('acme.com')).toMatchObject({ description: 'Sells anvils.' });
    const bolt = { domain: 'bolt.io', name: 'Bolt', type: 'private' };
    expect(
      await load(
        { ...crunch, source: 'other', name: 'Nobody', type: 'private' },
        { ...crunch, match: ['domain', 'cik'] },
        { external_id: '/acme' },
        { ...bolt, ...crunch },
        bolt,
        { ...bolt, ...crunch },
      ),
    ).toMatchObject([
      rejected(/^missing domain: /),
      rejected(/^missing domain: /),
      rejected(/^missing source: .*--source <name>/),
      rejected(
        /^probable duplicate: \/acme of crunch belongs to Acme \(acme\.com\), not to bolt\.io; .*alternative_domains$/,
      ),
      { outcome: 'new' },
      rejected(/^duplicate external id: \/acme of crunch belongs to Acme \(acme\.com\), not to bolt\.io/),
    ]);
    expect(await database.db('company_external_ids').select('source', 'external_id')).toEqual([crunch]);
  });

  it.each([
    ['トヨタ自動車株式会社', 'トヨタ自動車'],
    ['華為技術', '華為技術有限公司'],
    ['Газпром', 'ПАО «Газпром»'],
    ['Astra International', 'PT Astra International Tbk'],
    ['Orlen S.A.', 'Orlen Sp. z o.o.'],
  ])('reports %s and %s at another domain as a probable duplicate', async (stored, name) => {
    await load({ domain: 'one.example', name: stored, type: 'public' });
    expect(await load({ domain: 'two.example', name, type: 'public' })).toMatchObject([
      {
        outcome: 'new',
        warnings: [
          expect.stringContaining(`probable duplicate: two.example is new, but ${stored} (one.example) has`),
        ],
      },
    ]);
  });

  it('reports probable duplicates among the new companies of a batch', async () => {
    const outcomes = await load(
      { domain: 'one.example', name: 'トヨタ自動車株式会社', type: 'public' },
      { domain: 'two.example', name: 'トヨタ自動車', type: 'public' },
      {
        domain: 'three.example',
        name: 'Yandex N.V.',
        type: 'public',
        headquarters: { country: 'Netherlands' },
      },
      { domain: 'four.example', name: 'Yandex', type: 'public', headquarters: { country: 'Russia' } },
    );
    expect(outcomes).toMatchObject([
      { warnings: [] },
      {
        warnings: [
          'probable duplicate: two.example is new, but トヨタ自動車株式会社 (one.example) has the same name; if its website has changed, list one.example in alternative_domains',
        ],
      },
      { warnings: [] },
      { warnings: [] },
    ]);
  });

  it.each([
    ['Bolt', 'Just Ryt Foods', true],
    ['トヨタ自動車', '本田技研工業', true],
    ['Meta', 'Facebook, Inc.', true],
    ['Bolt', 'Bolt Financial Inc.', false],
    ['International Business Machines', 'IBM International', false],
    ['Bolt Ltd', 'BOLT', false],
  ])('warns of a load that renames %s to %s: %s', async (name, other, isWarned) => {
    const named = { domain: 'one.example', type: 'private' };
    await load({ ...named, name });
    const [outcome] = await load({ ...named, name: other });
    expect(outcome).toMatchObject({
      outcome: 'changed',
      warnings: isWarned
        ? [
            `other name: one.example was ${name}, and is now ${other}; if this is another company, undo the load, and give ${other} its own domain or list the host in except`,
          ]
        : [],
    });
    expect(await load({ ...named, name: other })).toMatchObject([{ outcome: 'unchanged', warnings: [] }]);
  });

  it('accepts any name for a company with the same CIK', async () => {
    const named = { domain: 'one.example', type: 'public', cik: '99' };
    await load({ ...named, name: 'Facebook' });
    expect(await load({ ...named, name: 'Meta Platforms' })).toMatchObject([{ warnings: [] }]);
  });

  it('dates the search entry of a company by a year of three digits, and cuts no character of its excerpt', async () => {
    const description = 'a' + '😀'.repeat(200);
    await load({
      ...{ domain: 'kongo.example', name: 'Kongō Gumi', type: 'private', founding_year: 578, description },
    });
    const { id } = await database
      .db('companies')
      .where({ domain: 'kongo.example' })
      .first<{ id: number }>('id');
    const [entry] = await companyKind.searchDocuments!(database.db, [String(id)]);
    expect(entry).toMatchObject({
      date: '0578-01-01T00:00:00.000Z',
      excerpt: `a${'😀'.repeat(119)}…`,
    });
  });

  /** Loads a company of a country, and returns what a search shows of each company that it finds. */
  async function findOf(country: string, text: string) {
    await load({ domain: 'one.example', name: 'One', type: 'private', headquarters: { country } });
    const search = await openSearch('sqlite::memory:');
    try {
      await indexOutbox({ db: database.db, search });
      const { results } = await search.search({ text, limit: 10, offset: 0 });
      return results.map(({ excerpt, highlight }) => [excerpt, highlight.content]);
    } finally {
      await search.close();
    }
  }

  it.each([
    ['United Kingdom', 'UK', 'United Kingdom (<em>UK</em>, Britain)'],
    ['USA', 'united states', 'USA (<em>United</em> <em>States</em>, US)'],
    ['Deutschland', 'germany', 'Deutschland (<em>Germany</em>)'],
    ['United Arab Emirates', 'UAE', 'United Arab Emirates (<em>UAE</em>)'],
    ['Macao', 'macao', '<em>Macao</em>'],
  ])('of %s is found by %s, and the result shows the name', async (country, text, content) => {
    expect(await findOf(country, text)).toEqual([[`${country}; one.example`, `${content}; one.example`]]);
  });

  it.each([
    ['Armenia', 'arm'],
    ['Macao', 'mac'],
    ['Peru', 'per user'],
    ['Angola', 'years ago'],
    ['Hong Kong', 'china'],
    ['Atlantis', 'UK'],
  ])('of %s is not found by %s', async (country, text) => {
    expect(await findOf(country, text)).toEqual([]);
  });

  it('reports a company whose website has changed as a probable duplicate', async () => {
    const acme = { name: 'ACME Inc.', type: 'private' };
    const outcomes = await load(
      { ...acme, domain: 'acme.dev', headquarters: { country: 'France' } },
      { ...acme, domain: 'acme.us', headquarters: { country: 'United States' } },
      { name: 'Acme', type: 'private', domain: 'acme.biz', cik: '42' },
    );
    expect(outcomes).toMatchObject([
      {
        outcome: 'new',
        warnings: [expect.stringMatching(/^probable duplicate: acme\.dev is new, but Acme \(acme\.com\)/)],
      },
      { outcome: 'new', warnings: [] },
      rejected(
        /^probable duplicate: 0000000042 belongs to Acme \(acme\.com\), not to acme\.biz; if its website/,
      ),
    ]);
    const moved = {
      name: 'Acme',
      domain: 'acme.biz',
      cik: '42',
      alternative_domains: ['acme.com', 'acme.org'],
    };
    expect(await loadOne(moved)).toMatchObject({ outcome: 'changed' });
  });

  it('rejects a public suffix and a host that many companies share as a domain', async () => {
    expect(
      await load(
        { domain: 'facebook.com', name: 'Dirt Wurx Excavation', type: 'private' },
        { domain: 'facebook.com', name: 'Facebook', type: 'public' },
        { domain: 'acme.com', alternative_domains: ['co.uk'] },
      ),
    ).toMatchObject([
      rejected(
        /^shared host: many companies have pages on facebook\.com, so it is not the domain of Dirt Wurx Excavation; give the website of Dirt Wurx Excavation, or leave its domain empty$/,
      ),
      { outcome: 'new' },
      rejected(/^public suffix: domains end with co\.uk/),
    ]);
    expect(
      await loadOne({ domain: 'acme.com', alternative_domains: ['myacme.github.io', 'github.io'] }),
    ).toMatchObject({
      outcome: 'changed',
    });
    expect(await loadOne({ domain: 'facebook.com', description: 'A network.' })).toMatchObject({
      outcome: 'changed',
    });
  });

  it.each([
    ['snapchat.com', 'Snap Inc.'],
    ['zoominfo.com', 'ZoomInfo Technologies Inc.'],
    ['trustpilot.com', 'Trustpilot Group plc'],
    ['bsky.app', 'Bluesky Social, PBC'],
    ['archive.org', 'Internet Archive'],
    ['notion.so', 'Notion Labs, Inc.'],
  ])('accepts %s as the domain of its owner, %s', async (domain, name) => {
    expect(await loadOne({ domain, name, type: 'private' })).toMatchObject({ outcome: 'new' });
  });

  it('creates a company with a domain that an earlier row of the file removes from another company', async () => {
    const bolt = { domain: 'bolt.io', name: 'Bolt', type: 'private' };
    await load(bolt);
    expect(await load({ ...ACME, alternative_domains: [] }, { ...bolt, domain: 'acme.org' })).toMatchObject([
      { outcome: 'changed' },
      { outcome: 'new' },
    ]);
    expect(await rowOf('acme.org')).toMatchObject({ name: 'Bolt', slug: 'bolt-acme-org' });
  });

  it('finds a company that an earlier undo left without domains, and stores them again', async () => {
    const { id } = (await rowOf('acme.com'))!;
    await database.db('companies').where({ id }).update({ name: '', content_hash: '' });
    await database.db('company_domains').where({ company_id: id }).delete();
    expect(await loadOne(ACME)).toMatchObject({ outcome: 'changed', id });
    expect(await domainsOf(id)).toEqual(['acme.com', 'acme.org']);
  });

  it('indexes the filings of a renamed company again', async () => {
    const { id } = (await rowOf('acme.com'))!;
    await database.db('filings').insert({
      id: 'f1',
      company_id: id,
      accession_number: '1',
      name: '10-K',
      type: '10-K',
      filed_at: '2020-01-01T00:00:00.000Z',
      source_url: 'https://a.com',
      created_at: '',
      updated_at: '',
      content_hash: '',
    });
    await database.db('outbox').delete();
    await load({ domain: 'acme.com', name: 'Anvils' });
    const waiting = await database.db('outbox').orderBy('seq').select('kind', 'record_id');
    expect(waiting).toEqual([
      { kind: 'company', record_id: String(id) },
      { kind: 'filing', record_id: 'f1' },
    ]);
  });
});
