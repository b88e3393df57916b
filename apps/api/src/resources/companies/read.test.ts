import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { character } from '@dossier/shared/testing/text';
import { fillPlaceholders, type CompanyRow, type DatasetRow } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import fc from 'fast-check';
import {
  insertCompany,
  insertDataset,
  insertDocument,
  insertEvent,
  insertInto,
} from '../../testing/fixtures.ts';
import { detail } from './contract.ts';
import { readCompany, readIdentities } from './read.ts';

/** Texts that JSON, SQL or a template could mistake for something else, and any other text that Postgres can store. */
const texts = fc.oneof(
  fc.constantFrom('', '%s', "O'Neil", '{}', '"', '\\', '\u2028', '\u0001pdf "x"\u0001', 'null', '$1 ?'),
  fc.string({ unit: character, maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
);
const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e300, max: 1e300 })).map((n) => n + 0);
const days = fc.constantFrom('2020-02-29', '2026-01-13');
const named = <T>(values: fc.Arbitrary<T>) =>
  fc.uniqueArray(fc.tuple(texts, values), { maxLength: 3, selector: ([name]) => name });

const records = fc.record({
  company: fc.record({
    name: texts,
    cik: nullable(texts),
    is_active: fc.boolean(),
    description: nullable(texts),
    founding_year: nullable(fc.integer({ min: 1, max: 3000 })),
    headquarters_city: nullable(texts),
    headquarters_country: nullable(texts),
  }),
  logo: nullable(fc.record({ url: texts, dimensions: fc.record({ width: fc.nat(), height: fc.nat() }) })),
  social: fc.array(fc.record({ url: texts, type: texts }), { maxLength: 2 }),
  financials: named(
    fc.record({ value: nullable(numbers), date: nullable(days), source_url: nullable(texts) }),
  ),
  listings: named(fc.record({ venue: texts, listed_at: nullable(days) })),
  points: fc.array(
    fc.record(
      {
        x: fc.constant('2026-01-13T00:00:00.000Z'),
        y: numbers,
        type: fc.constantFrom('historical', 'estimate'),
        source_url: texts,
      },
      { requiredKeys: ['x', 'y', 'type'] },
    ),
  ),
  milestone: nullable(texts),
  preview_description: nullable(texts),
  pdf_url: nullable(texts),
});

describe.each(engines)('the JSON of a company on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('equals what the contract makes of its rows, to the order of its fields', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(records, async (record) => {
        const unique = randomUUID();
        const fields: Partial<CompanyRow> = {
          ...record.company,
          logo_json: record.logo && JSON.stringify(record.logo),
          social_json: JSON.stringify(record.social),
        };
        const id = await insertCompany(db, { ...fields, domain: `${unique}.com` }, [`b-${unique}.com`]);
        for (const [name, each] of record.financials)
          await insertInto(db, 'company_financials', { company_id: id, name, ...each });
        for (const [ticker, each] of record.listings)
          await db('company_listings').insert({ company_id: id, ticker, ...each });
        const dataset: Partial<DatasetRow> = { data_json: JSON.stringify(record.points) };
        await insertDataset(db, { company_id: id, ...dataset });
        const event = { subtype: 'ipo', data: { description: record.milestone } };
        await insertEvent(db, { company_id: id, type: 'company_milestone', ...event });
        const { pdf_url, preview_description } = record;
        await insertDocument(db, { slug: unique, pdf_url, preview_description }, [
          { company_id: id, relation: 'subject' },
        ]);

        const text = fillPlaceholders(
          (await readCompany(db, { by: 'domain', value: `www.b-${unique}.com` }, { include: ['sources'] }))
            .text,
          {
            pdf: (slug) => `pdf of ${slug}`,
            picture: (url) => url,
          },
        );
        const { company } = detail.parse(JSON.parse(text));
        // Parsing with the contract puts fields into its order and fails for others.
        expect(JSON.stringify(detail.strict().parse(JSON.parse(text)))).toBe(
          JSON.stringify(JSON.parse(text)),
        );
        const { headquarters_city: city, headquarters_country: country, ...own } = record.company;
        const byName = <T>([a]: [string, T], [b]: [string, T]) =>
          Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(company).toMatchObject({
          ...own,
          id,
          alternative_domains: [`b-${unique}.com`],
          logo: record.logo,
          social: record.social,
          headquarters: city === null && country === null ? null : { city, country },
          financials: record.financials.sort(byName).map(([name, each]) => ({ name, ...each })),
          listings: record.listings
            .sort(byName)
            .map(([ticker, { venue, listed_at }]) => ({ ticker, venue: venue || null, listed_at })),
          documents: [
            { link: pdf_url ?? `pdf of ${unique}`, preview_meta: { description: preview_description } },
          ],
          company_datasets: [{ company: id, data: record.points.map(({ x, y, type }) => ({ x, y, type })) }],
          milestones: [{ type: 'ipo', description: record.milestone }],
        });
      }),
      { numRuns: 40 },
    );
  });

  it('finds the company whose own domain begins with www. first', async () => {
    const { db } = database;
    const plain = await insertCompany(db, { domain: 'twin.com' });
    const www = await insertCompany(db, { domain: 'www.twin.com' });
    for (const [value, id] of [
      ['twin.com', plain],
      ['www.twin.com', www],
    ] as const)
      expect((await readCompany(db, { by: 'domain', value })).text).toContain(`{"company":{"id":${id},`);
  });
});

describe.each(engines)('the list of all companies on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await insertCompany(database.db, { domain: 'c0.com' });
    const { id: _, ...row } = await database.db('companies').first();
    const rows = Array.from({ length: 2500 }, (_, i) => ({ ...row, slug: `c${i}`, domain: `${i}.com` }));
    await database.db.batchInsert('companies', rows, 50);
  });
  afterAll(() => database.close());

  it('yields to other work after each batch', async () => {
    let turns = 0;
    let going = true;
    const count = () => {
      turns++;
      if (going) setImmediate(count);
    };
    const seen: number[] = [];
    for await (const batch of readIdentities(database.db)) {
      if (seen.length === 0) setImmediate(count);
      seen.push(batch.length);
      expect(turns).toBeGreaterThanOrEqual(seen.length - 1);
    }
    going = false;
    expect(seen).toEqual([1000, 1000, 501]);
  });
});
