import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { write, type Db, type FilingRow } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { loadRecords, newSeenKeys, tally } from '../testing/load.ts';
import { readStoredCompanies } from './companies/stored.ts';
import { filingKind } from '../kinds/filing/index.ts';
import { kinds } from '../kinds/index.ts';
import { contentHash } from '../stored/hash.ts';
import { noStatements } from './statements/statements.ts';
import { upsertRows } from './upsert-rows.ts';

const CITATION = {
  link: 'https://news.example/acme',
  headline: 'Acme raises',
  publication: 'Example News',
  type: 'article',
};
const EVENT = { company: 'acme.com', event_type: 'corporate_action' };
const SPLIT = { name: 'Split', announced_date: '2026-01-06', status: 'closed' };
const DEFINITION = { base: 'revenue', view: 'value', base_period: 'year' };
const MEASUREMENT = { scenario: 'historical', end_date: '2025-12-31', type: 'equals', unit_kind: 'currency' };
const DOCUMENT = { slug: 'acme-report', title: 'Acme', date: '2026-01-07', content: { markdown: 'Text.' } };

/** Records of every kind, sparse and full, and a change to the first of each. */
const FEED: Record<string, { records: object[]; change: object; fields?: string[] }> = {
  company: {
    records: [
      {
        domain: 'acme.com',
        name: 'Acme',
        type: 'private',
        alternative_domains: ['acme.org'],
        is_active: false,
        headquarters: { city: 'Berlin' },
        key_people: { founders: ['A. Cme'], ceo: [] },
        categories: ['Payments'],
        financials: [{ name: 'total_estimated_funding', value: 5.5, date: '2025-12-31' }],
        listings: [{ ticker: 'ACME', venue: 'XNAS' }],
      },
      { domain: 'bolt.com', name: 'Bolt', type: 'public' },
    ],
    change: { is_active: true },
  },
  dataset: {
    records: [
      {
        company: 'acme.com',
        name: 'Acme: Revenue ($)',
        x_label: 'Year',
        y_label: 'Revenue',
        data: [
          { x: '2025-12-31', y: 5, type: 'historical' },
          { x: '2024-12-31', y: 4, type: 'historical', source_url: 'https://acme.com/2024' },
        ],
        data_type: 'Revenue',
        metric: 'USD',
      },
    ],
    change: { y_label: 'Sales' },
  },
  document: {
    records: [
      { ...DOCUMENT, companies: [{ domain: 'acme.com', relation: 'subject' }], categories: ['Payments'] },
      { ...DOCUMENT, slug: 'acme-long', summary: 'Short', content: { markdown: '## A\n\nText.\n\n## B' } },
    ],
    change: { content: { markdown: 'Other text.' } },
  },
  filing: {
    records: [
      {
        company: 'acme.com',
        accession_number: '0000000001-26-000001',
        name: 'Annual report',
        type: '10-K',
        filed_at: '2026-01-08',
        url: 'https://filings.example/1',
      },
    ],
    change: { type: '10-K/A' },
  },
  event: {
    records: [
      {
        ...EVENT,
        data: { ...SPLIT, type: 'stock_split', data: { ratio: '2:1', note: null } },
        citations: [CITATION],
      },
      {
        company: 'acme.com',
        event_type: 'funding_round',
        data: {
          name: 'Seed',
          announced_date: '2026-01-05',
          status: 'closed',
          round_type: 'seed',
          amount_raised: '5000000.00',
          currency: 'USD',
          equities: [
            {
              name: 'Seed preferred',
              equity_type: 'preferred',
              round_type: 'seed',
              issue_price: '1.50',
              issued_at: '2026-01-05',
            },
          ],
        },
      },
    ],
    change: { data: { ...SPLIT, data: { ratio: '2:1' } } },
  },
  category: {
    records: [{ name: 'Banks', companies: ['bolt.com'], documents: ['acme-long'] }],
    change: { companies: [] },
  },
  news: {
    records: [
      {
        company: 'acme.com',
        headline: 'Acme raises $5M',
        short_headline: 'Acme raises',
        description: 'A seed round.',
        release_date: '2026-01-05',
        importance: 'major',
        articles: [
          {
            link: 'https://news.example/acme',
            headline: 'Acme raises',
            short_summary: 'A seed round.',
            date_published: '2026-01-05',
            publication: 'Example News',
            publication_score: 85,
          },
        ],
      },
    ],
    change: { importance: 'minor' },
  },
  metric: {
    records: [
      {
        company: 'acme.com',
        metric_definition: DEFINITION,
        measurement: { ...MEASUREMENT, currency_code: 'USD', amount: 5.5 },
        citations: [{ ...CITATION, quote: 'Five.' }],
      },
      {
        company: 'acme.com',
        metric_definition: DEFINITION,
        measurement: { ...MEASUREMENT, unit_kind: 'percent', amount: -0.5 },
      },
    ],
    change: { citations: [{ ...CITATION, quote: 'Six.' }] },
  },
};

