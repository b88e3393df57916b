import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openSearch, type SearchEngine } from '@dossier/search';
import type { ChangeRow } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { deleteRecord } from '../edits/delete.ts';
import { findKind } from '../kinds/index.ts';
import { load, type LoadOptions } from './load.ts';
import { printReport } from '../report/report.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { dump } from '../testing/rows.ts';

const company = (domain: string, more: object = {}) => ({ domain, name: domain, type: 'private', ...more });
const ACME = company('acme.com', { alternative_domains: ['acme.org'], categories: ['Tools'] });
const BOLT = company('bolt.io', { cik: '7', categories: ['Tools'] });
const filing = (domain: string, accession_number: string) => ({
  company: domain,
  accession_number,
  name: `Report ${accession_number}`,
  type: '10-K',
  filed_at: '2024-02-01',
  url: 'https://www.sec.gov/a.htm',
});
const document = (slug: string, domain: string) => ({
  slug,
  title: `About ${slug}`,
  date: '2024-01-01',
  companies: [{ domain, relation: 'subject' }],
  content: { markdown: 'Hot iron.' },
});
const METRIC = {
  company: 'acme.com',
  metric_definition: { base: 'trailing_revenue', view: 'value' },
  measurement: {
    scenario: 'historical',
    end_date: '2024-12-31',
    type: 'equals',
    unit_kind: 'currency',
    currency_code: 'USD',
    amount: 5,
  },
};
const ALL = { percent: 100 };

