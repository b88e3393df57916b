import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { beginRun, endRun, write } from '@dossier/store';
import { createTestDatabase, engines, type Engine, type TestDatabase } from '@dossier/store/testing';
import fc from 'fast-check';
import { categoryKind } from '../kinds/category/index.ts';
import { companyKind } from '../kinds/company/index.ts';
import { documentKind } from '../kinds/document/index.ts';
import { findRecord } from './find-record.ts';
import { findKind, kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { removeRecords } from '../ledger/remove.ts';
import { readStates } from '../stored/storage.ts';
import { readExplained } from '../cli/commands/sources/explain.ts';
import { setByHand } from './hand.ts';
import { load } from '../load/load.ts';
import { undoRun } from './undo.ts';

/** What a run does: a load of a source, a deletion, or a value that is set by hand. */
type Step =
  | {
      what: 'load';
      kind: string;
      source: string | undefined;
      records: Record<string, unknown>[];
      full?: boolean;
    }
  | { what: 'delete'; kind: string; key: string[] }
  | { what: 'set'; key: string[]; field: string; value: string };

const some = (...values: string[]) => fc.option(fc.subarray(values), { nil: undefined });
const maybe = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const source = maybe(['b', 'c']);
/** `WORLD` is replaced, so that several worlds fit into one database. */
const domain = fc.constantFrom('one-WORLD.example', 'two-WORLD.example');
/** Slugs are stated: one that is made from a name depends on the names of other companies. */
const company = fc
  .record({
    domain,
    name: fc.constantFrom('Acme', 'Acme Inc.'),
    type: fc.constantFrom('private', 'public'),
    description: fc.option(maybe(['Makes anvils.', 'Sells anvils.'])),
    headquarters: fc.option(fc.record({ city: maybe(['Rome']), country: maybe(['Italy', 'France']) })),
    categories: some('Anvils', 'Payments'),
    financials: maybe([
      [{ name: 'latest_estimated_revenue', value: 5 }],
      [{ name: 'total_estimated_funding', value: 7, date: '2025-01-01' }],
      [],
    ]),
    external_id: maybe(['WORLD-1']),
  })
  .map((each) => ({ ...each, slug: each.domain.split('.')[0] }));
const filing = fc.record({
  ...{ company: fc.constant('base-WORLD.example'), name: fc.constantFrom('Report', '10-K') },
  ...{ accession_number: fc.constantFrom('0000000001-26-000001', '0000000001-26-000002') },
  ...{ type: fc.constantFrom('10-K', '10-Q'), region: maybe(['US', 'DE']) },
  ...{ filed_at: fc.constant('2026-01-08'), url: fc.constant('https://filings.example/1') },
});
const news = fc.record({
  ...{ company: fc.constant('base-WORLD.example'), headline: fc.constantFrom('Acme grows', 'Acme shrinks') },
  ...{ short_headline: fc.constantFrom('Acme', 'It'), description: fc.constantFrom('A round.', 'Money.') },
  ...{ release_date: fc.constant('2026-01-05'), importance: fc.constantFrom('major', 'minor') },
});
const event = fc.record({
  ...{ company: fc.constant('base-WORLD.example'), event_type: fc.constant('funding_round') },
  data: fc.record({
    ...{ name: fc.constant('Seed'), announced_date: fc.constant('2026-01-05') },
    ...{ status: fc.constantFrom('closed', 'announced'), round_type: fc.constantFrom('seed', 'growth') },
    ...{ amount_raised: fc.constantFrom('5.00', '7.00'), currency: fc.constant('USD') },
    valuation: fc.option(maybe(['10.00', '12.00'])),
  }),
});
const metric = fc.record({
  ...{ company: fc.constant('base-WORLD.example') },
  metric_definition: fc.constant({ base: 'revenue', view: 'value' }),
  measurement: fc.record({
    ...{ scenario: fc.constantFrom('historical', 'estimate'), end_date: fc.constant('2025-12-31') },
    ...{ type: fc.constant('equals'), unit_kind: fc.constant('currency') },
    ...{ currency_code: fc.constant('USD'), amount: fc.constantFrom(4, 5) },
  }),
});
const dataset = fc.record({
  ...{ company: fc.constant('base-WORLD.example'), name: fc.constantFrom('Revenue', 'Staff') },
  ...{
    x_label: fc.constant('Year'),
    y_label: fc.constantFrom('One', 'Two'),
    data_type: fc.constant('Revenue'),
  },
  ...{ metric: fc.constant('USD'), frequency: fc.option(maybe(['annual'])) },
  data: fc.constantFrom(4, 5).map((y) => [{ x: '2025-12-31', y, type: 'historical' }]),
});
/** Documents and categories name companies that stay. */
const document = fc.record({
  ...{ slug: fc.constant('doc-WORLD'), title: fc.constant('Anvils'), date: fc.constant('2026-01-05') },
  ...{ summary: fc.option(maybe(['Sum.', 'Other.'])), categories: some('Tools WORLD', 'Irons WORLD') },
  companies: maybe([[{ domain: 'base-WORLD.example', relation: 'subject' }], []]),
  content: fc.constantFrom({ markdown: 'Text.' }, { markdown: 'Other.' }),
});
const category = fc.record({
  ...{ slug: fc.constant('tools-WORLD'), name: fc.constantFrom('Tools WORLD', 'Our tools WORLD') },
  companies: some('base-WORLD.example'),
});
const loads = (kind: string, records: fc.Arbitrary<Record<string, unknown>>, ...key: string[]) =>
  fc.record({
    ...{ what: fc.constant('load' as const), kind: fc.constant(kind), source },
    records: fc.uniqueArray(records, {
      ...{ minLength: 1, maxLength: 2 },
      selector: (each) => {
        const named: Record<string, unknown> = { ...(each['data'] as object), ...each };
        return key.map((name) => JSON.stringify(named[name])).join();
      },
    }),
  });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: loads('company', company, 'domain') },
  { weight: 2, arbitrary: loads('filing', filing, 'accession_number') },
  loads('news', news, 'headline'),
  { weight: 2, arbitrary: loads('event', event, 'amount_raised') },
  loads('metric', metric, 'company'),
  loads('dataset', dataset, 'name'),
  { weight: 2, arbitrary: loads('document', document, 'slug') },
  { weight: 2, arbitrary: loads('category', category, 'slug') },
  fc.constant<Step>({ what: 'delete', kind: 'document', key: ['doc-WORLD'] }),
  fc.constant<Step>({ what: 'delete', kind: 'category', key: ['tools-WORLD'] }),
  fc.record({
    ...{ what: fc.constant('delete' as const), kind: fc.constant('company') },
    key: domain.map((each) => [each]),
  }),
  fc.constant<Step>({
    ...{ what: 'delete', kind: 'filing' },
    key: ['base-WORLD.example', '0000000001-26-000001'],
  }),
  fc.record({
    ...{ what: fc.constant('set' as const), field: fc.constant('headquarters.city') },
    ...{
      key: fc.constant<string[]>(['base-WORLD.example']),
      value: fc.constantFrom('Dublin', 'Cork', 'null'),
    },
  }),
);

