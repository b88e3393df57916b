import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCounters } from './counters.ts';
import { countKeptDifferences, remakeKept } from './counts/verify.ts';
import { keyToReplace } from './history.ts';
import { moveRows } from './moves.ts';
import { deleteRows, insertRows } from './rows.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from '../sql/write.ts';

const AT = '2026-01-01T00:00:00.000Z';
const tracked = { created_at: AT, updated_at: AT, content_hash: '' };
const json = { social_json: '[]', legal_entities_json: '[]', key_people_json: '{}' };

const small = fc.integer({ min: 1, max: 3 });
/** Tables whose ids are texts. */
const withText = ['news', 'events', 'filings'];
/** A statement of any table that something is counted or ordered by. */
const steps = fc.oneof(
  fc.record({
    do: fc.constant('company' as const),
    id: small,
    type: fc.constantFrom('private', 'public'),
    isActive: fc.boolean(),
    created_at: fc.constantFrom(AT, '2025-01-01T00:00:00.000Z'),
  }),
  fc.record({ do: fc.constant('document' as const), id: small, year: fc.integer({ min: 2020, max: 2022 }) }),
  fc.record({
    do: fc.constant('financial' as const),
    id: small,
    value: fc.option(fc.integer(), { nil: null }),
  }),
  fc.record({ do: fc.constant('link' as const), id: small, category: small }),
  fc.record({
    do: fc.constant('news' as const),
    id: small,
    of: small,
    importance: fc.constantFrom('major', 'minor'),
  }),
  fc.record({
    do: fc.constant('event' as const),
    id: small,
    of: small,
    type: fc.constantFrom('funding_round', 'company_milestone'),
    subtype: fc.constantFrom('series_a', 'series_b'),
  }),
  fc.record({
    do: fc.constant('filing' as const),
    id: small,
    of: small,
    type: fc.constantFrom('10-K', 'S-1'),
  }),
  fc.record({
    do: fc.constant('delete' as const),
    table: fc.constantFrom(...['companies', 'documents', 'company_financials', 'categories'], ...withText),
    id: small,
  }),
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

describe.each(engines)('totals and lists that the ledger keeps on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  async function take(step: Step): Promise<void> {
    const { db } = database;
    const put = (table: string, row: object, replaceBy?: string[]) =>
      write(db, (trx) => insertRows(trx, table, [row], replaceBy === undefined ? undefined : { replaceBy }));
    // On Citus, the company is a part of the key, so a row of another company is moved.
    const putOwned = async (
      table: string,
      row: { id: string; company_id: number; [column: string]: unknown },
    ) => {
      const stored = await db(table)
        .where({ id: row.id })
        .first<{ company_id: number } | undefined>('company_id');
      if (stored === undefined || stored.company_id === row.company_id)
        await put(table, row, await keyToReplace(db, table));
      else await write(db, (trx) => moveRows(trx, { table, parts: {} }, [row]));
    };
    const remove = (table: string, where: Record<string, unknown>) =>
      write(db, (trx) => deleteRows(trx, table, where));
    const has = async (table: string, id: number) =>
      (await db(table).where({ id }).first('id')) !== undefined;
    if (step.do === 'company') {
      const { id, type, isActive: is_active, created_at } = step;
      const names = { slug: `c${id}`, name: 'C', domain: `c${id}.com` };
      await put('companies', { ...tracked, ...json, ...names, id, type, is_active, created_at }, ['id']);
    } else if (step.do === 'document') {
      const at = `${step.year}-01-01T00:00:00.000Z`;
      const times = { published_at: at, last_publication_date: at };
      const texts = {
        slug: `d${step.id}`,
        type: 'market',
        title: 'D',
        preview_title: 'D',
        metadata_json: '{}',
      };
      await put('documents', { ...tracked, ...texts, ...times, id: step.id }, ['id']);
    } else if (step.do === 'delete') {
      const column = step.table === 'company_financials' ? 'company_id' : 'id';
      await remove(step.table, { [column]: withText.includes(step.table) ? String(step.id) : step.id });
    } else if (step.do === 'event') {
      if (!(await has('companies', step.of))) return;
      const { type, subtype } = step;
      const texts = { name: `e${step.id}`, status: 'closed', data_json: '{}', citations_json: '[]' };
      const own = { id: String(step.id), company_id: step.of, type, subtype, event_date: '2026-01-01' };
      await putOwned('events', { ...tracked, ...texts, ...own });
    } else if (step.do === 'filing') {
      if (!(await has('companies', step.of))) return;
      const texts = {
        accession_number: `f${step.id}`,
        name: 'F',
        filed_at: AT,
        source_url: 'https://f.example',
      };
      const own = { id: String(step.id), company_id: step.of, type: step.type };
      await putOwned('filings', { ...tracked, ...texts, ...own });
    } else if (step.do === 'news') {
      if (!(await has('companies', step.of))) return;
      const texts = { headline: `h${step.id}`, short_headline: 'h', description: 'd', release_date: AT };
      const row = {
        ...tracked,
        ...texts,
        id: String(step.id),
        company_id: step.of,
        importance: step.importance,
      };
      await putOwned('news', { ...row, articles_json: '[]' });
    } else if (step.do === 'financial') {
      if (!(await has('companies', step.id))) return;
      await remove('company_financials', { company_id: step.id });
      await put('company_financials', { company_id: step.id, name: 'v', value: step.value, date: null });
    } else {
      const category = { id: step.category, slug: `k${step.category}`, name: 'K' };
      await put('categories', category, ['id']);
      for (const [kind, table] of [
        ['company', 'companies'],
        ['document', 'documents'],
      ] as const) {
        const link = { category_id: step.category, [`${kind}_id`]: step.id };
        await remove(`${kind}_categories`, link);
        if (await has(table, step.id)) await put(`${kind}_categories`, link);
      }
    }
  }

  it('are right after any sequence of writes', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (sequence) => {
        for (const step of sequence) await take(step);
        expect(await countKeptDifferences(db)).toBe(0);
        const [news] = await db('news').count({ n: '*' });
        const names = [1, 2, 3].flatMap((id) => [`news ${id} major`, `news ${id} minor`]);
        expect(await readCounters(db, names)).toBe(Number(news!['n']));
        const count = async (table: string, where: object) =>
          Number((await db(table).where(where).count({ n: '*' }))[0]!['n']);
        for (const [name, table, where] of [
          ['all events funding_round', 'events', { type: 'funding_round' }],
          ['all events funding_round series_a', 'events', { type: 'funding_round', subtype: 'series_a' }],
          ['filings 1', 'filings', { company_id: 1 }],
          ['filings 1 S-1', 'filings', { company_id: 1, type: 'S-1' }],
        ] as const)
          expect(await readCounters(db, [name])).toBe(await count(table, where));
      }),
      { numRuns: 25 },
    );
  });

  it('are undone with the transaction that changed them', async () => {
    const { db } = database;
    await take({ do: 'company', id: 1, type: 'private', isActive: true, created_at: AT });
    const undo = new Error('undo');
    const work = write(db, async (trx) => {
      await deleteRows(trx, 'companies', { id: [1, 2, 3] });
      throw undo;
    });
    expect(await work.catch((error: unknown) => error === undo)).toBe(true);
    expect(await countKeptDifferences(db)).toBe(0);
  });

  it('are compared with the tables, and made again', async () => {
    const { db } = database;
    await write(db, (trx) => deleteRows(trx, 'companies', { id: [1, 2, 3] }));
    await take({ do: 'company', id: 1, type: 'private', isActive: true, created_at: AT });
    await take({ do: 'financial', id: 1, value: 7 });
    await take({ do: 'link', id: 1, category: 1 });
    await db('counters').where({ name: 'ranked v private' }).update({ n: 9 });
    await db('category_items').delete();
    await db('ranked').insert({ company_id: 99, name: 'v', type: 'public', value: 1 });
    expect(await countKeptDifferences(db)).toBeGreaterThan(3);
    await remakeKept(db);
    expect(await countKeptDifferences(db)).toBe(0);
    expect(await readCounters(db, ['ranked v private', 'ranked v public'])).toBe(1);
  });
});