describe.each(usualEngines)('deleting records, on %s', (engine) => {
  let database: TestDatabase;
  let search: SearchEngine;
  let folder: Folder;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    folder = temporaryFolder();
    search = await openSearch('sqlite::memory:');
    for (const table of [
      'changes',
      'change_companies',
      'outbox',
      'deletions',
      'companies',
      'categories',
      'documents',
    ]) {
      await database.db(table).delete();
    }
    await run('companies', [ACME, BOLT, company('third.com')]);
    await run('filings', [
      filing('acme.com', '1'),
      filing('acme.com', '2'),
      filing('bolt.io', '1'),
      filing('bolt.io', '2'),
    ]);
    await run('documents', [document('one', 'acme.com'), document('two', 'bolt.io')]);
  });
  afterEach(async () => {
    await search.close();
    folder.remove();
  });
  afterAll(() => database.close());

  let files = 0;
  const run = (kind: string, records: object[], options: LoadOptions = {}) => {
    const paths = [folder.write(`${kind}-${files++}.ndjson`, records)];
    return load({ db: database.db, search, kind: findKind(kind)!, paths, options });
  };
  const remove = (kind: string, ...key: string[]) =>
    deleteRecord({ db: database.db, search, kind: findKind(kind)!, key });
  const domains = () => database.db('companies').orderBy('domain').pluck('domain');
  const filings = async () =>
    (
      await database
        .db('filings')
        .join('companies', 'companies.id', 'company_id')
        .select('domain', 'accession_number')
        .orderBy(['domain', 'accession_number'])
    ).map((row: { domain: string; accession_number: string }) => `${row.domain} ${row.accession_number}`);
  const found = async (text: string) =>
    (await search.search({ text, limit: 20, offset: 0 })).results.map(({ title }) => title);
  const company_id = async (domain: string) =>
    (await database.db('companies').where({ domain }).first<{ id: number }>('id')).id;

  /** Returns the rows of the last transaction of the change log. */
  const lastChanges = async () => {
    const { db } = database;
    const rows = await db<ChangeRow>('changes').where('at', db('changes').max('at')).orderBy('seq');
    // Filings have no order among themselves.
    const kinds = [...new Set(rows.map(({ kind }) => kind))];
    return kinds.flatMap((kind) =>
      rows
        .filter((row) => row.kind === kind)
        .map((row) => `${row.op} ${kind} ${row.natural_key_json} ${row.fields_json}`)
        .sort(),
    );
  };

  describe('records missing from a full load', () => {
    it('keeps each of the rounds that only their amounts tell apart when the row of one is rejected', async () => {
      const round = (amount_raised: string, status = 'closed') => ({
        ...{ company: 'acme.com', event_type: 'funding_round' },
        data: {
          ...{ name: 'Seed', announced_date: '2026-01-05', status, round_type: 'seed' },
          ...{ amount_raised, currency: 'USD' },
        },
      });
      expect(await run('events', [round('5.00'), round('7.00')])).toMatchObject({ new: 2 });
      const options = { full: true, maxDeletes: ALL, maxErrors: ALL };
      const report = await run('events', [round('5.00'), round('7.00', 'planned')], options);
      expect(report).toMatchObject({ unchanged: 1, rejected: 1, gone: 0 });
    });

    it('deletes a record with its children and search entries', async () => {
      expect(await found('bolt.io')).not.toEqual([]);
      const id = await company_id('bolt.io');
      const report = await run('companies', [{ ...ACME, name: 'Acme' }, company('new.com')], {
        full: true,
        maxDeletes: ALL,
      });
      expect(report).toMatchObject({ new: 1, changed: 1, gone: 2, rejected: 0 });
      expect(printReport(report)).toContain('0 unchanged, 2 deleted, 0 rejected');
      expect(await domains()).toEqual(['acme.com', 'new.com']);
      expect(await filings()).toEqual(['acme.com 1', 'acme.com 2']);
      expect(await found('bolt.io')).toEqual([]);
      expect(await database.db('outbox')).toEqual([]);
      expect(await database.db('deletions').where({ record_id: String(id) })).toMatchObject([
        { kind: 'company', natural_key: '["bolt.io"]', company_id: null },
      ]);
    });

    it('keeps both records when a rejected row identifies two', async () => {
      const options = { full: true, maxDeletes: ALL, maxErrors: { count: 1 } };
      const cik = { ...BOLT, cik: '77' };
      await run('companies', [cik]);
      const odd = { ...ACME, cik: '77' };
      expect(await run('companies', [odd, company('third.com')], options)).toMatchObject({
        rejectedBy: { 'duplicate CIK': 1 },
        gone: 0,
      });
      const filings = [filing('acme.com', '2'), filing('bolt.io', '2')];
      const strange = { ...filing('acme.com', '1'), company_cik: '77' };
      expect(await run('filings', [...filings, strange], options)).toMatchObject({
        rejectedBy: { 'contradicting company': 1 },
        unchanged: 2,
        gone: 0,
      });
    });

    it('finds one missing record among thousands', async () => {
      const companies = Array.from({ length: 1200 }, (_, i) => company(`c${i}.com`));
      await run('companies', companies);
      const report = await run('companies', [ACME, BOLT, ...companies.slice(0, -110)], { full: true });
      expect(report).toMatchObject({ unchanged: 1092, gone: 111 });
      expect(await database.db('companies')).toHaveLength(1092);
      expect(await database.db('deletions')).toHaveLength(111);
    });

    it('deletes company-owned records only for companies in the feed', async () => {
      const report = await run('filings', [filing('acme.org', '2'), filing('acme.com', '3')], {
        full: true,
        maxDeletes: { count: 1 },
      });
      expect(report).toMatchObject({ new: 1, unchanged: 1, gone: 1 });
      expect(await filings()).toEqual(['acme.com 2', 'acme.com 3', 'bolt.io 1', 'bolt.io 2']);
      expect(await found('"Report 1"')).toEqual(['bolt.io: Report 1']);
    });

    it('rejects a load above the deletion limit, and changes nothing', async () => {
      const before = await dump(database.db);
      const feed = [{ ...ACME, name: 'Acme' }, company('new.com'), BOLT];
      const report = await run('companies', feed, { full: true });
      expect(report).toMatchObject({ refused: { why: 'deletions' }, gone: 1, indexed: 0 });
      expect(printReport(report)).toMatch(
        /^Load rejected, nothing stored: 1 of 3 companies would be deleted, since they are missing from the feed; --max-deletes allows 10%\.\n/,
      );
      expect(await dump(database.db)).toEqual(before);
      expect(await run('companies', feed, { full: true, maxDeletes: { count: 1 } })).toMatchObject({
        gone: 1,
      });
      expect(await run('companies', [], { full: true })).toMatchObject({ refused: { why: 'deletions' } });
      expect(await run('companies', feed, { full: true, maxDeletes: { count: 0 } })).toMatchObject({
        unchanged: 3,
      });
    });

    it('keeps the records of rejected rows whose keys can be read', async () => {
      const feed = [ACME, { ...BOLT, founding_year: 'soon' }, { domain: 'no name.com' }];
      const refused = await run('companies', feed, { full: true, maxDeletes: ALL });
      expect(refused.refused).toEqual({
        why: 'errors',
        message: '2 of 3 rows are rejected; --max-errors allows 0.',
      });
      const allowed = { full: true, maxDeletes: ALL, maxErrors: { count: 2 } };
      expect(await run('companies', feed, allowed)).toMatchObject({ rejected: 2, gone: 1, unchanged: 1 });
      expect(await domains()).toEqual(['acme.com', 'bolt.io']);

      const other = { ...METRIC, measurement: { ...METRIC.measurement, end_date: '2023-12-31' } };
      await run('metrics', [METRIC, other]);
      const wrong = { ...METRIC, measurement: { ...METRIC.measurement, amount: 'five' } };
      const third = { ...METRIC, measurement: { ...METRIC.measurement, end_date: '2022-12-31' } };
      expect(await run('metrics', [wrong, third], allowed)).toMatchObject({ new: 1, rejected: 1, gone: 1 });
      expect(await database.db('metrics').orderBy('end_date').select('end_date', 'amount')).toEqual([
        { end_date: '2022-12-31', amount: 5 },
        { end_date: '2024-12-31', amount: 5 },
      ]);
    });

    it('removes a missing category from companies and documents, which change too', async () => {
      await run('categories', [{ name: 'Tools' }, { name: 'Robots', documents: ['one'] }]);
      const before = await database.db('companies').where({ domain: 'bolt.io' }).first('updated_at');
      await run('categories', [{ name: 'Robots' }], { full: true, maxDeletes: ALL });
      const after = await database.db('companies').where({ domain: 'bolt.io' }).first();
      expect(after.updated_at > before.updated_at).toBe(true);
      expect(await database.db('categories').pluck('slug')).toEqual(['robots']);
      // The hash is that of what is left: the company without the category is the same.
      expect(await run('companies', [{ ...BOLT, categories: [] }])).toMatchObject({ unchanged: 1 });
    });
  });

  it('changes nothing above the error limit, as a number or percentage', async () => {
    const feed = [company('new.com'), company('bad.com', { type: 'x' }), company('new2.com'), ACME];
    const before = await dump(database.db);
    for (const maxErrors of [{ count: 0 }, { percent: 24 }]) {
      const report = await run('companies', feed, { maxErrors, batchSize: 1 });
      expect(report.refused?.why).toBe('errors');
      expect(await dump(database.db)).toEqual(before);
    }
    const rejects = `${folder.path}/r.ndjson`;
    const report = await run('companies', feed, { maxErrors: { percent: 25 }, batchSize: 1, rejects });
    expect(report).toMatchObject({ new: 2, rejected: 1, rejectsFile: rejects });
  });

  describe('deleting a record by its key', () => {
    it('removes a deleted filing from the search, and lists its company in company sync', async () => {
      const deleted = await remove('filing', 'ACME.org', '1');
      expect(deleted).toMatchObject({ kind: 'filing', key: ['acme.com', '1'], indexed: 1, waiting: 0 });
      expect(await filings()).toEqual(['acme.com 2', 'bolt.io 1', 'bolt.io 2']);
      expect(await found('"Report 1"')).toEqual(['bolt.io: Report 1']);
      expect(await database.db('deletions')).toMatchObject([
        { kind: 'filing', record_id: deleted.id, company_id: await company_id('acme.com') },
      ]);
      const [{ last_ms }] = await database.db('writer');
      const [{ deleted_at }] = await database.db('deletions');
      expect(Date.parse(deleted_at as string)).toBeLessThanOrEqual(Number(last_ms));
    });

    it('deletes a company with its records, and updates documents that named it', async () => {
      const before = await database.db('documents').where({ slug: 'one' }).first('updated_at');
      expect(await remove('company', 'acme.org')).toMatchObject({
        key: ['acme.com'],
        with: { filings: 2 },
        // The company, its filings and its category, which is suggested.
        indexed: 4,
      });
      expect(await domains()).toEqual(['bolt.io', 'third.com']);
      expect(await found('acme.com')).toEqual([]);
      expect(await database.db('document_companies')).toHaveLength(1);
      const after = await database.db('documents').where({ slug: 'one' }).first('updated_at');
      expect(after.updated_at > before.updated_at).toBe(true);
      expect(await lastChanges()).toEqual([
        'upsert document ["one"] ["companies"]',
        'delete filing ["acme.com","1"] null',
        'delete filing ["acme.com","2"] null',
        'delete company ["acme.com"] null',
      ]);
    });

    it('deletes a document from each of its companies', async () => {
      await remove('document', 'one');
      expect(await found('iron')).toEqual(['About two']);
      expect(await database.db('document_bodies')).toHaveLength(1);
      expect(await database.db('deletions')).toMatchObject([
        { kind: 'document', natural_key: '["one"]', company_id: await company_id('acme.com') },
      ]);
    });

    it('accepts an id instead of a key, and a date in any ISO format', async () => {
      await run('metrics', [METRIC]);
      const [{ id }] = await database.db('metrics');
      expect(await remove('metric', id as string)).toMatchObject({ key: ['acme.com', expect.any(String)] });
      expect(await database.db('metrics')).toEqual([]);
      const news = {
        company: 'bolt.io',
        headline: 'Bolts sell',
        short_headline: 'Bolts',
        description: 'They do.',
      };
      await run('news', [{ ...news, release_date: '2024-01-01', importance: 'major' }]);
      await remove('news', 'bolt.io', '2024-01-01', 'Bolts sell');
      expect(await database.db('news')).toEqual([]);
    });

    it('reports a missing record, and the format of its key', async () => {
      await expect(remove('company', 'nowhere.com')).rejects.toThrow('There is no company nowhere.com.');
      await expect(remove('filing', 'acme.com', '9')).rejects.toThrow('There is no filing acme.com 9.');
      await expect(remove('filing', 'acme.com')).rejects.toThrow(
        'Name one of the filings by <domain> <accession_number> or by its id.',
      );
      expect(await database.db('deletions')).toEqual([]);
    });

    it('stores a deleted record again when it is loaded', async () => {
      await remove('filing', 'acme.com', '1');
      expect(await run('filings', [filing('acme.com', '1')])).toMatchObject({ new: 1, indexed: 1 });
      expect(await found('"Report 1"')).toHaveLength(2);
    });
  });
});
