import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { takeOutbox } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { loadRecords, tally } from '../../testing/load.ts';
import { companyKind } from '../company/index.ts';
import { documentKind } from '../document/index.ts';
import type { Outcome } from '../../ledger/outcome.ts';
import { categoryKind } from './index.ts';

const COMPANIES = [
  { domain: 'acme.com', name: 'Acme', type: 'private', categories: ['Payments'] },
  { domain: 'bolt.com', name: 'Bolt', type: 'private', alternative_domains: ['bolt.org'] },
  { domain: 'core.com', name: 'Core', type: 'public' },
];
const DOCUMENT = { slug: 'report', title: 'Report', date: '2026-01-05', content: { sections: [] } };

const reasonOf = (outcome: Outcome | undefined) =>
  outcome?.outcome === 'rejected' ? outcome.reason : outcome;

describe.each(usualEngines)('categories on %s', (engine) => {
  let database: TestDatabase;
  const load = (...records: object[]) => loadRecords(database.db, categoryKind, records);
  const membersOf = async (slug: string) => ({
    companies: await database
      .db('company_categories as l')
      .join('categories as c', 'c.id', 'l.category_id')
      .join('companies as i', 'i.id', 'l.company_id')
      .where('c.slug', slug)
      .orderBy('i.domain')
      .pluck('i.domain'),
    documents: await database
      .db('document_categories as l')
      .join('categories as c', 'c.id', 'l.category_id')
      .join('documents as i', 'i.id', 'l.document_id')
      .where('c.slug', slug)
      .pluck('i.slug'),
  });
  const updatedAt = async (table: string) =>
    Object.fromEntries(
      (await database.db(table).select('slug', 'updated_at')).map((row) => [row.slug, row.updated_at]),
    );
  const emptyOutbox = () => database.db('outbox').delete();
  const outbox = async () =>
    (await takeOutbox(database.db, 100)).map(({ kind, record_id }) => `${kind} ${record_id}`).sort();

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    expect(tally(await loadRecords(database.db, companyKind, COMPANIES))).toEqual({ new: 3 });
    expect(tally(await loadRecords(database.db, documentKind, [DOCUMENT]))).toEqual({ new: 1 });
    expect(
      tally(
        await load(
          { name: 'Payments', companies: ['acme.com', 'bolt.org'], documents: ['report'] },
          { name: 'Empty', slug: 'nothing' },
        ),
      ),
    ).toEqual({ changed: 1, new: 1 });
  });
  afterAll(() => database.close());

  it('adds members by any domain to a category that a company created', async () => {
    expect(await membersOf('payments')).toEqual({
      companies: ['acme.com', 'bolt.com'],
      documents: ['report'],
    });
    expect(await membersOf('nothing')).toEqual({ companies: [], documents: [] });
    expect(await database.db('categories').orderBy('slug').pluck('slug')).toEqual(['nothing', 'payments']);
  });

  it('changes nothing when a category is loaded twice', async () => {
    await emptyOutbox();
    const [companies, documents] = [await updatedAt('companies'), await updatedAt('documents')];
    const again = await load(
      { name: 'Payments', companies: ['acme.com', 'bolt.com'], documents: ['report'] },
      { name: 'Empty' },
    );
    expect(tally(again)).toEqual({ unchanged: 2 });
    expect(await updatedAt('companies')).toEqual(companies);
    expect(await updatedAt('documents')).toEqual(documents);
    expect(await outbox()).toEqual([]);
  });

  it('keeps the categories of companies and documents whose records have no categories field', async () => {
    const silent = COMPANIES.map(({ domain, name, type }) => ({ domain, name, type }));
    expect(tally(await loadRecords(database.db, companyKind, silent))).toEqual({ unchanged: 3 });
    expect(tally(await loadRecords(database.db, documentKind, [DOCUMENT]))).toEqual({ unchanged: 1 });
    expect((await membersOf('payments')).companies).toEqual(['acme.com', 'bolt.com']);
  });

  it('removes the members that it no longer lists, and keeps those that list the category', async () => {
    await emptyOutbox();
    const [companies, documents] = [await updatedAt('companies'), await updatedAt('documents')];
    expect(tally(await load({ name: 'Payments', companies: ['core.com'], documents: null }))).toEqual({
      changed: 1,
    });
    // The rows of acme.com state the category too.
    expect(await membersOf('payments')).toEqual({ companies: ['acme.com', 'core.com'], documents: [] });
    const [companiesNow, documentsNow] = [await updatedAt('companies'), await updatedAt('documents')];
    const moved = Object.keys(companies)
      .filter((slug) => companiesNow[slug] > companies[slug])
      .sort();
    expect(moved).toEqual(['bolt', 'core']);
    expect(documentsNow['report'] > documents['report']).toBe(true);
    const ids = await database.db('companies').whereIn('slug', moved).orderBy('id').pluck('id');
    const document = await database.db('documents').where({ slug: 'report' }).first('id');
    expect(await outbox()).toEqual([...ids.map((id: number) => `company ${id}`), `document ${document.id}`]);
  });

  it('renames a category by slug, indexes its members again and keeps absent lists', async () => {
    await emptyOutbox();
    expect(tally(await load({ name: 'Money movement', slug: 'payments' }))).toEqual({ changed: 1 });
    expect((await membersOf('payments')).companies).toEqual(['acme.com', 'core.com']);
    expect(await outbox()).toEqual([
      expect.stringMatching(/^category/),
      ...[expect.stringMatching(/^company/), expect.stringMatching(/^company/)],
    ]);
    expect(tally(await load({ name: 'Money movement' }))).toEqual({ unchanged: 1 });
  });

  it.each([
    [
      { name: 'X', companies: ['acme.com', 'nobody.com'] },
      'unknown company: no company has the domain nobody.com',
    ],
    [{ name: 'X', documents: ['nothing-such'] }, 'unknown document: no document has the slug "nothing-such"'],
    [{ name: ' ' }, 'name must not be blank'],
    [{ name: '!!!' }, 'missing slug: none can be made from the name'],
    [{ name: 'X', slug: 'Not A Slug' }, 'slug must be lowercase words joined by hyphens'],
    [{ name: 'X', companies: ['https://acme.com/'] }, 'companies[0] must be a bare domain'],
    [{ name: 'X', company: ['acme.com'] }, 'unknown field: "company"; the nearest known one is "companies"'],
  ])('rejects an invalid category with a reason: %#', async (record, reason) => {
    const [outcome] = await load(record);
    expect(reasonOf(outcome)).toContain(reason);
    expect(await database.db('categories').where({ name: 'X' })).toEqual([]);
  });

  it('rejects a second record with the same slug', async () => {
    const outcomes = await load({ name: 'Twice' }, { name: 'Twice' });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['new', 'rejected']);
    expect(reasonOf(outcomes[1])).toBe('duplicate slug: record 1 has "twice" too');
  });
});
