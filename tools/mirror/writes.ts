import { findKind, LoadError } from '@dossier/ingest';
import { loadRecords, mergeCompanies, removeRecords, setByHand, undoRun } from '@dossier/ingest/testing';
import { beginRun, endRun, pruneChanges, pruneHistory, write, type Db } from '@dossier/store';
import fc from 'fast-check';

/**
 * A step of a random history: records of a kind that are loaded together, a stored record that is deleted, a value that is
 * set by hand, two companies that are merged, a run that is undone, or old changes that are deleted.
 */
export type Step =
  | { op: 'load'; kind: string; records: object[] }
  | { op: 'delete'; kind: string; nth: number }
  | { op: 'set'; nth: number; value: string }
  | { op: 'merge'; into: number; from: number }
  | { op: 'undo'; ago: number }
  | { op: 'prune'; kept: number };

const COMPANIES = 4;
const small = fc.nat(3);
const domain = fc.nat(COMPANIES - 1).map((n) => `c${n}.com`);
const text = fc.constantFrom('one', 'two', 'three');

/** Records of each kind, of few natural keys, so that they change each other. */
const RECORDS: Record<string, fc.Arbitrary<object>> = {
  company: fc.record(
    {
      domain,
      name: fc.constantFrom('Acme', 'Bolt'),
      type: fc.constantFrom('private', 'public'),
      description: fc.option(text),
      categories: fc.uniqueArray(fc.constantFrom('Tools', 'Banks'), { maxLength: 2 }),
      financials: fc.array(fc.record({ name: fc.constant('total_estimated_funding'), value: small }), {
        maxLength: 1,
      }),
    },
    { requiredKeys: ['domain', 'name', 'type'] },
  ),
  dataset: fc.record({
    company: domain,
    name: text,
    x_label: fc.constant('Year'),
    y_label: text,
    data: fc.constant([{ x: '2025-12-31', y: 5, type: 'historical' }]),
    data_type: fc.constant('Revenue'),
    metric: fc.constant('USD'),
  }),
  document: fc.record({
    slug: small.map((n) => `report-${n}`),
    title: text,
    date: fc.constant('2026-01-07'),
    content: text.map((markdown) => ({ markdown })),
    companies: fc.uniqueArray(fc.record({ domain, relation: fc.constant('subject') }), {
      maxLength: 2,
      selector: (each) => each.domain,
    }),
    categories: fc.uniqueArray(fc.constantFrom('Tools', 'Banks'), { maxLength: 1 }),
  }),
  filing: fc.record({
    company: domain,
    accession_number: small.map((n) => `0000000001-26-00000${n}`),
    name: text,
    type: fc.constantFrom('10-K', '10-K/A'),
    filed_at: fc.constant('2026-01-08'),
    url: fc.constant('https://filings.example/1'),
  }),
  event: fc.record({
    company: domain,
    event_type: fc.constantFrom('corporate_action', 'company_milestone'),
    data: fc.record({
      name: text,
      announced_date: fc.constant('2026-01-06'),
      status: fc.constant('closed'),
      type: fc.constantFrom('stock_split', 'ipo'),
    }),
  }),
  category: fc.record(
    {
      slug: fc.constantFrom('tools', 'banks'),
      name: text,
      companies: fc.uniqueArray(domain, { maxLength: 2 }),
    },
    { requiredKeys: ['slug', 'name'] },
  ),
  news: fc.record({
    company: domain,
    headline: text,
    short_headline: text,
    description: fc.constant('A seed round.'),
    release_date: fc.constant('2026-01-05'),
    importance: fc.constantFrom('major', 'minor'),
  }),
  metric: fc.record({
    company: domain,
    metric_definition: fc.constant({ base: 'revenue', view: 'value' }),
    measurement: fc.record({
      scenario: text,
      end_date: fc.constant('2025-12-31'),
      type: fc.constant('equals'),
      unit_kind: fc.constant('currency'),
      currency_code: fc.constant('USD'),
      amount: small,
    }),
  }),
};

const only = <Op extends string>(op: Op) => fc.constant(op);
/** Prefers recent runs. */
const ago = fc.oneof(fc.nat(20), fc.nat(100_000));

