import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/index.ts';
import { down, up } from './0037-financial-sources.ts';

const AT = '2026-01-01T00:00:00.000Z';

describe.each(engines)('the links of figures on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('are taken from the last statement of the same value and date when the schema is upgraded', async () => {
    const { db } = database;
    await down(db);
    const parts = { social_json: '[]', legal_entities_json: '[]', key_people_json: '{}' };
    const tracked = { created_at: AT, updated_at: AT, content_hash: 'kept' };
    const companies = ['acme.com', 'bare.com'].map((domain, i) => ({
      ...{
        ...parts,
        ...tracked,
        id: i + 1,
        slug: domain,
        name: domain,
        domain,
        is_active: true,
        type: 'private',
      },
    }));
    await db('companies').insert(companies);
    const figures: [company_id: number, name: string, value: number | null, date: string | null][] = [
      [1, 'cash', 0.5, null],
      [1, 'funding', 7, '2025-01-01'],
      [1, 'revenue', 8, '2024-12-31'],
      [1, 'valuation', 159_000_000_000, '2026-02-24'],
      [2, 'valuation', 159_000_000_000, '2026-02-24'],
    ];
    await db('company_financials').insert(
      figures.map(([company_id, name, value, date]) => ({ company_id, name, value, date })),
    );
    const said = (content: object | null) => ({
      ...{ kind: 'company', record_id: '1', source: 'default', observed_at: AT },
      content_json: content && JSON.stringify(content),
    });
    const valuation = { name: 'valuation', value: 159_000_000_000, date: '2026-02-24' };
    await db('statements').insert([
      said({ financials: [{ ...valuation, source_url: 'https://a.example/' }] }),
      said({
        financials: [
          { ...valuation, source_url: 'https://b.example/"?x' },
          { name: 'cash', value: 0.5, source_url: 'https://c.example/' },
          { name: 'funding', value: 6, date: '2025-01-01', source_url: 'https://d.example/' },
          { name: 'revenue', value: 8, date: '2023-12-31', source_url: 'https://e.example/' },
        ],
      }),
      said({ financials: [valuation, { name: 'revenue', value: 8, date: '2024-12-31' }] }),
      said({ financials: null }),
      said({ name: 'Acme' }),
      said(null),
    ]);
    await up(db);
    const rows = await db('company_financials').orderBy(['company_id', 'name']).select('name', 'source_url');
    expect(rows.map(({ name, source_url }: Record<string, unknown>) => [name, source_url])).toEqual([
      ['cash', 'https://c.example/'],
      ['funding', null],
      ['revenue', null],
      ['valuation', 'https://b.example/"?x'],
      ['valuation', null],
    ]);
    expect(await db('companies').distinct('updated_at', 'content_hash')).toEqual([
      { updated_at: AT, content_hash: 'kept' },
    ]);
  });
});
