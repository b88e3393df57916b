import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toTimestamp } from '@dossier/shared';
import {
  beginRun,
  countKeptDifferences,
  databaseId,
  endRun,
  databaseAt,
  findCompanies,
  findCompany,
  write,
  type ChangeRow,
  type Db,
} from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import type { SearchEngine } from '@dossier/search';
import fc from 'fast-check';
import { verify } from '../index/verify.ts';
import { findKind, kinds } from '../kinds/index.ts';
import { removeRecords } from '../ledger/remove.ts';
import { readStates } from '../stored/storage.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { openPlaces, type SearchPlaces } from '../testing/search-places.ts';
import { deleteRecord } from './delete.ts';
import { eraseRecord } from './erase.ts';
import { setByHand } from './hand.ts';
import { load } from '../load/load.ts';
import { LoadError } from '../rows/types.ts';
import { listMatches, reviewMatches } from './matches.ts';
import { mergeCompanies } from './merge.ts';
import { undoRun } from './undo.ts';

type Step = {
  kind: string;
  source: string | undefined;
  records: Record<string, unknown>[];
  isDeletion?: boolean;
};

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const domain = fc.constantFrom('a-WORLD.example', 'b-WORLD.example', 'c-WORLD.example');
const company = fc
  .record({
    domain,
    ...{ name: fc.constantFrom('Acme', 'Bolt'), type: fc.constant('private') },
    description: fc.option(maybe('Makes anvils.', 'Sells anvils.')),
    headquarters: fc.option(fc.record({ city: maybe('Rome'), country: maybe('Italy', 'France') })),
    categories: fc.option(fc.subarray(['Anvils', 'Payments']), { nil: undefined }),
    financials: maybe(
      [{ name: 'latest_estimated_revenue', value: 5 }],
      [{ name: 'total_estimated_funding', value: 7, date: '2025-01-01' }],
    ),
  })
  .map((each) => ({ ...each, slug: each.domain.split('.')[0] }));
const filing = fc.record({
  ...{ company: domain, name: fc.constantFrom('Report', '10-K'), type: fc.constantFrom('10-K', '10-Q') },
  ...{ accession_number: fc.constantFrom('0000000001-26-000001', '0000000001-26-000002') },
  ...{ filed_at: fc.constant('2026-01-08'), url: fc.constant('https://filings.example/1') },
  region: maybe('US', 'DE'),
});
/**
 * The round of `b` has another amount, so a merge keeps both. The amount of a company never changes: a row after a merge
 * cannot say whether it corrects the one round or repeats the other.
 */
const event = fc
  .record({
    ...{ company: domain, event_type: fc.constant('funding_round') },
    data: fc.record({
      ...{
        name: fc.constant('Seed'),
        announced_date: fc.constant('2026-01-05'),
        status: fc.constant('closed'),
      },
      ...{ round_type: fc.constantFrom('seed', 'growth') },
      ...{ currency: fc.constant('USD'), valuation: maybe('10.00', '12.00') },
    }),
  })
  .map((each) => ({
    ...each,
    data: { ...each.data, amount_raised: each.company.startsWith('b') ? '7.00' : '5.00' },
  }));
