import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { loadRecords, tally } from '../testing/load.ts';
import { findKind } from '../kinds/index.ts';
import { stableId } from '../stored/hash.ts';

const CITATION = {
  link: 'https://news.example/acme',
  headline: 'Acme raises',
  quote: null,
  publication: 'Example News',
  type: 'article',
};
/** A record of each kind whose id is made from its company, and a change to it. */
const RECORDS: Record<string, { record: object; change: object }> = {
  dataset: {
    record: {
      name: 'Acme: Revenue ($)',
      x_label: 'Year',
      y_label: 'Revenue',
      data: [{ x: '2025-12-31', y: 5, type: 'historical' }],
      data_type: 'currency',
      metric: 'revenue',
    },
    change: { y_label: 'Sales' },
  },
  news: {
    record: {
      headline: 'A raise',
      short_headline: 'Raise',
      description: 'It raised.',
      release_date: '2026-01-05',
      importance: 'major',
      articles: [
        {
          link: 'https://news.example/raise',
          headline: 'A raise',
          short_summary: 'A seed round.',
          date_published: '2026-01-05',
          publication: 'Example News',
          publication_score: 85,
        },
      ],
    },
    change: { description: 'It raised much.' },
  },
  event: {
    record: {
      event_type: 'secondary_transaction',
      data: {
        name: 'Tender',
        transaction_type: 'tender_offer',
        currency: 'USD',
        announced_date: '2026-01-06',
        status: 'closed',
      },
    },
    change: { citations: [CITATION] },
  },
  metric: {
    record: {
      metric_definition: { base: 'trailing_revenue', view: 'value' },
      measurement: {
        scenario: 'historical',
        end_date: '2024-12-31',
        type: 'equals',
        unit_kind: 'currency',
        currency_code: 'USD',
        amount: 5,
      },
    },
    change: { citations: [{ ...CITATION, quote: null, snippet: null }] },
  },
  filing: {
    record: {
      accession_number: '0000000001-26-000001',
      name: 'Annual report',
      type: '10-K',
      filed_at: '2026-02-01',
      url: 'https://filings.example/1.htm',
    },
    change: { name: 'Annual report, amended' },
  },
};

describe.each(usualEngines)('ids based on a former domain of another company, on %s', (engine) => {
  let database: TestDatabase;
  const load = async (kind: string, ...records: object[]) =>
    tally(await loadRecords(database.db, findKind(kind)!, records));
  const moveAway = async () => {
    const alpha = { domain: 'new.com', name: 'Alpha', type: 'private' };
    await load('company', { ...alpha, alternative_domains: ['old.com'] });
    await load('company', { ...alpha, alternative_domains: null });
    expect(await load('company', { domain: 'old.com', name: 'Beta', type: 'private' })).toEqual({ new: 1 });
  };
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    await database.db('companies').delete();
    await load('company', { domain: 'old.com', name: 'Alpha', type: 'private' });
  });
  afterAll(() => database.close());

  it.each(Object.keys(RECORDS))('does not overwrite the %s of the other company', async (kind) => {
    const { record, change } = RECORDS[kind]!;
    const rows = () =>
      database.db(findKind(kind)!.storage.table).orderBy('company_id') as Promise<{ id: string }[]>;
    expect(await load(kind, { company: 'old.com', ...record })).toEqual({ new: 1 });
    const [ofAlpha] = await rows();
    await moveAway();
    const given = { company: 'old.com', ...record };
    expect(await load(kind, given)).toEqual({ new: 1 });
    const both = await rows();
    // The ids are the same at every load, on every database.
    expect(both).toEqual([ofAlpha, expect.objectContaining({ id: stableId(ofAlpha!.id) })]);
    expect(await load(kind, given, { company: 'new.com', ...record })).toEqual({ unchanged: 2 });
    expect(await load(kind, { ...given, ...change })).toEqual({ changed: 1 });
    const [after, ofBeta] = await rows();
    expect([after, ofBeta!.id]).toEqual([ofAlpha, both[1]!.id]);
  });

  it('does not overwrite the second round of one day and name of the other company', async () => {
    const round = (amount_raised: string) => ({
      company: 'old.com',
      event_type: 'funding_round',
      data: {
        name: 'Seed',
        round_type: 'seed',
        announced_date: '2026-01-06',
        amount_raised,
        currency: 'USD',
        status: 'closed',
      },
    });
    const ids = () => database.db('events').orderBy('company_id').orderBy('part').pluck<string[]>('id');
    expect(await load('event', round('1000000.00'), round('2000000.00'))).toEqual({ new: 2 });
    const ofAlpha = await ids();
    await moveAway();
    expect(await load('event', round('1000000.00'))).toEqual({ new: 1 });
    expect(await load('event', round('1000000.00'), round('2000000.00'), round('3000000.00'))).toEqual({
      unchanged: 1,
      new: 2,
    });
    expect((await ids()).slice(0, 4)).toEqual([...ofAlpha, stableId(ofAlpha[0]!), stableId(ofAlpha[1]!)]);
    expect(new Set(await ids()).size).toBe(5);
    // A row that one record corrects leaves the next record without its row.
    await database.db('events').delete();
    await load('event', round('1000000.00'));
    expect(await load('event', round('2000000.00'), round('1000000.00'))).toEqual({ changed: 1, new: 1 });
  });

  it('assigns unique ids within a batch', async () => {
    // Two companies may share a CIK, from which the id of a filing is made.
    await load('company', { domain: 'b.com', name: 'B', type: 'private' });
    await database.db('companies').update({ cik: '0000000007' });
    const { record } = RECORDS['filing']!;
    expect(await load('filing', { company: 'old.com', ...record }, { company: 'b.com', ...record })).toEqual({
      new: 2,
    });
    expect(await database.db('filings')).toHaveLength(2);
  });
});