/** Generates steps, without prunes. Companies come more often, because everything else needs them. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: loads('company') },
  ...Object.keys(RECORDS).flatMap((kind) => [
    { weight: 6, arbitrary: loads(kind) },
    {
      weight: kind === 'company' ? 1 : 2,
      arbitrary: fc.record({ op: only('delete'), kind: fc.constant(kind), nth: fc.nat(20) }),
    },
  ]),
  { weight: 2, arbitrary: fc.record({ op: only('set'), nth: fc.nat(20), value: text }) },
  { weight: 2, arbitrary: fc.record({ op: only('merge'), into: fc.nat(20), from: fc.nat(20) }) },
  { weight: 8, arbitrary: fc.record({ op: only('undo'), ago }) },
);

/** Most prunes keep so many changes that clients miss none. */
export const prunes: fc.Arbitrary<Step> = fc.record({
  op: only('prune'),
  kept: fc.constantFrom(0, 20, 200, 2000, 2000),
});

function loads(kind: string): fc.Arbitrary<Step> {
  return fc.record({
    op: only('load'),
    kind: fc.constant(kind),
    records: fc.array(RECORDS[kind]!, { minLength: 1, maxLength: 4 }),
  });
}

/** What steps did. */
export interface Counts {
  /** Records that were loaded, and other steps that were run. */
  writes: number;
  /** Steps by their operation. */
  done: Record<string, number>;
  /** Undos and merges that were rejected, by the reason without names. */
  rejected: Record<string, number>;
}

/** Runs a step as its own run. Steps that ingest rejects change nothing. */
export async function takeStep(db: Db, step: Step, counts: Counts): Promise<void> {
  counts.writes += step.op === 'load' ? step.records.length : 1;
  const kind = 'kind' in step ? step.kind : step.op === 'prune' ? null : 'company';
  const run = await beginRun(db, { command: step.op, kind, source: 'records' });
  try {
    if (await take(db, step, run)) add(counts.done, step.op);
    await endRun(db, run, { outcome: 'done' });
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    add(counts.rejected, `${step.op}: ${error.message.replaceAll(/"[^"]*"|\S*\.com|\d+/g, '…')}`);
    await endRun(db, run, { outcome: 'failed', message: error.message });
  }
}

const add = (counts: Record<string, number>, name: string) => (counts[name] = (counts[name] ?? 0) + 1);

/** Runs a step. Returns false if it found nothing to work on. */
async function take(db: Db, step: Step, run: number): Promise<boolean> {
  switch (step.op) {
    case 'load':
      // Rejected records, such as those of unknown companies, change nothing.
      await loadRecords(db, findKind(step.kind)!, step.records, run);
      return true;
    case 'delete': {
      const kind = findKind(step.kind)!;
      const id = await nth<string | number>(db, kind.storage.table, 'id', step.nth);
      if (id !== undefined) await write(db, (trx, now) => removeRecords(trx, kind, [id], now), run);
      return id !== undefined;
    }
    case 'set': {
      const key = await nth<string>(db, 'companies', 'domain', step.nth);
      if (key === undefined) return false;
      const kind = findKind('company')!;
      await setByHand({ db, kind, key: [key], field: 'description', value: step.value, run });
      return true;
    }
    case 'merge': {
      const into = await nth<string>(db, 'companies', 'domain', step.into);
      const from = await nth<string>(db, 'companies', 'domain', step.from);
      if (into === undefined || from === undefined || into === from) return false;
      await mergeCompanies({ db, into, from, run });
      return true;
    }
    case 'undo': {
      // The newest run is that of the undo itself.
      const undone = run - 1 - (step.ago % Math.max(1, run - 1));
      if (undone > 0) await undoRun({ db, run: undone, undoing: run });
      return undone > 0;
    }
    case 'prune': {
      const first = await db('changes').orderBy('seq', 'desc').offset(step.kept).first<{ at: string }>('at');
      if (first === undefined) return false;
      await pruneChanges((part) => write(db, part), first.at);
      await pruneHistory((part) => write(db, part), first.at);
      return true;
    }
  }
}

/** Returns the value of a column of the nth row, wrapping around; undefined if there are none. */
async function nth<Value>(db: Db, table: string, column: string, n: number): Promise<Value | undefined> {
  const values = (await db(table).orderBy('id').pluck(column)) as Value[];
  return values[n % Math.max(1, values.length)];
}
