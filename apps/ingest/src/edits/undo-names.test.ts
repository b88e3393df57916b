import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { beginRun, endRun, write } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { companyKind } from '../kinds/company/index.ts';
import { findRecord } from './find-record.ts';
import { findKind } from '../kinds/index.ts';
import { removeRecords } from '../ledger/remove.ts';
import { load } from '../load/load.ts';
import { mergeCompanies } from './merge.ts';
import { undoRun } from './undo.ts';

describe.each(engines)('undo of the names of companies on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  async function asRun(command: string, kind: string, work: (id: number) => Promise<unknown>) {
    const { db } = database;
    const id = await beginRun(db, { command, kind, source: 'test' });
    await work(id);
    await endRun(db, id, { outcome: 'done' });
    return id;
  }

  const loads = (kind: string, record: Record<string, unknown>) =>
    asRun('load', kind, async (run) => {
      const rows = [{ file: 'rows', row: 1, value: record }];
      const paths = (async function* () {
        yield { rows };
      })();
      const report = await load({ db: database.db, kind: findKind(kind)!, paths, run });
      expect([report.rejected, report.firstRejects]).toEqual([0, []]);
    });
  const creates = (name: string, fields: object = {}) =>
    loads('company', { domain: `${name}.example`, name, type: 'private', ...fields });
  const links = (name: string, id: string) =>
    loads('company', { domain: `${name}.example`, external_id: id, source: 'feed' });
  const announces = (day: string, company: object) =>
    loads('event', {
      event_type: 'funding_round',
      data: {
        ...{ name: 'Seed', announced_date: day, status: 'closed', round_type: 'seed' },
        ...{ amount_raised: '5.00', currency: 'USD' },
      },
      ...{ source: 'feed', ...company },
    });
  const merges = (into: string, from: string) =>
    asRun('merge', 'company', (run) =>
      mergeCompanies({ db: database.db, into: `${into}.example`, from: `${from}.example`, run }),
    );
  const deletes = (name: string) =>
    asRun('delete', 'company', (run) =>
      write(
        database.db,
        async (trx, now) => {
          const found = await findRecord(trx, companyKind, [`${name}.example`]);
          await removeRecords(trx, companyKind, [found!], now);
        },
        run,
      ),
    );
  const undo = (run: number) => undoRun({ db: database.db, run });
  /** Returns the domains of the companies with an event of a day. */
  const announcedBy = (day: string): Promise<string[]> =>
    database
      .db('events')
      .join('companies', 'companies.id', 'events.company_id')
      .where({ event_date: day })
      .pluck('companies.domain');

  it('returns records to a merged company that rows named by its id, its ticker or a legal entity', async () => {
    const listings = [{ ticker: 'AAAA', venue: 'XNYS' }];
    const legal_entities = [{ name: 'Apart Holding' }];
    await creates('apart', { listings, legal_entities, cik: '1234567', headquarters: { city: 'Rome' } });
    await creates('whole');
    await links('apart', 'a-1');
    const merge = await merges('whole', 'apart');
    await announces('2026-01-01', { company_external_id: 'a-1' });
    await announces('2026-01-02', { company_cik: '1234567' });
    await announces('2026-01-03', { company: 'whole.example' });
    await announces('2026-01-04', { company_ticker: 'AAAA', company_city: 'Rome' });
    await announces('2026-01-05', {
      ...{ company_name: 'Apart Holding', company_city: 'Rome', match: ['name'] },
    });
    await loads('company', { external_id: 'a-1', source: 'feed', founding_year: 1999 });
    for (const day of [1, 2, 3, 4, 5])
      expect(await announcedBy(`2026-01-0${day}`)).toEqual(['whole.example']);
    await undo(merge);
    for (const day of [1, 2, 4, 5]) expect(await announcedBy(`2026-01-0${day}`)).toEqual(['apart.example']);
    expect(await announcedBy('2026-01-03')).toEqual(['whole.example']);
    const { db } = database;
    expect(
      await db('companies')
        .whereIn('domain', ['apart.example', 'whole.example'])
        .orderBy('domain')
        .pluck('founding_year'),
    ).toEqual([1999, null]);
  });

  it('counts a row once that names a company by its id before and after the merge of the company', async () => {
    await creates('early');
    await creates('late');
    await links('early', 'e-1');
    await announces('2026-02-01', { company_external_id: 'e-1' });
    const merge = await merges('late', 'early');
    await announces('2026-02-01', { company_external_id: 'e-1' });
    const { db } = database;
    expect(
      await db('statements').whereLike('content_json', '%2026-02-01%').pluck('merged_from'),
    ).toHaveLength(1);
    await undo(merge);
    expect(await announcedBy('2026-02-01')).toEqual(['early.example']);
  });

  it('does not restore what an undone link held once the deletion of its company is undone', async () => {
    await creates('gone');
    const link = await links('gone', 'g-1');
    await announces('2026-03-01', { company_external_id: 'g-1' });
    await announces('2026-03-02', { company: 'gone.example' });
    const deletion = await deletes('gone');
    await undo(link);
    await undo(deletion);
    expect(await announcedBy('2026-03-01')).toEqual([]);
    expect(await announcedBy('2026-03-02')).toEqual(['gone.example']);
  });

  it('removes what rows said about a company that only an undone id found, and what depends on them', async () => {
    await creates('found');
    const link = await links('found', 'f-1');
    await loads('company', { external_id: 'f-1', source: 'feed', founding_year: 2001 });
    await announces('2026-04-01', { company_external_id: 'f-1' });
    const undone = await undo(link);
    expect(undone.ofOtherRuns).toEqual([{ run: expect.any(Number), records: { events: 1 } }]);
    const { db } = database;
    expect(await db('companies').where({ domain: 'found.example' }).pluck('founding_year')).toEqual([null]);
    expect(await db('company_external_ids').where({ external_id: 'f-1' })).toEqual([]);
  });

  it('keeps the records that rows named by a former name of the company when another run is undone', async () => {
    await creates('former', { headquarters: { city: 'Rome' } });
    await announces('2026-05-01', { company_name: 'former', company_city: 'Rome', match: ['name'] });
    await loads('company', { domain: 'former.example', name: 'renamed' });
    const other = await loads('company', { domain: 'former.example', founding_year: 1990, source: 'other' });
    await undo(other);
    expect(await announcedBy('2026-05-01')).toEqual(['former.example']);
  });

  it('knows of each run how it named the company, also if the runs said the same', async () => {
    await creates('alike');
    const link = await links('alike', 'l-1');
    // Says the same as the link, but only the link gives the company its id.
    await loads('company', { external_id: 'l-1', source: 'feed' });
    await announces('2026-06-01', { company: 'alike.example' });
    const byId = await announces('2026-06-01', { company_external_id: 'l-1' });
    await undo(link);
    const { db } = database;
    expect(await db('company_external_ids').where({ external_id: 'l-1' })).toEqual([]);
    expect(await announcedBy('2026-06-01')).toEqual(['alike.example']);
    expect(await db('statements').where({ run: byId })).toEqual([]);
  });
});
