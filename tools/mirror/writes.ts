import { findKind } from '@dossier/ingest';
import { loadRecords, removeRecords } from '@dossier/ingest/testing';
import { write, type Db } from '@dossier/store';
import fc from 'fast-check';

/** A step of a random history: records of a kind that are loaded together, or a stored record that is deleted. */
export type Step =
  { op: 'load'; kind: string; records: object[] } | { op: 'delete'; kind: string; nth: number };

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

/** Generates steps. Companies come more often, because everything else needs them. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: loads('company') },
  ...Object.keys(RECORDS).flatMap((kind) => [
    { weight: 3, arbitrary: loads(kind) },
    {
      weight: 1,
      arbitrary: fc.record({ op: fc.constant('delete' as const), kind: fc.constant(kind), nth: fc.nat(20) }),
    },
  ]),
);

function loads(kind: string): fc.Arbitrary<Step> {
  return fc.record({
    op: fc.constant('load' as const),
    kind: fc.constant(kind),
    records: fc.array(RECORDS[kind]!, { minLength: 1, maxLength: 4 }),
  });
}

/**
 * Runs a step. Rejected records, such as those of unknown companies, change nothing.
 * @param run the run that the step belongs to
 */
export async function take(db: Db, step: Step, run?: number): Promise<void> {
  const kind = findKind(step.kind)!;
  if (step.op === 'load') {
    await loadRecords(db, kind, step.records, run);
    return;
  }
  const ids = (await db(kind.storage.table).orderBy('id').pluck('id')) as (string | number)[];
  const id = ids[step.nth % Math.max(1, ids.length)];
  if (id !== undefined) await write(db, (trx, now) => removeRecords(trx, kind, [id], now), run);
}
