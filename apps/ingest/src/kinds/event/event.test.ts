import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventRow } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { loadRecords, tally } from '../../testing/load.ts';
import { companyKind } from '../company/index.ts';
import { findRecord } from '../../edits/find-record.ts';
import type { Outcome } from '../../ledger/outcome.ts';
import { eventKind } from './index.ts';

const EQUITY = {
  name: 'Series B Preferred',
  equity_type: 'preferred',
  round_type: 'series_b',
  issue_price: '12.34567890123456789',
  issued_at: '2026-01-05',
};
const CITATION = {
  link: 'https://news.example/acme',
  headline: 'Acme raises',
  quote: null,
  publication: 'Example News',
  type: 'article',
};
const ROUND = {
  company: 'acme.com',
  event_type: 'funding_round',
  data: {
    name: 'Series B',
    round_type: 'series_b',
    amount_raised: '90071992547409931.10',
    currency: 'USD',
    valuation: null,
    announced_date: '2026-01-05',
    status: 'announced',
    is_extension: true,
    equities: [EQUITY],
  },
  citations: [CITATION],
};
const TENDER = {
  company: 'acme.com',
  event_type: 'secondary_transaction',
  data: {
    name: 'Tender',
    transaction_type: 'tender_offer',
    currency: 'USD',
    announced_date: '2026-01-06',
    status: 'closed',
  },
};
const SPLIT = {
  company: 'acme.com',
  event_type: 'corporate_action',
  data: {
    name: 'Split',
    type: 'stock_split',
    announced_date: '2026-01-07',
    effective_date: '2026-01-20',
    description: 'Two for one.',
    data: { ratio: '2:1' },
    status: 'announced',
  },
};
const IPO = { ...SPLIT, event_type: 'company_milestone', data: { ...SPLIT.data, name: 'IPO', type: 'ipo' } };
const ALL = [ROUND, TENDER, SPLIT, IPO];

const reasonOf = (outcome: Outcome | undefined) =>
  outcome?.outcome === 'rejected' ? outcome.reason : outcome;