const category = fc.record({
  ...{ slug: fc.constant('tools-WORLD'), name: fc.constant('Tools WORLD') },
  companies: fc.option(fc.subarray(['a-WORLD.example', 'b-WORLD.example', 'c-WORLD.example']), {
    nil: undefined,
  }),
});
const loads = (kind: string, record: fc.Arbitrary<Record<string, unknown>>, weight: number) => ({
  weight,
  arbitrary: fc.record({
    ...{ kind: fc.constant(kind), source: maybe('b', 'c') },
    records: fc.uniqueArray(record, {
      ...{ minLength: 1, maxLength: 3 },
      selector: (each) => [each['domain'] ?? each['company'], each['accession_number']].join(' '),
    }),
  }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  loads('company', company, 3),
  loads('filing', filing, 2),
  loads('event', event, 2),
  loads('category', category, 1),
);
/** Only before a merge: afterwards, it would also delete the filing of the merged company. */
const deletion: fc.Arbitrary<Step> = filing.map((each) => ({
  ...{ kind: 'filing', source: undefined, records: [each], isDeletion: true },
}));

const report = (company_: string) => ({
  ...{ company: company_, name: 'Report', type: '10-K', accession_number: '0000000001-26-000001' },
  ...{ filed_at: '2026-01-08', url: 'https://filings.example/1' },
});
const reports = (...companies: string[]): Step => ({
  ...{ kind: 'filing', source: undefined },
  records: companies.map((name) => report(`${name}-WORLD.example`)),
});
/** The first undo gives a filing the id that another one had before it was joined. */
const reusedId: [Step[], Step[], [string, string][], boolean] = [
  [reports('c', 'a')],
  [reports('b', 'a')],
  [
    ['b', 'c'],
    ['a', 'b'],
  ],
  true,
];
const named = (letter: string, name: string, country: string): Step => ({
  ...{ kind: 'company', source: undefined },
  records: [
    {
      ...{ domain: `${letter}-WORLD.example`, slug: `${letter}-WORLD`, name, type: 'private' },
      headquarters: { country },
    },
  ],
});
/** The row after the merge contradicts the country that the merge brought, so it is held. */
const heldByMerge: typeof reusedId = [
  [named('b', 'Acme', 'France')],
  [named('a', 'Bolt', 'Italy')],
  [['a', 'b']],
  false,
];
const rounds = (...companies: string[]): Step => ({
  ...{ kind: 'event', source: undefined },
  records: companies.map((name) => ({
    ...{ company: `${name}-WORLD.example`, event_type: 'funding_round' },
    data: {
      ...{ name: 'Seed', announced_date: '2026-01-05', status: 'closed', round_type: 'seed' },
      ...{ currency: 'USD', amount_raised: name === 'b' ? '7.00' : '5.00' },
    },
  })),
});
/** The first row after the merge corrects the round, so the second makes another: the undo finds one in two places. */
const oneRoundTwice: typeof reusedId = [[rounds('b')], [rounds('a', 'b')], [['a', 'b']], false];
/** Both companies have a filing, and that of the company that stays was deleted and loaded again. */
const deletedBefore: typeof reusedId = [
  [reports('a', 'b'), { ...reports('a'), isDeletion: true }, reports('a')],
  [reports('b', 'c')],
  [
    ['a', 'b'],
    ['b', 'c'],
  ],
  true,
];
/** The number of random histories with merges that are undone. `npm run campaigns -- undo --long` takes many. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 5);

describe.each(engines)('merge of companies on %s', (engine) => {
  let database: TestDatabase;
  let worlds = 0;
  let folder: Folder;
  let places: SearchPlaces;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    folder = temporaryFolder();
    places = await openPlaces('embedded', folder.path);
  });
  afterAll(async () => {
    await places.close();
    await database.close();
    folder.remove();
  });

  const here = <T>(value: T, world: string): T =>
    JSON.parse(JSON.stringify(value).replaceAll('WORLD', world)) as T;
  const begin = (command: string) => beginRun(database.db, { command, kind: 'company', source: 'test' });

  /** Loads records as a run. Returns the number of the run. */
  async function run({ kind, source, records, isDeletion }: Step, world: string): Promise<number> {
    const { db } = database;
    if (isDeletion) return remove(here(records, world));
    const id = await begin('load');
    const rows = here(records, world).map((each, i) => ({
      file: 'f',
      row: i + 1,
      value: { ...each, source },
    }));
    const report = await load({ db, kind: findKind(kind)!, paths: itemsOf(rows), run: id });
    expect(report.firstRejects).toEqual([]);
    await endRun(db, id, { outcome: 'done' });
    return id;
  }

  /** Deletes the filings with the keys of these, if they are stored. Returns the number of the run. */
  async function remove(filings: Record<string, unknown>[]): Promise<number> {
    const { db } = database;
    const kind = findKind('filing')!;
    const id = await begin('delete');
    for (const { company, accession_number } of filings) {
      const key = [String(company), String(accession_number)];
      await deleteRecord({ db, kind, key, run: id }).catch((e: unknown) => {
        if (!(e instanceof LoadError)) throw e;
      });
    }
    await endRun(db, id, { outcome: 'done' });
    return id;
  }

  async function* itemsOf(rows: { file: string; row: number; value: object }[]) {
    yield { rows };
  }

  /** Merges the second company into the first as a run. */
  async function merge(into: string, from: string, search?: SearchEngine): Promise<number> {
    const { db } = database;
    const id = await begin('merge');
    await mergeCompanies({ db, search, into, from, run: id });
    await endRun(db, id, { outcome: 'done' });
    return id;
  }

  const base = (world: string) =>
    run(
      {
        kind: 'company',
        source: undefined,
        records: ['a', 'b', 'c'].map((name) => ({
          ...{ domain: `${name}-WORLD.example`, slug: `${name}-WORLD`, name: name.toUpperCase() },
          ...{ type: 'private', ...(name === 'a' && { alternative_domains: ['a2-WORLD.example'] }) },
        })),
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
    for (const { name, storage } of kinds) {
      if (name !== 'company' && !storage.ofCompany) continue;
      const owned = await db(storage.table)
        .whereIn(name === 'company' ? 'id' : 'company_id', companies)
        .pluck('id');
      const states = await readStates(db, storage, owned as string[]);
      for (const { key, content } of states.values())
        all.push(JSON.stringify([key, content]).replaceAll(/"updated_at":"[^"]*"/g, ''));
    }
    const names = (await db('company_names').whereIn('company_id', companies).pluck('name_key')) as string[];
    return [...all, ...names].map((text) => text.replaceAll(world, 'WORLD')).sort();
  }

  it('is undone exactly, with all records that were loaded before and after it', async () => {
    const steps = fc.array(step, { maxLength: 4 });
    const stepsBefore = fc.array(fc.oneof({ weight: 5, arbitrary: step }, deletion), { maxLength: 4 });
    const merges = fc.constantFrom<[string, string][]>(
      [['a', 'b']],
      [
        ['b', 'c'],
        ['a', 'b'],
      ],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    );
    await fc.assert(
      fc.asyncProperty(stepsBefore, steps, merges, fc.boolean(), async (before, after, pairs, inOrder) => {
        const [with_, without] = [`w${++worlds}`, `w${++worlds}`];
        for (const world of [with_, without]) await base(world);
        for (const each of before) await run(each, with_);
        const runs: number[] = [];
        for (const [into, from] of pairs)
          runs.push(await merge(`${into}-${with_}.example`, `${from}-${with_}.example`));
        for (const each of after) await run(each, with_);
        for (const each of [...before, ...after]) await run(each, without);
        for (const id of inOrder ? runs : runs.reverse()) await undoRun({ db: database.db, run: id });
        // A row that contradicted the merged company waits for a person, also after the undo.
        await reviewMatches({ db: database.db, which: {}, status: 'accepted' });
        expect(await contents(with_)).toEqual(await contents(without));
        expect(await countKeptDifferences(database.db)).toBe(0);
      }),
      { numRuns: HISTORIES, examples: [reusedId, heldByMerge, oneRoundTwice, deletedBefore] },
    );
  });

  it('joins records, and the domains, slug and loads of the merged company find the other company', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    await base(world);
    const [a, b] = ['a', 'b'].map((name) => `${name}-${world}.example`) as [string, string];
    const filed = (company_: string, accession_number: string, region?: string) => ({
      ...report(company_),
      ...{ accession_number, region },
    });
    await run({ kind: 'filing', source: undefined, records: [filed(a, '1'), filed(b, '1', 'US')] }, world);
    await run({ kind: 'filing', source: undefined, records: [filed(b, '2')] }, world);
    const document = {
      ...{ slug: `d-${world}`, title: 'Report', date: '2026-01-08', type: 'company' },
      ...{ companies: [{ domain: b, relation: 'subject' }], content: { markdown: '# One\n\nText.' } },
    };
    await run({ kind: 'document', source: undefined, records: [document] }, world);
    const [winner, loser] = [
      await findCompany(db, { by: 'domain', value: a }),
      await findCompany(db, { by: 'domain', value: b }),
    ];
    const last = async () => Number((await db('changes').max('seq as seq').first<{ seq: number }>()).seq);
    const seq = await last();
    const dry = await mergeCompanies({ db, into: a, from: b, dryRun: true });
    expect(dry).toMatchObject({ moved: { filings: 1 }, joined: { filings: 1 }, dryRun: true });
    expect(await last()).toBe(seq);

    const search = await places.open('merge', await databaseId(db));
    const alike = { missing: 0, stale: 0, surplus: 0, waiting: 0 };
    const id = await merge(a, b, search);
    expect(await verify({ db, search })).toMatchObject(alike);
    for (const lookup of [
      { by: 'domain', value: b },
      { by: 'slug', value: `b-${world}` },
    ] as const)
      expect(await findCompany(db, lookup)).toEqual({ ...winner, name: 'A' });
    const filings = async () =>
      db('filings')
        .where({ company_id: winner!.id })
        .orderBy('accession_number')
        .select('accession_number', 'region');
    expect(await filings()).toEqual([
      { accession_number: '1', region: 'US' },
      { accession_number: '2', region: null },
    ]);
    expect(await db('document_companies').where({ company_id: winner!.id }).pluck('relation')).toEqual([
      'subject',
    ]);
    const changes: ChangeRow[] = await db('changes').where('seq', '>', seq).orderBy('seq');
    const noted = changes.map(({ op, kind, company_ids_json }) => [op, kind, JSON.parse(company_ids_json)]);
    expect(noted).toEqual(
      expect.arrayContaining([
        ['delete', 'company', [loser!.id, winner!.id]],
        ['upsert', 'company', [winner!.id]],
        ['delete', 'filing', [loser!.id, winner!.id]],
        ['upsert', 'filing', [loser!.id, winner!.id]],
        ['upsert', 'document', [loser!.id, winner!.id]],
      ]),
    );

    // One feed with both, in any order: the values of the company that stays count first.
    const both = [
      { domain: b, name: 'B', type: 'private', description: 'Of b.', founding_year: 1990 },
      { domain: a, name: 'A', type: 'private', description: 'Of a.' },
    ];
    await run({ kind: 'company', source: undefined, records: both }, world);
    await run({ kind: 'company', source: undefined, records: [...both].reverse() }, world);
    const stored = await db('companies').where({ id: winner!.id }).first<Record<string, unknown>>();
    expect(stored).toMatchObject({
      name: 'A',
      description: 'Of a.',
      founding_year: 1990,
      slug: `a-${world}`,
    });
    await run({ kind: 'filing', source: 'b', records: [filed(b, '3'), filed(a, '1', 'DE')] }, world);
    expect((await filings()).map(({ region }: { region: string }) => region)).toEqual(['DE', null, null]);
    const key = [b];
    await setByHand({ db, kind: findKind('company')!, key, field: 'headquarters.city', value: 'Rome' });

    await undoRun({ db, search, run: id });
    expect(await verify({ db, search })).toMatchObject(alike);
    await search.close();
    expect(await findCompany(db, { by: 'domain', value: b })).toEqual(loser);
    expect(await findCompany(db, { by: 'slug', value: `b-${world}` })).toEqual(loser);
    expect(await db('statements').where({ merged_from: loser!.id })).toEqual([]);
    const numbers = async (company_: number) =>
      db('filings').where({ company_id: company_ }).orderBy('accession_number').pluck('accession_number');
    expect(await numbers(loser!.id)).toEqual(['1', '2', '3']);
    expect(await numbers(winner!.id)).toEqual(['1']);
    expect(await db('document_companies').where({ company_id: loser!.id }).pluck('relation')).toEqual([
      'subject',
    ]);
    expect((await undoRun({ db, run: id })).records).toEqual({});
  });

  it('previews the fields of the company that stays, with their values before and after and their sources', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    await base(world);
    const [a, b] = [`a-${world}.example`, `b-${world}.example`];
    await run({ kind: 'company', source: 'b', records: [{ domain: b, founding_year: 1990 }] }, world);
    const kind = findKind('company')!;
    await setByHand({ db, kind, key: [b], field: 'name', value: 'Acme Holding' });
    const { changes } = await mergeCompanies({ db, into: a, from: b, dryRun: true });
    expect(changes).toEqual([
      { field: `alternative_domains.${b}`, before: null, after: b, source: 'hand' },
      { field: 'founding_year', before: null, after: 1990, source: 'b' },
      { field: 'name', before: 'A', after: 'Acme Holding', source: 'hand' },
    ]);
    expect((await mergeCompanies({ db, into: a, from: b })).changes).toEqual(changes);
    expect(await findCompany(db, { by: 'domain', value: b })).toMatchObject({ name: 'Acme Holding' });
  });

  it('keeps and lists the held rows of both companies, also when another run is undone', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    await base(world);
    const heldOf = async (letter: string, day: string) => {
      await run(named(letter, `Zed ${world}`, 'France'), world);
      const data = {
        ...{ name: 'Seed', announced_date: day, status: 'closed', round_type: 'seed' },
        ...{ amount_raised: '5.00', currency: 'USD' },
      };
      const row = { company_name: `Zed ${world}`, match: ['name'], event_type: 'funding_round', data };
      await run({ kind: 'event', source: 'b', records: [row] }, world);
      await run(named(letter, letter.toUpperCase(), 'France'), world);
    };
    await heldOf('a', '2026-01-05');
    await heldOf('b', '2026-03-05');
    const held = async () =>
      (await listMatches(db, { source: 'b' }))
        .filter(({ company }) => company.domain.endsWith(`-${world}.example`))
        .map(({ company, records }) => [company.domain[0], records]);
    const one = { event: 1 };
    expect(await held()).toEqual([
      ['a', one],
      ['b', one],
    ]);
    const merged = await merge(`a-${world}.example`, `b-${world}.example`);
    await undoRun({ db, run: await run(reports('c'), world) });
    expect(await held()).toEqual([
      ['a', one],
      ['a', one],
    ]);
    await undoRun({ db, run: merged });
    expect(await held()).toEqual([
      ['a', one],
      ['b', one],
    ]);
  });

  it('joins one record of the other company with each record, and gives each back', async () => {
    const world = `w${++worlds}`;
    const sale = (letter: string, amount?: string) => ({
      ...{ company: `${letter}-WORLD.example`, event_type: 'secondary_transaction' },
      data: {
        ...{ name: 'Sale', announced_date: '2026-01-05', status: 'closed', currency: 'USD' },
        ...{ transaction_type: 'tender_offer', ...(amount && { transaction_amount: amount }) },
      },
    });
    await base(world);
    await run(
      { kind: 'event', source: 'b', records: [sale('a'), sale('b', '5.00'), sale('b', '7.00')] },
      world,
    );
    const before = await contents(world);
    const id = await merge(`a-${world}.example`, `b-${world}.example`);
    const merged = (await contents(world)).filter((text) => text.includes('Sale')).join();
    expect([merged.includes('"5'), merged.includes('"7')]).toEqual([true, true]);
    await undoRun({ db: database.db, run: id });
    expect(await contents(world)).toEqual(before);
  });

  it('limits a deletion before a merge to its own company, and lets one after it end both', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    const of = (letter: string) => `${letter}-${world}.example`;
    const filing_ = (letter: string, more?: object): Step => ({
      ...{ kind: 'filing', source: undefined },
      records: [{ ...report(`${letter}-WORLD.example`), ...more }],
    });
    const removeOfA = () => remove([here(report('a-WORLD.example'), world)]);
    const regions = async () =>
      (await contents(world)).flatMap((text) => /"region":("[A-Z]+"|null)/.exec(text)?.[1] ?? []);
    await base(world);
    await run(filing_('a', { region: 'FR' }), world);
    await run(filing_('b', { region: 'DE' }), world);
    await run(filing_('c'), world);
    const first = await removeOfA();
    await run(filing_('a'), world);
    const before = await contents(world);

    const merged = await merge(of('a'), of('b'));
    expect(await regions()).toEqual(['"DE"', 'null']);
    const outer = await merge(of('c'), of('a'));
    expect(await regions()).toEqual(['"DE"']);
    await undoRun({ db, run: outer });
    expect(await regions()).toEqual(['"DE"', 'null']);
    let second = await removeOfA();
    await run(filing_('a'), world);
    expect(await regions()).toEqual(['null', 'null']);
    const third = await removeOfA();
    const restoring = await merge(of('c'), of('a'));
    await undoRun({ db, run: third });
    expect(await regions()).toEqual(['null']);
    await undoRun({ db, run: restoring });
    expect(await regions()).toEqual(['null', 'null']);
    await undoRun({ db, run: second });
    expect(await regions()).toEqual(['"DE"', 'null']);
    second = await removeOfA();
    await run(filing_('a'), world);
    for (const [into, from] of [
      ['a', 'c'],
      ['c', 'a'],
    ] as const) {
      const other = await merge(of(into), of(from));
      expect(await regions()).toEqual(['null']);
      await undoRun({ db, run: other });
      expect(await regions()).toEqual(['null', 'null']);
    }
    await undoRun({ db, run: second });
    expect(await regions()).toEqual(['"DE"', 'null']);
    await undoRun({ db, run: merged });
    expect(await contents(world)).toEqual(before);
    await undoRun({ db, run: first });
    expect((await regions()).sort()).toEqual(['"DE"', '"FR"', 'null']);
  });

  describe('next to deletions that are undone', () => {
    const of = (letter: string) => `${letter}-WORLD.example`;
    const filing_ = (letter: string, region?: string): Step => ({
      ...{ kind: 'filing', source: undefined },
      records: [{ ...report(of(letter)), ...(region && { region }) }],
    });
    const company_ = (letter: string): Step => named(letter, letter.toUpperCase(), 'Italy');
    /** Returns the domain and the region of each filing. */
    const filings = async (world: string) =>
      (await contents(world)).flatMap((text) => {
        const [, owner] = /^\[\["([a-d])-WORLD\.example","0000000001-26/.exec(text) ?? [];
        return owner === undefined ? [] : [`${owner} ${/"region":"([A-Z]+)"/.exec(text)?.[1] ?? '-'}`];
      });
    const removeFiling = (letter: string, world: string) => remove([here(report(of(letter)), world)]);
    async function removeCompany(letter: string, world: string): Promise<number> {
      const { db } = database;
      const id = await begin('delete');
      await deleteRecord({ db, kind: findKind('company')!, key: [here(of(letter), world)], run: id });
      await endRun(db, id, { outcome: 'done' });
      return id;
    }
    const mergeB = (world: string) => merge(here(of('a'), world), here(of('b'), world));

    it('keeps the later deletion of the company', async () => {
      const world = `w${++worlds}`;
      await base(world);
      await run(filing_('b', 'DE'), world);
      const deletion = await removeFiling('b', world);
      await removeCompany('b', world);
      await run(company_('b'), world);
      await run(filing_('b'), world);
      const merged = await mergeB(world);
      await undoRun({ db: database.db, run: deletion });
      expect(await filings(world)).toEqual(['a -']);
      await undoRun({ db: database.db, run: merged });
      expect(await filings(world)).toEqual(['b -']);
    });

    it.each([
      ['company', removeCompany],
      ['filing', removeFiling],
    ])('returns a record of the merged company to it, whose deleted %s comes back', async (_, removal) => {
      const world = `w${++worlds}`;
      await base(world);
      await run(filing_('b', 'DE'), world);
      const deletion = await removal('b', world);
      if (removal === removeCompany) await run(company_('b'), world);
      const merged = await mergeB(world);
      await undoRun({ db: database.db, run: deletion });
      expect(await filings(world)).toEqual(['a DE']);
      await undoRun({ db: database.db, run: merged });
      expect(await filings(world)).toEqual(['b DE']);
    });

    it('erases no record that is part of a stored one', async () => {
      const world = `w${++worlds}`;
      await base(world);
      await run(filing_('a'), world);
      await run(filing_('b', 'DE'), world);
      await mergeB(world);
      const key = [here(of('b'), world), '0000000001-26-000001'];
      const erasing = eraseRecord({ db: database.db, kind: findKind('filing')!, key });
      await expect(erasing).rejects.toThrow('is stored. Delete it first');
    });

    it.each([
      ['the outer merge, and then the inner one', [1, 0]],
      ['the inner merge, and then the outer one', [0, 1]],
      ['the inner merge', [0]],
    ])('moves a restored value to a third company, after the undo of %s', async (_, order) => {
      const world = `w${++worlds}`;
      const into = (winner: string, loser: string) => merge(here(of(winner), world), here(of(loser), world));
      await base(world);
      await run(filing_('b', 'DE'), world);
      await run(filing_('a'), world);
      const merges = [await mergeB(world)];
      await removeFiling('a', world);
      await run(filing_('a'), world);
      merges.push(await into('c', 'a'));
      for (const i of order) await undoRun({ db: database.db, run: merges[i]! });
      await run(named('d', 'D', 'Italy'), world);
      await into('d', 'b');
      await into('d', order.length === 1 ? 'c' : 'a');
      expect(await filings(world)).toEqual(['d DE']);
    });

    it('puts what it restores after an earlier deletion of the record that it joins', async () => {
      const world = `w${++worlds}`;
      await base(world);
      await run(filing_('a', 'DE'), world);
      const deletion = await removeFiling('a', world);
      await run(filing_('c'), world);
      await removeFiling('c', world);
      await run(filing_('c'), world);
      const merged = await merge(here(of('c'), world), here(of('a'), world));
      await undoRun({ db: database.db, run: deletion });
      expect(await filings(world)).toEqual(['c DE']);
      await undoRun({ db: database.db, run: merged });
      expect((await filings(world)).sort()).toEqual(['a DE', 'c -']);
    });

    it('restores a record that only the merged company states, under its own deletions', async () => {
      const world = `w${++worlds}`;
      await base(world);
      await run(filing_('a', 'IT'), world);
      await run(filing_('c', 'FR'), world);
      const merged = await merge(here(of('c'), world), here(of('a'), world));
      await removeFiling('c', world);
      await run(filing_('a'), world);
      const deletion = await removeFiling('c', world);
      await undoRun({ db: database.db, run: deletion });
      expect(await filings(world)).toEqual(['c -']);
      await undoRun({ db: database.db, run: merged });
      expect(await filings(world)).toEqual(['a IT']);
    });

    it.each([false, true])(
      'keeps what a company brought to one that was deleted and loaded again (%s)',
      async (both) => {
        const world = `w${++worlds}`;
        await base(world);
        await run(filing_('b', 'DE'), world);
        await run(filing_('a'), world);
        if (both) await run(filing_('c'), world);
        const inner = await mergeB(world);
        await removeCompany('a', world);
        await run(company_('a'), world);
        await run(filing_('a'), world);
        const outer = await merge(here(of('c'), world), here(of('a'), world));
        const rest = both ? ['c -'] : [];
        await undoRun({ db: database.db, run: outer });
        expect((await filings(world)).sort()).toEqual(['a -', ...rest]);
        await undoRun({ db: database.db, run: inner });
        expect((await filings(world)).sort()).toEqual(['a -', 'b DE', ...rest]);
      },
    );

    it('restores a record of two merged companies without ending what the record that it joins states', async () => {
      const world = `w${++worlds}`;
      await base(world);
      await run(filing_('a', 'IT'), world);
      await run(filing_('b', 'DE'), world);
      await mergeB(world);
      await removeFiling('a', world);
      await run(filing_('b'), world);
      const deletion = await removeFiling('a', world);
      await run(filing_('c', 'FR'), world);
      await merge(here(of('c'), world), here(of('a'), world));
      await undoRun({ db: database.db, run: deletion });
      expect(await filings(world)).toEqual(['c FR']);
    });

    it('keeps what the merge brought', async () => {
      const world = `w${++worlds}`;
      await base(world);
      await run(filing_('a', 'FR'), world);
      await run(filing_('b', 'DE'), world);
      await removeFiling('a', world);
      await run(filing_('a'), world);
      const deletion = await removeFiling('a', world);
      const merged = await mergeB(world);
      expect(await filings(world)).toEqual(['a DE']);
      await undoRun({ db: database.db, run: deletion });
      expect(await filings(world)).toEqual(['a DE']);
      await undoRun({ db: database.db, run: merged });
      expect(await filings(world)).toEqual(['a -', 'b DE']);
    });
  });

  it('is not taken back while the domain is the main one of another company', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    await base(world);
    const [a, b] = [`a-${world}.example`, `b-${world}.example`];
    const id = await merge(a, b);
    const taken = { domain: b, alternative_domains: [a], name: 'A', type: 'private' };
    const later = await run({ kind: 'company', source: undefined, records: [taken] }, world);
    await expect(undoRun({ db, run: id })).rejects.toThrow(`${b} is now the main domain of another company.`);
    await undoRun({ db, run: later });
    await undoRun({ db, run: id });
    expect(await db('companies').whereIn('domain', [a, b]).pluck('domain')).toHaveLength(2);
  });

  it('finds the company of each moment by the slugs, ids and domains of merged companies', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    await base(world);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}-${world}.example`) as [string, string, string];
    const ids = new Map<string, number>();
    for (const value of [a, b, c]) ids.set(value, (await findCompany(db, { by: 'domain', value }))!.id);
    const lookups = [a, b, c].flatMap((value) => [
      { by: 'domain' as const, value },
      { by: 'slug' as const, value: value.replace('.example', '') },
      { by: 'id' as const, value: ids.get(value)! },
    ]);
    const find = async (at: Db) => {
      const found: unknown[] = [];
      for (const { by, value } of lookups) {
        const company = await findCompany(at, { by, value });
        expect(await findCompanies(at, by, [value])).toEqual(company ? [company] : []);
        found.push([by, value, company]);
      }
      return found;
    };
    const moments: { moment: string; then: unknown[] }[] = [];
    const record = async () => {
      const { last_ms } = await db('writer').first<{ last_ms: number | string }>('last_ms');
      moments.push({ moment: toTimestamp(Number(last_ms)), then: await find(db) });
    };
    await record();
    const second = await merge(b, c);
    await record();
    const first = await merge(a, b);
    await record();
    const deleted = await begin('delete');
    const company_ = findKind('company')!;
    await write(db, (trx, now) => removeRecords(trx, company_, [ids.get(a)!], now), deleted);
    await endRun(db, deleted, { outcome: 'done' });
    await record();
    // While the company is deleted, the undo restores the company that was merged into the merged one.
    await undoRun({ db, run: first });
    await record();
    await undoRun({ db, run: deleted });
    await record();
    await undoRun({ db, run: second });
    await record();
    for (const { moment, then } of moments) {
      expect([moment, await find(await databaseAt(db, moment))]).toEqual([moment, then]);
    }
    const found = moments.map(({ then }) => JSON.stringify(then));
    expect(new Set(found).size).toBeGreaterThan(5);
  });

  it('finds a company by its own slug, even if that is the former slug of another company', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    await base(world);
    await merge(`b-${world}.example`, `c-${world}.example`);
    await db('company_aliases')
      .where({ kind: 'slug', name: `c-${world}` })
      .update({ name: `a-${world}` });
    const lookup = { by: 'slug', value: `a-${world}` } as const;
    const own = await findCompany(db, lookup);
    expect(own?.domain).toBe(`a-${world}.example`);
    expect(await findCompanies(db, 'slug', [lookup.value])).toEqual([own]);
  });

  it('is not reverted while a later merge has the domain', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    const [a, b] = [`a-${world}.example`, `b-${world}.example`];
    await base(world);
    const first = await merge(a, b);
    const deletion = await begin('delete');
    const companies = findKind('company')!;
    const winner = await findCompany(db, { by: 'domain', value: a });
    await write(db, (trx, now) => removeRecords(trx, companies, [winner!.id], now), deletion);
    await endRun(db, deletion, { outcome: 'done' });
    const again = await base(world);
    const later = await merge(a, b);
    const before = await contents(world);

    await expect(undoRun({ db, run: first })).rejects.toThrow(
      `${b} is now a domain of ${a}. First undo the run that stored it there.`,
    );
    expect(await contents(world)).toEqual(before);
    await undoRun({ db, run: later });
    await undoRun({ db, run: again });
    await undoRun({ db, run: first });
    await base(world);
    const stored = db('companies').whereIn('domain', [a, b]).orderBy('domain');
    expect(await stored.pluck('name')).toEqual(['A', 'B']);
  });

  it('returns the documents of a merge that an earlier version stored', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    const [a, b] = [`a-${world}.example`, `b-${world}.example`];
    await base(world);
    const record = {
      ...{ slug: `old-${world}`, title: 'Report', date: '2026-01-08', type: 'company' },
      ...{ companies: [{ domain: b, relation: 'subject' }], content: { markdown: '# One\n\nText.' } },
    };
    await run({ kind: 'document', source: undefined, records: [record] }, world);
    const loser = await findCompany(db, { by: 'domain', value: b });
    const id = await merge(a, b);
    const stored = () => db('company_merges').where({ run: id });
    const [{ moved_json }] = (await stored()) as [{ moved_json: string }];
    const { linked, ...rest } = JSON.parse(moved_json) as { linked: { document: object } };
    await stored().update({ moved_json: JSON.stringify({ ...rest, ...linked.document }) });
    // Without its statement, only the merge knows the link of the document.
    await db('statements').where({ kind: 'document' }).whereLike('content_json', `%${b}%`).delete();
    await undoRun({ db, run: id });
    expect(await db('document_companies').where({ company_id: loser!.id }).pluck('relation')).toEqual([
      'subject',
    ]);
  });

  it('is not taken back once the merged company is erased', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    const [a, b] = [`a-${world}.example`, `b-${world}.example`];
    await base(world);
    const run = await merge(a, b);
    await eraseRecord({ db, kind: findKind('company')!, key: [b] });
    const before = await contents(world);
    const statements = () => db('statements').where({ run }).pluck('content_json');
    const stated = await statements();
    await expect(undoRun({ db, run })).rejects.toThrow(
      `Run ${run} cannot be undone: the company that it merged was erased.`,
    );
    expect(await contents(world)).toEqual(before);
    expect(await statements()).toEqual(stated);
  });

  it('rejects unknown companies, and one company twice', async () => {
    const { db } = database;
    const world = `w${++worlds}`;
    await base(world);
    const [a, a2] = [`a-${world}.example`, `a2-${world}.example`];
    await expect(mergeCompanies({ db, into: a, from: 'nobody.example' })).rejects.toThrow(
      'There is no company nobody.example.',
    );
    await expect(mergeCompanies({ db, into: a, from: a2 })).rejects.toThrow('are already one company');
  });
});