/** Tables of records that have a hash: all kinds but categories. */
const hashed = kinds
  .filter(({ name }) => name !== 'category')
  .map(({ name, storage: { table } }) => ({ name, table }));

/** Loads the whole feed, and returns the outcomes by kind. */
async function loadFeed(db: Db): Promise<Record<string, Record<string, number>>> {
  const outcomes: Record<string, Record<string, number>> = {};
  for (const kind of kinds)
    outcomes[kind.name] = tally(await loadRecords(db, kind, FEED[kind.name]!.records));
  return outcomes;
}

const everyRecord = (outcome: string) =>
  Object.fromEntries(kinds.map(({ name }) => [name, { [outcome]: FEED[name]!.records.length }]));

/** Returns the rows of every kind's table and the change log, by table. */
async function rowsOf(db: Db): Promise<Record<string, Record<string, unknown>[]>> {
  const tables: Record<string, Record<string, unknown>[]> = {};
  for (const { storage } of kinds) tables[storage.table] = await db(storage.table).orderBy('id');
  tables['changes'] = await db('changes').orderBy('seq');
  return tables;
}

const lastChange = (db: Db, kind: string) =>
  db('changes').where({ kind }).orderBy('seq', 'desc').first<object>();

const updatedTimes = async (db: Db, table: string) =>
  (await db<{ updated_at?: string }>(table).orderBy('id')).map((row) => row.updated_at);

describe.each(engines)('loading the same file again on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    expect(await loadFeed(database.db)).toEqual(everyRecord('new'));
  });
  afterAll(() => database.close());

  it('changes nothing on the second load', async () => {
    const before = await rowsOf(database.db);
    expect(await loadFeed(database.db)).toEqual(everyRecord('unchanged'));
    expect(await rowsOf(database.db)).toEqual(before);
  });

  it('changes nothing after a migration that adds columns to every table', async () => {
    const { db } = database;
    for (const { storage } of kinds) {
      // The history has the columns of the table.
      for (const name of [storage.table, `${storage.table}_history`])
        await db.schema.alterTable(name, (table) => {
          table.text('added_text').notNullable().defaultTo('default');
          table.integer('added_number');
        });
      await db(storage.table).update({ added_number: db.raw('length(cast(id as text))') });
    }
    const before = await rowsOf(db);
    expect(Object.values(before).flat()).not.toHaveLength(0);
    expect(await loadFeed(db)).toEqual(everyRecord('unchanged'));
    expect(await rowsOf(db)).toEqual(before);
  });

  it('changes nothing in a database whose rows were hashed with all their columns', async () => {
    const { db } = database;
    for (const { name, table } of hashed) {
      for (const row of await db<Record<string, unknown>>(table)) {
        const content_hash = await formerHash(db, name, row);
        expect(content_hash).not.toBe(row['content_hash']);
        await db(table).where({ id: row['id'] }).update({ content_hash });
      }
    }
    const before = await rowsOf(db);
    expect(await loadFeed(db)).toEqual(everyRecord('unchanged'));
    expect(await rowsOf(db)).toEqual(before);
  });

  it.each(kinds.map(({ name }) => name))('reports a real change once: %s', async (name) => {
    const { db } = database;
    const kind = kinds.find((each) => each.name === name)!;
    const { records, change } = FEED[name]!;
    const changed = [{ ...records[0], ...change }];
    const before = await updatedTimes(db, kind.storage.table);
    expect(tally(await loadRecords(db, kind, changed))).toEqual({ changed: 1 });
    const after = await updatedTimes(db, kind.storage.table);
    if (name !== 'category') expect(after.filter((time, index) => time !== before[index])).toHaveLength(1);
    expect(await lastChange(db, name)).toMatchObject({
      op: 'upsert',
      kind: name,
      fields_json: JSON.stringify(FEED[name]!.fields ?? Object.keys(change)),
      ...(name !== 'category' && { at: after.find((time, index) => time !== before[index]) }),
    });
    expect(tally(await loadRecords(db, kind, changed))).toEqual({ unchanged: 1 });
    expect(tally(await loadRecords(db, kind, records))).toMatchObject({ changed: 1 });
  });
});

