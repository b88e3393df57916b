import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { beginRun, endRun, isPostgres, write, type Db, type StatementRow } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import fc from 'fast-check';
import { findRecord } from '../edits/find-record.ts';
import { findKind } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { removeRecords } from '../ledger/remove.ts';
import { setByHand } from '../edits/hand.ts';
import { load, type LoadOptions } from './load.ts';
import { mergeCompanies } from '../edits/merge.ts';
import { undoRun } from '../edits/undo.ts';

type Row = Record<string, unknown>;

/** Returns the plan of a query as text. */
async function planOf(db: Db, { sql, bindings }: { sql: string; bindings: string[] }): Promise<string> {
  if (!isPostgres(db)) return JSON.stringify(await db.raw(`explain query plan ${sql}`, bindings));
  return db.transaction(async (trx) => {
    // Postgres prefers to scan a small table.
    await trx.raw('set local enable_seqscan = off');
    return JSON.stringify(
      (await trx.raw<{ rows: object[] }>(`explain ${sql.replaceAll(/\$\d+/g, '?')}`, bindings)).rows,
    );
  });
}

const A = { domain: 'a.example', name: 'Acme', type: 'private' };
const B = { domain: 'b.example', name: 'Bolt', type: 'private' };
const FILING = { name: '10-K', type: '10-K', filed_at: '2026-01-08', url: 'https://filings.example/1' };
const NUMBERED = { ...FILING, accession_number: '0000000001-26-000001' };
const seed = (amount?: string) => ({
  company: 'a.example',
  event_type: 'funding_round',
  data: {
    ...{ name: 'Seed', announced_date: '2026-01-05', status: 'closed', round_type: 'seed' },
    ...{ currency: 'USD', amount_raised: amount },
  },
});

/** The rows of feeds. They are few, so that loads repeat them. */
const ROWS: Record<string, Row[]> = {
  companies: [
    A,
    { ...A, alternative_domains: ['x.example'] },
    { ...A, cik: '1', categories: ['Anvils'] },
    { ...A, external_id: 'A-1', source: 'b' },
    { domain: 'a.example', description: 'Makes anvils.', headquarters: null },
    { ...A, slug: 'documents' },
    B,
    { ...B, alternative_domains: ['x.example'], cik: '1' },
    { ...B, slug: 'acme' },
    { domain: 'x.example', name: 'Acme', type: 'public' },
    { domain: 'b.example', add_listings: [{ ticker: 'BOLT' }] },
  ],
  filings: [
    { ...NUMBERED, company: 'a.example' },
    { ...NUMBERED, company: 'a.example', region: 'US' },
    { ...NUMBERED, company: 'a.example', only_new: true },
    { ...NUMBERED, company: 'x.example' },
    { ...NUMBERED, company_cik: '1' },
    { ...NUMBERED, company_name: 'Bolt' },
    { ...NUMBERED, company: 'b.example', company_cik: '1' },
    { ...NUMBERED, company: 'b.example', type: 'wrong'.repeat(20) },
  ],
  events: [seed('5.00'), seed('7.00'), seed(), { ...seed('5.00'), company: 'x.example' }],
  categories: [
    { name: 'Anvils', companies: ['b.example'] },
    { name: 'Anvils', companies: [] },
  ],
};

type Step =
  | { what: 'load'; kind: string; source: string | undefined; rows: Row[]; options: LoadOptions }
  | { what: 'delete' | 'set' | 'merge' }
  | { what: 'undo'; back: number };

const loads = (kind: string): fc.Arbitrary<Step> =>
  fc.record({
    what: fc.constant('load' as const),
    kind: fc.constant(kind),
    source: fc.option(fc.constant('b'), { nil: undefined, freq: 3 }),
    rows: fc.array(fc.constantFrom(...ROWS[kind]!), { minLength: 1, maxLength: 4 }),
    options: fc.constantFrom<LoadOptions>(
      { batchSize: 500 },
      { batchSize: 2 },
      { batchSize: 1 },
      { full: true, maxErrors: { percent: 100 }, maxDeletes: { percent: 100 } },
    ),
  });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: loads('companies') },
  { weight: 6, arbitrary: loads('filings') },
  { weight: 3, arbitrary: loads('events') },
  { weight: 1, arbitrary: loads('categories') },
  { weight: 4, arbitrary: fc.constantFrom<Step>({ what: 'delete' }, { what: 'set' }, { what: 'merge' }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('undo' as const), back: fc.integer({ min: 1, max: 4 }) }),
  },
);

async function* itemsOf(rows: Row[], source: string | undefined) {
  const value = (row: Row) => ({ ...(source !== undefined && { source }), ...row });
  yield { rows: rows.map((row, i) => ({ file: 'rows', row: i + 1, value: value(row) })) };
}

/** Loads rows as a run, and returns the report without its times. */
async function loadRun(
  db: Db,
  kind: Kind,
  rows: Row[],
  options: LoadOptions = {},
  source?: string,
): Promise<object> {
  const run = await beginRun(db, { command: 'load', kind: kind.name, source: 'rows' });
  const {
    seconds: _,
    peakMemory: __,
    ...report
  } = await load({
    ...{ db, kind, options, run },
    paths: itemsOf(rows, source),
  });
  await endRun(db, run, { outcome: 'done' });
  return report;
}

const DUMPED = [
  ...['companies', 'company_domains', 'company_financials', 'company_listings', 'company_external_ids'],
  ...['company_categories', 'company_names', 'company_matches', 'categories'],
  ...['filings', 'events', 'statements', 'changes', 'deletions', 'outbox'],
];
/** Two databases of the same history differ in these. */
const UNLIKE = ['row_hash', 'created_at', 'updated_at', 'observed_at', 'matched_at', 'deleted_at', 'at'];
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

