import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import type { RecordId } from '../stored/storage.ts';
import { loadRecords } from '../testing/load.ts';
import { collect } from '../testing/files.ts';
import { createFeedDiff } from './missing.ts';

describe.each(usualEngines)('comparing a feed with the stored records, on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await loadRecords(
      database.db,
      findKind('company')!,
      ['a.com', 'b.com'].map((domain) => ({ domain, name: domain, type: 'private' })),
    );
    const filing = (company: string, no: number) => ({
      company,
      accession_number: `${no}`,
      name: `Report ${no}`,
      type: '10-K',
      filed_at: '2024-02-01',
      url: 'https://filings.example/a.htm',
    });
    const records = Array.from({ length: 250 }, (_, no) => filing('a.com', no));
    await loadRecords(database.db, findKind('filing')!, [...records, filing('b.com', 1)]);
  });
  afterAll(() => database.close());

  it('finds missing records once, page by page, only for companies in the feed', async () => {
    const ids: RecordId[] = await database
      .db('filings')
      .join('companies', 'companies.id', 'company_id')
      .where({ domain: 'a.com' })
      .orderBy('filings.id')
      .pluck('filings.id');
    const scratch = openDatabase('sqlite:');
    const feedDiff = await createFeedDiff(scratch);
    await feedDiff.saw([ids[7]!]);
    const found = await database.db.transaction((trx) => feedDiff.compare(trx, findKind('filing')!));
    expect(found).toEqual({ missing: 249, stored: 250 });
    // Seen too late: a page that looked again at all that was seen would find nothing.
    await feedDiff.saw(ids);
    const pages = await collect(feedDiff.missing());
    expect(pages.map((page) => page.length)).toEqual([100, 100, 49]);
    expect(pages.flat()).toEqual(ids.filter((id) => id !== ids[7]));
    await scratch.destroy();
  });
});
