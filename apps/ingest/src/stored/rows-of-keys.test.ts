import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FilingRow } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { loadRecords, tally } from '../testing/load.ts';
import { companyKind } from '../kinds/company/index.ts';
import { datasetKind } from '../kinds/dataset.ts';
import { eventKind } from '../kinds/event/index.ts';
import { filingKind } from '../kinds/filing/index.ts';
import { metricKind } from '../kinds/metric/index.ts';
import { newsKind } from '../kinds/news.ts';
import { rowsOfKeys } from './rows.ts';

const FILING = {
  company: 'acme.com',
  name: '10-K',
  type: '10-K',
  filed_at: '2024-02-01',
  url: 'https://x.io/a',
};
const ODD = 'it\'s "ü" \\ 𝟙';
/** Records of one company that differ only in their keys. */
const STORED = [
  { kind: filingKind, record: (i: number) => ({ ...FILING, accession_number: String(i) }) },
  {
    kind: newsKind,
    record: (i: number) => ({
      company: 'acme.com',
      headline: `Headline ${i}`,
      short_headline: 'Short',
      description: 'Text',
      release_date: '2024-01-05',
      importance: 'major',
      articles: [],
    }),
  },
  {
    kind: datasetKind,
    record: (i: number) => ({
      company: 'acme.com',
      name: `Acme: ${i}`,
      data_type: 'Revenue',
      x_label: 'Year',
      y_label: 'USD',
      metric: 'USD',
      data: [{ x: '2023-12-31', y: 1, type: 'historical' }],
    }),
  },
  {
    kind: eventKind,
    record: (i: number) => ({
      company: 'acme.com',
      event_type: 'company_milestone',
      data: { name: `Milestone ${i}`, type: 'ipo', announced_date: '2024-01-02', status: 'closed' },
    }),
  },
  {
    kind: metricKind,
    record: (i: number) => ({
      company: 'acme.com',
      metric_definition: { base: `base_${i}`, view: 'value' },
      measurement: {
        scenario: 'historical',
        end_date: '2024-12-31',
        type: 'equals',
        unit_kind: 'percent',
        amount: 1,
      },
    }),
  },
];
const MANY = 300;

describe.each(usualEngines)('rows by natural keys on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await loadRecords(
      database.db,
      companyKind,
      ['acme.com', 'bolt.io'].map((domain) => ({ domain, name: domain, type: 'private' })),
    );
    const others = [
      { ...FILING, accession_number: ODD },
      { ...FILING, accession_number: '07' },
      { ...FILING, company: 'bolt.io', accession_number: '7' },
    ];
    for (const { kind, record } of STORED) {
      const records = Array.from({ length: MANY }, (_, i) => record(i));
      expect(tally(await loadRecords(database.db, kind, records))).toEqual({ new: MANY });
    }
    expect(tally(await loadRecords(database.db, filingKind, others))).toEqual({ new: 3 });
    await database.db.raw('analyze');
  });
  afterAll(() => database.close());

  it('finds each row once, by the exact text of its key', async () => {
    const [acme, bolt] = await database.db<{ id: number }>('companies').orderBy('domain').pluck('id');
    const read = (...keys: [number, string][]) =>
      database.db.transaction((trx) => rowsOfKeys<FilingRow>(trx, 'filings', ['accession_number'], keys));
    const found = await read([acme!, '7'], [acme!, '7'], [acme!, ODD], [bolt!, '07'], [bolt! + 1, '7']);
    expect(found.map((row) => [row.company_id, row.accession_number]).sort()).toEqual([
      [acme, '7'],
      [acme, ODD],
    ]);
    expect(await read()).toEqual([]);
  });

  it.each(STORED)('uses the database index on the whole key: $kind.plural', async ({ kind, record }) => {
    const { table } = kind.storage;
    const queries: { sql: string; bindings: string[] }[] = [];
    const listen = (query: (typeof queries)[number]) => queries.push(query);
    database.db.on('query', listen);
    await loadRecords(database.db, kind, [record(7)]);
    database.db.removeListener('query', listen);
    const reads = queries.filter(({ sql }) => sql.startsWith('select') && sql.includes(` ${table} `));
    expect(reads).toHaveLength(1);
    const [{ sql, bindings }] = reads as [(typeof queries)[number]];
    const plan = await database.db.transaction(async (trx) => {
      if (engine === 'sqlite') return trx.raw<object>(`explain query plan ${sql}`, bindings);
      // Postgres prefers to scan a small table.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await trx.raw(`set local enable_${way} = off`);
      const explained = await trx.raw<{ rows: object[] }>(
        `explain ${sql.replaceAll(/\$\d+/g, '?')}`,
        bindings,
      );
      return explained.rows;
    });
    const key = kind.storage.key.at(-1)!;
    const orders = [`company_id ?= ?[^"]*\\b${key} ?= ?`, `\\b${key} ?= ?[^"]*\\bcompany_id ?= ?`];
    expect(JSON.stringify(plan)).toMatch(new RegExp(orders.join('|')));
  });
});