async function dump(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of DUMPED) {
    const rows: Row[] = await db(table);
    const alike = rows.map((row) => Object.entries(row).filter(([column]) => !UNLIKE.includes(column)));
    tables[table] = alike.map((row) => JSON.stringify(row).replaceAll(TIME, 'T')).sort();
  }
  return tables;
}

/** A kind that counts the rows that a load validates; it skips those that repeat stored records. */
function counting(plural: string): { kind: Kind; validated: { rows: number } } {
  const validated = { rows: 0 };
  const kind = findKind(plural)!;
  const warningsOf: Kind['warningsOf'] = (given) => {
    validated.rows++;
    return kind.warningsOf?.(given) ?? [];
  };
  return { kind: { ...kind, warningsOf }, validated };
}

describe.each(usualEngines)('rows that repeat those of an earlier load, on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('are not validated again, and a batch of them takes one look-up and one update', async () => {
    const { db } = database;
    const [companies, filings] = [counting('companies'), counting('filings')];
    const owners = ['c', 'd'].map((name) => ({ ...A, domain: `${name}.example`, name }));
    const numbers = Array.from({ length: 7 }, (_, i) => `0000000002-26-00000${i}`);
    const rows = numbers.map((accession_number) => ({ ...FILING, accession_number, company: 'c.example' }));
    const size = { batchSize: 3 };
    await loadRun(db, companies.kind, owners);
    await loadRun(db, filings.kind, rows, size);
    expect([companies.validated.rows, filings.validated.rows]).toEqual([2, 7]);

    const sent: string[] = [];
    let lookUp: { sql: string; bindings: string[] } | undefined;
    const keep = (query: NonNullable<typeof lookUp>) => {
      sent.push(query.sql);
      if (/^\s*select.* s\.row_hash/s.test(query.sql)) lookUp = query;
    };
    db.on('query', keep);
    expect(await loadRun(db, companies.kind, owners)).toMatchObject({ unchanged: 2, changed: 0 });
    expect(await loadRun(db, filings.kind, rows, size)).toMatchObject({ unchanged: 7, changed: 0 });
    db.removeListener('query', keep);
    expect([companies.validated.rows, filings.validated.rows]).toEqual([2, 7]);
    const about = (pattern: RegExp) => sent.filter((sql) => pattern.test(sql)).length;
    expect(about(/row_hash/)).toBe(4);
    expect(about(/from [`"](filings|companies|company_(?!matches)\w+)/)).toBe(0);
    const plan = await planOf(db, lookUp!);
    expect(plan).toContain('statements_of_rows');
    // Without statistics about new rows, Postgres joins whole tables if it may join at all.
    expect(plan).not.toMatch(/SCAN s\b|Seq Scan|Join|Nested Loop/);

    const changed = rows.with(4, { ...rows[4]!, name: '10-Q' });
    expect(await loadRun(db, filings.kind, changed, size)).toMatchObject({ unchanged: 6, changed: 1 });
    expect(filings.validated.rows).toBe(8);
    const said = (await db<StatementRow>('statements').where({ kind: 'filing' }).orderBy('id')).map(
      ({ line, earlier_json }) => [line, (JSON.parse(earlier_json ?? '[]') as unknown[]).length],
    );
    // The changed row is a new statement.
    expect(said).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
      [4, 2],
      [5, 1],
      [6, 2],
      [7, 2],
      [5, 0],
    ]);
    expect(await loadRun(db, filings.kind, changed, size)).toMatchObject({ unchanged: 7 });
    expect(filings.validated.rows).toBe(8);
    expect(await loadRun(db, filings.kind, rows, size)).toMatchObject({ unchanged: 6, changed: 1 });
    expect(filings.validated.rows).toBe(9);
  });

  it('leave the same database and report as rows that are all validated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        const fast = await createTestDatabase(engine);
        const slow = await createTestDatabase(engine);
        try {
          for (const each of steps) {
            await slow.db('statements').update({ row_hash: null });
            const [one, other] = [await take(fast.db, each), await take(slow.db, each)];
            expect(one).toEqual(other);
            expect(await dump(fast.db)).toEqual(await dump(slow.db));
          }
        } finally {
          await fast.close();
          await slow.close();
        }
      }),
      { numRuns: Number(process.env['HISTORIES'] ?? 6) },
    );
  });
});

/** Does a step, and returns its result. */
async function take(db: Db, step: Step): Promise<unknown> {
  if (step.what === 'load') {
    const { kind, rows, options, source } = step;
    return loadRun(db, findKind(kind)!, rows, options, source);
  }
  const run = await beginRun(db, { command: step.what, kind: 'company', source: 'rows' });
  try {
    return await taken(db, step, run);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await endRun(db, run, { outcome: 'done' });
  }
}

async function taken(db: Db, step: Exclude<Step, { what: 'load' }>, run: number): Promise<unknown> {
  const kind = findKind('companies')!;
  if (step.what === 'undo') return undoRun({ db, run: run - step.back, undoing: run });
  if (step.what === 'merge') return mergeCompanies({ db, into: 'a.example', from: 'b.example', run });
  if (step.what === 'set') {
    const hand = { field: 'headquarters.city', value: 'Dublin' };
    return setByHand({ db, kind, key: ['a.example'], ...hand, run });
  }
  const id = await findRecord(db, kind, ['a.example']);
  return write(db, (trx, now) => removeRecords(trx, kind, id === undefined ? [] : [id], now), run);
}