const ONE = 'one-WORLD.example';
const loadOne = (from?: string): Step => ({
  ...{ what: 'load', kind: 'company', source: from },
  records: [{ domain: ONE, name: 'One', type: 'private', slug: 'one-WORLD' }],
});
const loadFilings = (numbers: number[], full = false): Step => ({
  ...{ what: 'load', kind: 'filing', source: undefined, full },
  records: numbers.map((n) => ({
    ...{ company: ONE, accession_number: `0000000001-26-00000${n}`, name: 'Report', type: '10-K' },
    ...{ filed_at: '2026-01-08', url: 'https://filings.example/1' },
  })),
});
const deleteOne: Step = { what: 'delete', kind: 'company', key: [ONE] };
const deleteFiling = (n: number): Step => ({
  ...{ what: 'delete', kind: 'filing' },
  key: [ONE, `0000000001-26-00000${n}`],
});
/** What happens to a company and its two filings. */
const deletion: fc.Arbitrary<Step> = fc.oneof(
  source.map(loadOne),
  fc
    .tuple(fc.subarray([1, 2], { minLength: 1 }), fc.boolean())
    .map(([numbers, full]) => loadFilings(numbers, full)),
  fc.constantFrom(1, 2).map(deleteFiling),
  fc.constant(deleteOne),
);