/** Returns the hash of the former rule: of all columns but the ids and the tracked ones. */
async function formerHash(db: Db, kind: string, row: Record<string, unknown>): Promise<string> {
  const {
    id,
    dataset_id: _,
    created_at,
    updated_at,
    content_hash,
    added_text,
    added_number,
    ...columns
  } = row;
  expect([created_at, updated_at, content_hash, added_text, added_number]).not.toContain(undefined);
  if (kind === 'document') {
    const body = await db('document_bodies').where({ document_id: id }).first<{ content_json: string }>();
    return contentHash({ ...columns, body: body.content_json });
  }
  if (kind !== 'company') return contentHash(columns);
  const { byDomain } = await db.transaction((trx) =>
    readStoredCompanies(trx, [{ domain: columns['domain'] as string }]),
  );
  const { row: _row, categories, ...parts } = byDomain.get(columns['domain'] as string)!.content;
  const stored = { ...columns, is_active: Boolean(columns['is_active']) };
  return contentHash({ ...parts, row: stored, categories: categories.map(({ slug }) => slug) });
}

describe.each(engines)('a derived column on %s', (engine) => {
  it('writes a derived column with the content, but does not count it as a change', async () => {
    const database = await createTestDatabase(engine);
    const { db } = database;
    try {
      type Row = FilingRow & { form: string };
      const store = (
        records: { company: string; type: string }[],
        derived?: (content: { type: string }) => { form: string },
      ) =>
        write(db, (trx, now) =>
          upsertRows<(typeof records)[0], Row, 'form'>(
            trx,
            filingKind,
            records,
            { now, seenKeys: newSeenKeys(), statements: noStatements },
            {
              keyOf: () => ['1'],
              idOf: () => 'a',
              contentOf: ({ type }) => ({
                accession_number: '1',
                name: 'Report',
                type,
                format: null,
                region: null,
                filed_at: '2026-01-08T00:00:00.000Z',
                source_url: 'https://filings.example/1',
              }),
              ...(derived && { derived }),
            },
          ),
        );
      const form = ({ type }: { type: string }) => ({ form: type.replace('/A', '') });
      const stored = () => db<Row>('filings').first('form', 'updated_at');
      await loadRecords(db, kinds[0]!, [{ domain: 'acme.com', name: 'Acme', type: 'private' }]);
      await store([{ company: 'acme.com', type: '10-K' }]);
      for (const name of ['filings', 'filings_history'])
        await db.schema.alterTable(name, (table) => table.text('form').defaultTo('by the migration'));
      const before = await stored();

      expect(await store([{ company: 'acme.com', type: '10-K' }], form)).toMatchObject([
        { outcome: 'unchanged' },
      ]);
      expect(await stored()).toEqual(before);
      expect(await store([{ company: 'acme.com', type: '10-Q/A' }], form)).toMatchObject([
        { outcome: 'changed' },
      ]);
      expect(await stored()).toMatchObject({ form: '10-Q' });
    } finally {
      await database.close();
    }
  });
});