describe.each(usualEngines)('events on %s', (engine) => {
  let database: TestDatabase;
  const load = (...records: object[]) => loadRecords(database.db, eventKind, records);
  const change = <Data extends object>(record: { data: Data }, data: object) => ({
    ...record,
    data: { ...record.data, ...data },
  });
  const rowOf = async (name: string) => {
    const row: EventRow = await database.db('events').where({ name }).first();
    return { ...row, data: JSON.parse(row.data_json), citations: JSON.parse(row.citations_json) };
  };
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await loadRecords(database.db, companyKind, [
      { domain: 'acme.com', name: 'Acme', type: 'private', alternative_domains: ['acme.org'] },
    ]);
    expect(tally(await load(...ALL))).toEqual({ new: 4 });
  });
  afterAll(() => database.close());

  it('stores all four types of events, with amounts exactly as written', async () => {
    const { id, company_id: _, data_json: _d, citations_json: _c, ...row } = await rowOf('Series B');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
    expect(row).toMatchObject({
      type: 'funding_round',
      subtype: 'series_b',
      event_date: '2026-01-05',
      status: 'announced',
      created_at: row.updated_at,
    });
    expect(row.data).toEqual({
      amount_raised: '90071992547409931.10',
      currency: 'USD',
      valuation: null,
      is_extension: true,
      equities: [{ ...EQUITY, issued_at: '2026-01-05T00:00:00.000Z', updated_at: row.updated_at }],
    });
    expect(row.citations).toEqual([{ ...CITATION, updated_at: row.updated_at }]);
    expect((await rowOf('Tender')).data).toEqual({
      transaction_amount: null,
      currency: 'USD',
      valuation: null,
      price_per_share: null,
      closing_date: null,
      equities: [],
    });
    expect((await rowOf('IPO')).data).toEqual({
      effective_date: '2026-01-20',
      description: 'Two for one.',
      data: { ratio: '2:1' },
    });
  });

  it('changes nothing when an event is loaded twice, by any domain of its company', async () => {
    const before = await database.db('events').orderBy('id');
    expect(tally(await load(...ALL))).toEqual({ unchanged: 4 });
    expect(tally(await load({ ...ROUND, company: 'ACME.org' }))).toEqual({ unchanged: 1 });
    expect(await database.db('events').orderBy('id')).toEqual(before);
  });

  it('assigns an event the same id in every database', async () => {
    const other = await createTestDatabase('sqlite');
    await loadRecords(other.db, companyKind, [{ domain: 'acme.com', name: 'Acme', type: 'private' }]);
    await loadRecords(other.db, eventKind, ALL);
    expect(await other.db('events').orderBy('id').pluck('id')).toEqual(
      await database.db('events').orderBy('id').pluck('id'),
    );
    await other.close();
  });

  it('updates updated_at only for changed content, and keeps it for unchanged equities and citations', async () => {
    const before = await rowOf('Series B');
    const second = { ...EQUITY, name: 'Common', equity_type: 'common' };
    const [outcome] = await load(change(ROUND, { equities: [EQUITY, second], status: 'closed' }));
    expect(outcome).toMatchObject({ outcome: 'changed', id: before.id, warnings: [] });
    const after = await rowOf('Series B');
    expect([after.created_at, after.id]).toEqual([before.created_at, before.id]);
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(after.data.equities.map((each: { updated_at: string }) => each.updated_at)).toEqual([
      before.updated_at,
      after.updated_at,
    ]);
    expect(after.citations).toEqual(before.citations);
  });

  it('stores round types outside the specification, with a warning', async () => {
    const rounds = ['venture', 'series_n', 'series_o'].map((round_type, i) =>
      change(ROUND, { round_type, name: `Round ${i}` }),
    );
    expect(await load(...rounds)).toMatchObject([
      { warnings: ['"venture" is not a round type of the specification; it is stored as it is'] },
      { warnings: [] },
      { warnings: [expect.stringMatching(/^"series_o" is not a round type/)] },
    ]);
  });

  it('reads round types as people write them', async () => {
    const written = ['Series D', 'series-a', 'Pre-Seed', 'Series B-1', 'Private Equity'];
    const rounds = written.map((round_type, i) => change(ROUND, { round_type, name: `Written ${i}` }));
    await load(...rounds);
    const subtypes = await Promise.all(rounds.map(async (_, i) => (await rowOf(`Written ${i}`)).subtype));
    expect(subtypes).toEqual(['series_d', 'series_a', 'seed', 'series_b', 'private_equity']);
    expect(rounds.map((round) => eventKind.warningsOf!(round))).toEqual([
      ...[[], [], ['"Pre-Seed" is read as seed'], ['"Series B-1" is read as series_b'], []],
    ]);
  });

  it('keeps absent fields and clears null ones', async () => {
    const { name, announced_date } = SPLIT.data;
    const sparse = { company: 'acme.com', event_type: 'corporate_action', data: { name, announced_date } };
    expect(tally(await load(sparse))).toEqual({ unchanged: 1 });
    expect(tally(await load(change(sparse, { description: null, data: null })))).toEqual({ changed: 1 });
    expect((await rowOf('Split')).data).toEqual({
      effective_date: '2026-01-20',
      description: null,
      data: {},
    });
    expect(
      tally(
        await load({ ...ROUND, data: { name: 'Series B', announced_date: '2026-01-05' }, citations: null }),
      ),
    ).toEqual({
      changed: 1,
    });
    expect((await rowOf('Series B')).citations).toEqual([]);
  });

  it.each([
    ['announced', 'closed', []],
    ['announced', 'cancelled', []],
    ['closed', 'announced', ['status moved from closed to announced']],
    ['closed', 'cancelled', ['status moved from closed to cancelled']],
    ['cancelled', 'closed', ['status moved from cancelled to closed']],
  ])('accepts a status change from %s to %s, and warns unless it is allowed', async (from, to, warnings) => {
    const event = change(TENDER, { name: `${from} then ${to}` });
    await load(change(event, { status: from }));
    expect(await load(change(event, { status: to }))).toEqual([
      expect.objectContaining({ outcome: 'changed', warnings }),
    ]);
    expect((await rowOf(event.data.name)).status).toBe(to);
  });

  it('stores subtypes outside the specification, in one spelling', async () => {
    await load(change(SPLIT, { name: 'Spin', type: ' Spin-Off ' }));
    expect((await rowOf('Spin')).subtype).toBe('spin_off');
  });

  it('keeps rounds of one day and name with different amounts apart, and merges a row without an amount', async () => {
    const first = change(ROUND, { name: 'Twins', amount_raised: '5000000.00' });
    const second = change(first, { amount_raised: '7000000' });
    const { amount_raised: _, ...data } = first.data;
    const bare = { ...first, data };
    const ids = (outcomes: Outcome[]) => outcomes.map((each) => ('id' in each ? each.id : each.reason));
    const made = await load(first, second, bare, change(first, { amount_raised: '5000000' }));
    expect(made.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'merged', 'rejected']);
    expect(new Set(ids(made).slice(0, 2)).size).toBe(2);
    const again = await load(second, first, bare);
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'merged']);
    expect(ids(again).slice(0, 2)).toEqual(ids(made).slice(0, 2).reverse());
    const twins = change(first, { name: 'Twins #2', amount_raised: '1' });
    expect(await load(first, second, twins)).toMatchObject([{}, {}, { outcome: 'new' }]);
    const third = change(first, { amount_raised: '9000000' });
    expect(await load(third)).toMatchObject([{ outcome: 'new' }]);
    expect(await load(change(ROUND, { name: 'Corrected', amount_raised: '1' }))).toMatchObject([
      { outcome: 'new' },
    ]);
    expect(await load(change(ROUND, { name: 'Corrected', amount_raised: '2' }))).toMatchObject([
      { outcome: 'changed' },
    ]);
    const key = [ROUND.company, 'funding_round', ROUND.data.announced_date, 'Twins'];
    await expect(findRecord(database.db, eventKind, key)).rejects.toThrow(
      /^Several events have that key\. Name one by its id: /,
    );
  });

  it('gives the first of several amounts to a stored event without one', async () => {
    const open = change(TENDER, { name: 'Open' });
    const made = await load(open);
    const amounts = ['5', '7'].map((transaction_amount) => change(open, { transaction_amount }));
    expect(await load(...amounts)).toMatchObject([{ ...made[0], outcome: 'changed' }, { outcome: 'new' }]);
    expect(await load(...amounts)).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }]);
  });

  it('rejects the second of two contradictory records of one event', async () => {
    const twice = change(TENDER, { name: 'Twice' });
    const outcomes = await load(twice, twice, change(twice, { valuation: '5' }));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['new', 'unchanged', 'rejected']);
    expect(reasonOf(outcomes[2])).toBe('duplicate event: record 2 has it with other content');
  });

  it.each([
    [{ ...ROUND, company: 'nobody.com' }, 'unknown company: no company has the domain nobody.com'],
    [{ ...ROUND, event_type: 'dividend' }, 'event_type must be "funding_round" or'],
    [change(ROUND, { round_type: 'equity' }), 'data.round_type must be growth or crowdfunding'],
    [change(ROUND, { amount_raised: 1500000.5 }), 'data.amount_raised must be text, not 1500000.5'],
    [change(ROUND, { amount_raised: '1.5e6' }), 'data.amount_raised must be an exact decimal'],
    [change(ROUND, { amount_raised: '-1' }), 'data.amount_raised must be an exact decimal'],
    [change(ROUND, { amount_raised: null }), 'data.amount_raised must be text, not null'],
    [change(ROUND, { currency: 'dollars' }), 'data.currency must be a currency code'],
    [change(ROUND, { announced_date: '2026-02-30' }), 'data.announced_date must be a date'],
    [change(ROUND, { status: 'planned' }), 'data.status must be "announced" or "closed" or "cancelled"'],
    [change(ROUND, { closing_date: '2026-01-09' }), 'data.closing_date is not a field of a funding_round'],
    [change(SPLIT, { is_extension: true }), 'data.is_extension is not a field of a corporate_action'],
    [change(ROUND, { amount: '1' }), 'unknown field: "data.amount"'],
    [
      change(ROUND, { equities: [{ ...EQUITY, issue_price: null }] }),
      'data.equities[0].issue_price must be text',
    ],
    [
      { ...ROUND, citations: [{ ...CITATION, link: 'news.example' }] },
      'citations[0].link must be an http(s) address',
    ],
    [
      {
        company: 'acme.com',
        event_type: 'funding_round',
        data: { name: 'New', announced_date: '2026-01-01' },
      },
      'missing field: a new funding_round needs data.round_type, data.status, data.amount_raised, data.currency',
    ],
    [change(ROUND, { name: 'A\u0000B' }), 'invalid text: data.name has the character U+0000'],
  ])('rejects an invalid event with a reason: %#', async (record, reason) => {
    const before = await database.db('events').orderBy('id');
    const [outcome] = await load(record);
    expect(reasonOf(outcome)).toContain(reason);
    expect(await database.db('events').orderBy('id')).toEqual(before);
  });
});