/** Histories in which a later deletion takes the place of an undone one, with the steps to undo. */
const DELETED_AGAIN = [
  { steps: [deleteFiling(2), deleteOne], undone: [2, 3] },
  { steps: [deleteFiling(2), deleteOne, loadOne()], undone: [2] },
  { steps: [deleteOne, loadOne(), deleteOne], undone: [2] },
].map(({ steps, undone }): [[Step[], number[]]] => [[[loadOne(), loadFilings([1, 2]), ...steps], undone]]);

/** The numbers of random cases on a database. `npm run campaigns -- undo --long` runs many on both. */
const casesOn = (engine: Engine) => ({
  /** Histories whose runs are undone. */
  histories: Number(process.env['HISTORIES'] ?? (engine === 'sqlite' ? 8 : 4)),
  /** Feeds that must not change a value that is set by hand. */
  feeds: Number(process.env['FEEDS'] ?? (engine === 'sqlite' ? 20 : 5)),
});

describe.each(engines)('undo on %s', (engine) => {
  const { histories, feeds: feedCount } = casesOn(engine);
  let database: TestDatabase;
  let worlds = 0;
  /** The runs that delete missing records, or load records of a missing company. They fail, and say nothing. */
  const failed = new Set<number>();
  /** The number of records that each load deleted. */
  const deleted = new Map<number, number>();
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  /** Does a step as a run. Returns the number of the run. */
  async function run(step: Step, world: string): Promise<number> {
    const { db } = database;
    const kind = step.what === 'set' ? companyKind : findKind(step.kind)!;
    const id = await beginRun(db, { command: step.what, kind: kind.name, source: 'test' });
    const here = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('WORLD', world)) as T;
    if (step.what === 'load') {
      const rows = step.records.map((each, i) => {
        const { external_id, ...record } = here<Record<string, unknown>>({ ...each, source: step.source });
        // An id needs a source, and belongs to one company.
        const hasId = step.source !== undefined && external_id != null && i === 0;
        const own = hasId ? { external_id: `${world}-${String(record['domain'])}` } : {};
        return { file: 'rows', row: i + 1, value: { ...record, ...own } };
      });
      const options = step.full ? { full: true, maxDeletes: { percent: 100 } } : {};
      const report = await load({ db, kind, paths: itemsOf(rows), run: id, options });
      if (step.records[0]?.['company'] === ONE && report.new + report.changed + report.unchanged === 0)
        failed.add(id);
      else expect(report.rejectedBy).toEqual({});
      deleted.set(id, report.gone);
    } else if (step.what === 'delete') {
      await write(
        db,
        async (trx, now) => {
          const found = await findRecord(trx, kind, here(step.key));
          if (found !== undefined) await removeRecords(trx, kind, [found], now);
          else failed.add(id);
        },
        id,
      );
    } else {
      const { field, value } = step;
      await setByHand({ db, kind, key: here(step.key), field, value, run: id });
    }
    await endRun(db, id, { outcome: 'done' });
    return id;
  }

  async function* itemsOf(rows: { file: string; row: number; value: object }[]) {
    yield { rows };
  }

  const base = (world: string) =>
    run(
      {
        what: 'load',
        kind: 'company',
        source: undefined,
        records: [{ domain: `base-${world}.example`, name: 'Base', type: 'private', slug: `base-${world}` }],
      },
      world,
    );

  /** Returns the served records of a world without ids and times. */
  async function contents(world: string) {
    const { db } = database;
    const all: string[] = [];
    const companies = (await db('companies')
      .whereLike('domain', `%-${world}.example`)
      .pluck('id')) as number[];
    const others: Record<string, (string | number)[]> = {
      company: companies,
      document: (await db('documents').whereLike('slug', `%-${world}`).pluck('id')) as number[],
      // A category that becomes empty stays.
      category: (await db('categories')
        .where({ slug: `tools-${world}` })
        .whereIn('id', db('category_items').select('category_id'))
        .pluck('id')) as number[],
    };
    for (const { name, storage } of kinds) {
      const ids =
        others[name] ?? ((await db(storage.table).whereIn('company_id', companies).pluck('id')) as string[]);
      const states = await readStates(db, storage, ids);
      for (const { key, content } of states.values()) all.push(JSON.stringify([key, content]));
    }
    // The ids of metrics' citations and their times depend on the world, too.
    return all.map((text) => text.replaceAll(world, 'WORLD').replaceAll(/"updated_at":"[^"]*"/g, '')).sort();
  }

  it('of any runs in any order leaves what there would be without them', async () => {
    const plan = fc
      .array(step, { minLength: 2, maxLength: 6 })
      .chain((steps) =>
        fc.tuple(fc.constant(steps), fc.shuffledSubarray([...steps.keys()], { minLength: 1 })),
      );
    await fc.assert(
      fc.asyncProperty(plan, async ([steps, undone]) => {
        const [with_, without] = [`w${++worlds}`, `w${++worlds}`];
        for (const world of [with_, without]) await base(world);
        const runs: number[] = [];
        for (const each of steps) runs.push(await run(each, with_));
        for (const [i, each] of steps.entries())
          if (!undone.includes(i) && !failed.has(runs[i]!)) await run(each, without);
        for (const i of undone) await undoRun({ db: database.db, run: runs[i]! });
        expect(await contents(with_)).toEqual(await contents(without));
      }),
      { numRuns: histories },
    );
  });

  it('of any runs in any order leaves the filings that a company would have without them', async () => {
    const plan = fc
      .array(deletion, { minLength: 2, maxLength: 6 })
      .map((steps) => [loadOne(), loadFilings([1, 2]), ...steps])
      .chain((steps) =>
        fc.tuple(fc.constant(steps), fc.shuffledSubarray([...steps.keys()].slice(2), { minLength: 1 })),
      );
    await fc.assert(
      fc.asyncProperty(plan, async ([steps, undone]) => {
        const [with_, without] = [`w${++worlds}`, `w${++worlds}`];
        const runs: number[] = [];
        for (const each of steps) runs.push(await run(each, with_));
        const rest = [...steps.keys()].filter((i) => !undone.includes(i) && !failed.has(runs[i]!));
        for (const i of rest) {
          const id = await run(steps[i]!, without);
          // Undo neither rejects the filings of a missing company, nor repeats a full load for what was already deleted.
          fc.pre(!failed.has(id) && (deleted.get(id) ?? 0) <= (deleted.get(runs[i]!) ?? 0));
        }
        for (const i of undone) await undoRun({ db: database.db, run: runs[i]! });
        expect(await contents(with_)).toEqual(await contents(without));
      }),
      { numRuns: histories, examples: DELETED_AGAIN },
    );
  });

  it.each([
    ['deleted', deleteFiling(2)],
    ['missing from a full load', loadFilings([1], true)],
  ])('restores a %s filing of a company that was deleted later, in any order', async (_, dropped) => {
    for (const newestFirst of [true, false]) {
      const world = `w${++worlds}`;
      await run(loadOne(), world);
      await run(loadFilings([1, 2]), world);
      const before = await contents(world);
      const runs = [await run(dropped, world), await run(deleteOne, world)];
      expect(await contents(world)).toEqual([]);
      for (const id of newestFirst ? runs.reverse() : runs) await undoRun({ db: database.db, run: id });
      expect(before).toHaveLength(3);
      expect(await contents(world)).toEqual(before);
    }
  });

  it('of a deletion brings back each of the rounds that only their amounts tell apart', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    const round = (amount_raised: string) => ({
      ...{ company: 'base-WORLD.example', event_type: 'funding_round' },
      data: {
        ...{ name: 'Seed', announced_date: '2026-01-05', status: 'closed', round_type: 'seed' },
        ...{ amount_raised, currency: 'USD' },
      },
    });
    await base(world);
    const records = [round('5.00'), round('7.00')];
    await run({ what: 'load', kind: 'event', source: 'b', records }, world);
    const before = await contents(world);
    expect(before.filter((text) => text.includes('Seed'))).toHaveLength(2);
    for (const what of ['company', 'event'] as const) {
      const key = { company: ['base-WORLD.example'], event: undefined }[what];
      const id = key
        ? await run({ what: 'delete', kind: what, key }, world)
        : await beginRun(db, { command: 'delete', kind: what, source: 'test' });
      if (!key) {
        const own = db('companies')
          .where({ domain: `base-${world}.example` })
          .select('id');
        const first = db('events').whereIn('company_id', own).where({ part: 1 });
        const ids = await first.pluck<string[]>('id');
        await write(db, (trx, now) => removeRecords(trx, findKind('event')!, ids, now), id);
        await endRun(db, id, { outcome: 'done' });
      }
      expect(await contents(world)).not.toEqual(before);
      await undoRun({ db, run: id });
      expect(await contents(world)).toEqual(before);
    }
  });

  it('of a deletion links the restored record with all records that name it', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    await base(world);
    const load = (kind: string, record: Record<string, unknown>) =>
      run({ what: 'load', kind, source: 'b', records: [record] }, world);
    const base_ = 'base-WORLD.example';
    await load('category', { name: 'Bolts WORLD', slug: 'nuts-WORLD' });
    await load('document', {
      ...{ slug: 'doc-WORLD', title: 'Anvils', date: '2026-01-05', content: { markdown: 'Text.' } },
      companies: [{ domain: base_, relation: 'subject' }],
      categories: ['Tools WORLD', 'Bolts WORLD'],
    });
    await load('category', { name: 'Irons WORLD', companies: [base_], documents: ['doc-WORLD'] });
    await load('company', { domain: base_, categories: ['Tools WORLD'] });
    const before = await links(world);
    for (const [kind, key] of [
      ['company', base_],
      ['document', 'doc-WORLD'],
      ['category', 'tools-WORLD'],
      ['category', 'irons-WORLD'],
      ['category', 'nuts-WORLD'],
    ] as const) {
      const id = await run({ what: 'delete', kind, key: [key] }, world);
      expect(await links(world)).not.toEqual(before);
      await undoRun({ db, run: id });
      expect(await links(world)).toEqual(before);
    }
  });

  it('reverts a value of a document or category that is set by hand, whose source explain shows', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    await base(world);
    const records = [
      { slug: 'doc-WORLD', title: 'Anvils', date: '2026-01-05', content: { markdown: 'Text.' } },
    ];
    await run({ what: 'load', kind: 'document', source: 'b', records }, world);
    const names = [{ slug: 'tools-WORLD', name: 'Tools WORLD', documents: ['doc-WORLD'] }];
    await run({ what: 'load', kind: 'category', source: 'c', records: names }, world);
    const before = await contents(world);
    const explained = async (kind: Kind, key: string[]) =>
      (await readExplained(db, kind, key)).fields.map(({ field, value, source, others }) => [
        ...[field, value, source],
        ...others.map((other) => other.value),
      ]);
    for (const [kind, slug, field, value] of [
      [documentKind, `doc-${world}`, 'title', 'Anvils'],
      [categoryKind, `tools-${world}`, 'name', `Tools ${world}`],
    ] as const) {
      const id = await beginRun(db, { command: 'set', kind: kind.name, source: 'test' });
      await setByHand({ db, kind, key: [slug], field, value: 'By hand', run: id });
      await endRun(db, id, { outcome: 'done' });
      expect(await explained(kind, [slug, field])).toEqual([[field, 'By hand', 'hand', value]]);
      const row = await db(kind.storage.table).where({ slug }).first<Record<string, string>>(field);
      expect(row[field]).toBe('By hand');
      await undoRun({ db, run: id });
      expect(await contents(world)).toEqual(before);
    }
    const content = await explained(documentKind, [`doc-${world}`, 'content']);
    expect(content).toEqual([['content', { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }, 'b']]);
    const wrong = { db, kind: documentKind, key: [`doc-${world}`], field: 'content', value: '{}' };
    await expect(setByHand(wrong)).rejects.toThrow('"content" is not a field that can be set');
  });

  /** Returns the links between the records of a world. */
  async function links(world: string): Promise<string[]> {
    const { db } = database;
    const of = async (table: string, one: string, other: string, columns: string[]) => {
      const rows: { one: string; other: string }[] = await db(`${table} as l`)
        .join(`${one} as a`, 'a.id', `l.${columns[0]}`)
        .join(`${other} as b`, 'b.id', `l.${columns[1]}`)
        .whereLike('a.slug', `%-${world}`)
        .select('a.slug as one', 'b.slug as other');
      return rows.map((row) => `${row.one} ${row.other}`);
    };
    const found = [
      ...(await of('document_companies', 'documents', 'companies', ['document_id', 'company_id'])),
      ...(await of('document_categories', 'documents', 'categories', ['document_id', 'category_id'])),
      ...(await of('company_categories', 'companies', 'categories', ['company_id', 'category_id'])),
    ];
    return found.sort();
  }

  it('removes and counts the records of other runs that existed only through the run', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    await base(world);
    const key = 'base-WORLD.example';
    const linked = await run(
      { what: 'load', kind: 'company', source: 'b', records: [{ domain: key, external_id: 'WORLD-9' }] },
      world,
    );
    const created = await run(loadOne(), world);
    const round = (name: object, day: string) => ({
      ...{ ...name, event_type: 'funding_round' },
      data: {
        ...{ name: 'Seed', announced_date: day, status: 'closed', round_type: 'seed' },
        ...{ amount_raised: '5.00', currency: 'USD' },
      },
    });
    const events = await run(
      {
        ...{ what: 'load', kind: 'event', source: 'b' },
        records: [
          round({ company_external_id: 'WORLD-base-WORLD.example' }, '2026-01-05'),
          round({ company: key }, '2026-01-06'),
          round({ company: ONE }, '2026-01-07'),
        ],
      },
      world,
    );
    for (const [id, records] of [
      [linked, { companies: [0, 1, 0], events: [0, 0, 1] }],
      [created, { companies: [0, 0, 1], events: [0, 0, 1] }],
    ] as const) {
      const before = await contents(world);
      const expected = {
        records: Object.fromEntries(
          Object.entries(records).map(([kind, [restored, changed, removed]]) => [
            kind,
            { restored, changed, removed },
          ]),
        ),
        ofOtherRuns: [{ run: events, records: { events: 1 } }],
      };
      expect(await undoRun({ db, run: id, dryRun: true })).toMatchObject(expected);
      expect(await contents(world)).toEqual(before);
      expect(await undoRun({ db, run: id })).toMatchObject(expected);
    }
    expect((await contents(world)).filter((text) => text.includes('Seed'))).toEqual([
      expect.stringContaining('2026-01-06'),
    ]);
  });

  it('changes nothing in a dry run, and nothing the second time', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    await base(world);
    const key = [`base-${world}.example`];
    const id = await run({ what: 'set', key, field: 'headquarters.city', value: 'Dublin' }, world);
    const before = await contents(world);
    const changed = { companies: { restored: 0, changed: 1, removed: 0 } };
    expect((await undoRun({ db, run: id, dryRun: true })).records).toEqual(changed);
    expect(await contents(world)).toEqual(before);
    expect((await undoRun({ db, run: id })).records).toEqual(changed);
    expect((await undoRun({ db, run: id })).records).toEqual({});
  });

  it('rejects a value that is set by hand for a named item of a list', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    await base(world);
    const key = [`base-${world}.example`];
    const financials = [{ name: 'latest_estimated_valuation', value: 5e6 }];
    const records = [{ domain: key[0], financials }];
    await run({ what: 'load', kind: 'company', source: 'a', records }, world);
    const before = await contents(world);
    const field = 'financials.latest_estimated_valuation';
    await expect(setByHand({ db, kind: companyKind, key, field, value: '6000000' })).rejects.toThrow(
      `"${field}" cannot be set, because financials is a list.`,
    );
    expect(await contents(world)).toEqual(before);
  });

  it('keeps a value that is set by hand whatever feeds contain, until it is unset', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    await base(world);
    const key = [`base-${world}.example`];
    await run({ what: 'set', key, field: 'headquarters.city', value: 'Dublin' }, world);
    const stored = async () =>
      (await db('companies').where({ domain: key[0] }).first<{ city: string }>('headquarters_city as city'))
        .city;
    const feeds = fc.record({ source, city: fc.option(fc.constantFrom('Rome', 'Paris')) });
    await fc.assert(
      fc.asyncProperty(feeds, async ({ source: from, city }) => {
        const records = [{ domain: key[0], headquarters: { city } }];
        await run({ what: 'load', kind: 'company', source: from, records }, world);
        expect(await stored()).toBe('Dublin');
      }),
      { numRuns: feedCount },
    );
    await run(
      {
        what: 'load',
        kind: 'company',
        source: 'b',
        records: [{ domain: key[0], headquarters: { city: 'Rome' } }],
      },
      world,
    );
    const unset = { db, kind: companyKind, key, field: 'headquarters.city', value: undefined };
    await setByHand(unset);
    expect(await stored()).toBe('Rome');
    await expect(setByHand(unset)).rejects.toThrow('"headquarters.city" of company');
    const wrong = { ...unset, field: 'headquarters.town', value: 'x' };
    await expect(setByHand(wrong)).rejects.toThrow('Use one of: slug, name');
    await expect(setByHand({ ...unset, field: 'founding_year', value: 'old' })).rejects.toThrow(
      'founding_year cannot be old',
    );
  });

  it('clears a field or a whole list by hand, until it is set again or unset', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    const domain = `base-${world}.example`;
    const of = { db, kind: companyKind, key: [domain] };
    const feed = (city: string): Step => ({
      ...{ what: 'load', kind: 'company', source: 'a' },
      records: [
        {
          ...{ domain, headquarters: { city }, founding_year: 1999, categories: ['Irons', 'Tools'] },
          key_people: { founders: ['Ann', 'Bob'] },
        },
      ],
    });
    const city = 'headquarters.city';
    const stored = async () => {
      const row = await db('companies').where({ domain }).first();
      const names = async (table: string, column: string) =>
        (await db(table).where({ company_id: row.id }).pluck(column)) as unknown[];
      const { founders } = JSON.parse(row.key_people_json) as { founders: { name: string }[] };
      return [
        row.headquarters_city,
        row.founding_year,
        founders.map(({ name }) => name),
        (await names('company_categories', 'category_id')).length,
      ];
    };
    await base(world);
    await run(feed('Rome'), world);
    expect(await stored()).toEqual(['Rome', 1999, ['Ann', 'Bob'], 2]);
    for (const field of [city, 'founding_year', 'key_people.founders', 'categories'])
      expect(await setByHand({ ...of, field, value: 'null' })).toMatchObject({
        value: null,
        outcome: 'changed',
      });
    expect(await stored()).toEqual([null, null, [], 0]);
    await run(feed('Paris'), world);
    expect(await stored()).toEqual([null, null, [], 0]);
    await setByHand({ ...of, field: 'key_people.founders', value: 'Cid' });
    expect(await setByHand({ ...of, field: city, value: undefined })).toMatchObject({ outcome: 'changed' });
    expect((await stored()).slice(0, 2)).toEqual(['Paris', null]);
    expect((await stored())[2]).toEqual(expect.arrayContaining(['Ann', 'Bob', 'Cid']));
    await expect(setByHand({ ...of, field: 'name', value: 'null' })).rejects.toThrow(
      '"name" cannot be cleared',
    );
  });

  it('leaves a record that an earlier run stated, however many later runs repeated it', async () => {
    const world = `w${++worlds}`;
    await base(world);
    const records = [{ domain: 'one-WORLD.example', slug: 'one', name: 'Acme', type: 'private' }];
    const runs: number[] = [];
    for (let n = 0; n < 12; n++)
      runs.push(await run({ what: 'load', kind: 'company', source: 'b', records }, world));
    const before = await contents(world);
    for (const id of runs.slice(2).reverse()) await undoRun({ db: database.db, run: id });
    expect(await contents(world)).toEqual(before);
  });

  it('rejects the undo of a move whose former domain is that of another company', async () => {
    const world = `w${++worlds}`;
    const stated = (name: string, domain: string, more: object = {}) => ({
      ...{ what: 'load' as const, kind: 'company', source: undefined },
      records: [{ domain: `${domain}-WORLD.example`, name, type: 'private', ...more }],
    });
    await run(stated('Acme', 'old'), world);
    const move = await run(stated('Acme', 'new', { alternative_domains: ['old-WORLD.example'] }), world);
    const omission = await run(stated('Acme', 'new', { alternative_domains: [] }), world);
    const other = await run(stated('Bolt', 'old'), world);
    await undoRun({ db: database.db, run: move });
    const before = await contents(world);
    await expect(undoRun({ db: database.db, run: omission })).rejects.toThrow(
      `old-${world}.example is now the main domain of another company. First undo the run that stored it there, or delete that company.`,
    );
    expect(await contents(world)).toEqual(before);
    await undoRun({ db: database.db, run: other });
    await undoRun({ db: database.db, run: omission });
    expect(await contents(world)).toHaveLength(1);
  });

  it('names what it cannot undo', async () => {
    const { db } = database;
    await expect(undoRun({ db, run: 999_999 })).rejects.toThrow('There is no run 999999.');
    const open = await beginRun(db, { command: 'load', kind: 'company', source: 'x' });
    const undoing = async (process: object) => {
      await db('ingest_runs').where({ id: open }).update(process);
      return undoRun({ db, run: open });
    };
    await expect(undoing({ pid: process.ppid })).rejects.toThrow('has not ended');
    await expect(undoing({ host: 'another' })).rejects.toThrow('has not ended');
    await expect(undoing({ seen_at: '2026-01-13T00:00:00.000Z' })).rejects.toThrow('it was killed');
  });

  it('of a load that was killed removes what it has stored', async () => {
    const world = `w${++worlds}`;
    const { db } = database;
    await base(world);
    const before = await contents(world);
    const records = [{ domain: 'one-WORLD.example', name: 'One', type: 'private' }];
    const id = await run({ what: 'load', kind: 'company', source: 'b', records }, world);
    // Only the process that ends a run stores how. The process that runs the tests counts as another one.
    await db('ingest_runs').where({ id }).update({ outcome: 'running', ended_at: null });
    await undoRun({ db, run: id });
    expect(await contents(world)).toEqual(before);
  });
});
