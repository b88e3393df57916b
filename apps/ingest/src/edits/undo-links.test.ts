import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { beginRun, endRun, statementOf, write, type StatementRow } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { groupBy, liveStatements } from '@dossier/shared';
import fc from 'fast-check';
import { companyKind } from '../kinds/company/index.ts';
import { findRecord } from './find-record.ts';
import { findKind, kinds } from '../kinds/index.ts';
import { removeRecords } from '../ledger/remove.ts';
import { readStates } from '../stored/storage.ts';
import { LoadError } from '../rows/types.ts';
import { load } from '../load/load.ts';
import { mergeCompanies } from './merge.ts';
import { sayingsOf } from './sayings.ts';
import { undoRun, type Undone } from './undo.ts';

/** The number of random histories. `npm run campaigns -- undo --long` takes many. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 8);

type Step =
  | { what: 'load'; kind: string; record: Record<string, unknown> }
  | { what: 'delete'; domain: string }
  | { what: 'merge'; into: string; from: string };

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
/** `WORLD` is replaced, so that several worlds fit into one database. */
const who = fc.constantFrom('one', 'two');
const domainOf = (name: string) => `${name}-WORLD.example`;
const nameOf = (name: string) => `${name} WORLD`;
/** Two days at which a round was announced, so that some rows are about one event. */
const roundOf = (day: string) => ({
  event_type: 'funding_round',
  data: {
    ...{ name: 'Seed', announced_date: day, status: 'closed', round_type: 'seed' },
    ...{ amount_raised: '5.00', currency: 'USD' },
  },
});
const round = fc.constantFrom('2026-01-05', '2026-02-05').map(roundOf);
const facts = fc.record({
  founding_year: maybe(2001, 2011),
  headquarters: maybe({ city: 'Rome' }, { city: 'Oslo' }),
});
const loads = (kind: string, record: fc.Arbitrary<Record<string, unknown>>) =>
  record.map((each): Step => ({ what: 'load', kind, record: each }));
const creates = (name: string) =>
  loads(
    'company',
    fc.tuple(facts, maybe('b')).map(([own, source]) => ({
      ...{ domain: domainOf(name), name: nameOf(name), slug: `${name}-WORLD`, type: 'private' },
      ...{ ...own, source },
    })),
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  creates('one'),
  creates('two'),
  // Links the id of a source with a company.
  loads(
    'company',
    who.map((name) => ({ domain: domainOf(name), external_id: `${name}-WORLD`, source: 'linked' })),
  ),
  // Finds a company by the id of a source.
  loads(
    'company',
    fc.tuple(who, facts).map(([name, own]) => ({ external_id: `${name}-WORLD`, source: 'linked', ...own })),
  ),
  // Finds a company by its name.
  loads(
    'company',
    fc.tuple(who, facts).map(([name, own]) => ({
      ...{ company_name: nameOf(name), external_id: `${name}-WORLD`, source: 'named', ...own },
      match: ['external_id', 'name'],
    })),
  ),
  // Events name their company by a domain, an id or a name.
  loads(
    'event',
    fc.tuple(who, round).map(([name, each]) => ({ company: domainOf(name), ...each })),
  ),
  loads(
    'event',
    fc.tuple(who, fc.constantFrom('linked', 'named'), round).map(([name, source, each]) => ({
      ...{ company_external_id: `${name}-WORLD`, source, ...each },
    })),
  ),
  loads(
    'event',
    fc.tuple(who, maybe('Rome', 'Oslo'), round).map(([name, company_city, each]) => ({
      ...{ company_name: nameOf(name), company_city, source: 'named', match: ['name'], ...each },
    })),
  ),
  who.map((name): Step => ({ what: 'delete', domain: domainOf(name) })),
  fc.constantFrom('one two', 'two one').map((pair): Step => {
    const [into, from] = pair.split(' ') as [string, string];
    return { what: 'merge', into: domainOf(into), from: domainOf(from) };
  }),
);

const BOTH = ['one', 'two'].map((name): Step => {
  const record = { domain: domainOf(name), name: nameOf(name), slug: `${name}-WORLD`, type: 'private' };
  return { what: 'load', kind: 'company', record };
});
/** The link of a company is undone while the company is merged into another, then the merge. */
const UNLINKED: Step[] = [
  ...BOTH,
  {
    ...{ what: 'load', kind: 'company' },
    record: { domain: domainOf('one'), external_id: 'one-WORLD', source: 'linked' },
  },
  {
    ...{ what: 'load', kind: 'event' },
    record: { company_external_id: 'one-WORLD', source: 'linked', ...roundOf('2026-01-05') },
  },
  { what: 'merge', into: domainOf('two'), from: domainOf('one') },
];

/** The deletion of a company is undone while another company with its domain is merged, then the merge. */
const RESTORED: Step[] = [
  ...BOTH,
  { what: 'delete', domain: domainOf('two') },
  BOTH[1]!,
  { what: 'merge', into: domainOf('one'), from: domainOf('two') },
];

/**
 * Both companies have a round. Undoing that of two and then the merge returns that of one, or removes it if company one is
 * undone.
 */
const MOVED: Step[] = [
  ...BOTH,
  ...['one', 'two'].map((name): Step => ({
    ...{ what: 'load', kind: 'event' },
    record: { company: domainOf(name), ...roundOf('2026-01-05') },
  })),
  { what: 'merge', into: domainOf('two'), from: domainOf('one') },
];

interface OfCompany {
  id: string;
  company_id: number;
}

/** What is stored of a world. */
interface World {
  /** The records with the times of their last changes by their ids, by kind in the plural. */
  records: Record<string, Map<string, string>>;
  statements: Map<number, StatementRow>;
}

describe.each(engines)('undo of linked records on %s', (engine) => {
  let database: TestDatabase;
  let worlds = 0;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  /** Does a step as a run. Returns its number, or undefined if it failed. */
  async function run(step: Step, world: string): Promise<number | undefined> {
    const { db } = database;
    const here = JSON.parse(JSON.stringify(step).replaceAll('WORLD', world)) as Step;
    const kind = here.what === 'load' ? findKind(here.kind)! : companyKind;
    const id = await beginRun(db, { command: here.what, kind: kind.name, source: 'test' });
    const isDone = await doStep(here, id);
    await endRun(db, id, { outcome: isDone ? 'done' : 'failed' });
    return isDone ? id : undefined;
  }

  async function doStep(here: Step, id: number): Promise<boolean> {
    const { db } = database;
    if (here.what === 'load') {
      const rows = [{ file: 'rows', row: 1, value: here.record }];
      const paths = (async function* () {
        yield { rows };
      })();
      const report = await load({ db, kind: findKind(here.kind)!, paths, run: id });
      return report.rejected === 0;
    }
    if (here.what === 'merge') {
      const merged = mergeCompanies({ db, into: here.into, from: here.from, run: id });
      return merged.then(
        () => true,
        (error: unknown) => {
          if (error instanceof LoadError) return false;
          throw error;
        },
      );
    }
    return write(
      db,
      async (trx, now) => {
        const found = await findRecord(trx, companyKind, [here.domain]);
        if (found !== undefined) await removeRecords(trx, companyKind, [found], now);
        return found !== undefined;
      },
      id,
    );
  }

  async function worldOf(world: string): Promise<World> {
    const { db } = database;
    const companies = (await db('companies')
      .whereLike('domain', `%-${world}.example`)
      .pluck('id')) as number[];
    const records: World['records'] = {};
    for (const { name, plural, storage } of kinds.filter(({ name }) => ['company', 'event'].includes(name))) {
      const ids =
        name === 'company'
          ? companies
          : ((await db(storage.table).whereIn('company_id', companies).pluck('id')) as string[]);
      const states = await readStates(db, storage, ids);
      const times: { id: string | number; updated_at: string }[] = await db(storage.table)
        .whereIn('id', ids)
        .select('id', 'updated_at');
      records[plural] = new Map(
        times.map(({ id, updated_at }) => [String(id), JSON.stringify([updated_at, states.get(id)])]),
      );
    }
    const about = await db<StatementRow>('statements')
      .whereIn('kind', ['company', 'event'])
      .where(
        (either) =>
          void either.whereLike('content_json', `%${world}%`).orWhereLike('named_json', `%${world}%`),
      )
      .select('kind', 'record_id');
    // Deletions state no content.
    const rows: StatementRow[] = await db<StatementRow>('statements')
      .whereIn(
        ['kind', 'record_id'],
        about.map((row) => [row.kind, row.record_id]),
      )
      .orderBy('id');
    return { records, statements: new Map(rows.map((row) => [Number(row.id), row])) };
  }

  /** Checks that the numbers of an undo are the difference of what is stored. */
  function checkNumbers(undone: Undone, before: World, after: World) {
    const expected: Undone['records'] = {};
    for (const [plural, was] of Object.entries(before.records)) {
      const is = after.records[plural]!;
      const counts = {
        restored: [...is.keys()].filter((id) => !was.has(id)).length,
        changed: [...is].filter(([id, content]) => was.has(id) && was.get(id) !== content).length,
        removed: [...was.keys()].filter((id) => !is.has(id)).length,
      };
      if (Object.values(counts).some((n) => n > 0)) expected[plural] = counts;
    }
    const isHeld = (world: World, id: number) => world.statements.get(id)?.held != null;
    const both = [...before.statements.keys()].filter((id) => after.statements.has(id));
    expect({ records: undone.records, held: undone.held, released: undone.released }).toEqual({
      records: expected,
      held: both.filter((id) => !isHeld(before, id) && isHeld(after, id)).length,
      released: both.filter((id) => isHeld(before, id) && !isHeld(after, id)).length,
    });
    for (const [plural, was] of Object.entries(before.records)) {
      const kind = findKind(plural)!.name;
      const about = ({ statements }: World, id: string) =>
        [...statements.values()].filter((row) => row.kind === kind && row.record_id === id);
      const others = [...was.keys()].filter(
        (id) =>
          !after.records[plural]!.has(id) &&
          !about(before, id).some((row) => row.run === undone.run) &&
          // Held rows are counted as such.
          !about(after, id).some((row) => row.held != null) &&
          // The undo of a merge moves them to the record of the company that was merged.
          !about(before, id).some((row) => (after.statements.get(Number(row.id)) ?? row).record_id !== id),
      );
      const reported = undone.ofOtherRuns.reduce((sum, { records }) => sum + (records[plural] ?? 0), 0);
      expect(reported).toBeGreaterThanOrEqual(others.length);
    }
  }

  /** Checks that each record, and what its rows name it by, is stated by a run that is not undone. */
  async function checkNames({ records, statements }: World, undone: Set<number>) {
    // What was said about a record before its deletion counts again if the deletion is undone.
    const said = groupBy(statements.values(), ({ kind, record_id }) => `${kind} ${record_id}`).values();
    const live = [...said].flatMap((rows) => {
      const ids = liveStatements(rows.map((row) => statementOf(row, new Map()))).map(({ id }) => id);
      return rows.filter(({ id }) => ids.includes(Number(id)));
    });
    for (const row of statements.values()) expect(undone).not.toContain(row.run);
    for (const [plural, some] of Object.entries(records))
      for (const id of some.keys())
        expect(live).toContainEqual(expect.objectContaining({ kind: findKind(plural)!.name, record_id: id }));
    const { db } = database;
    for (const row of live) {
      const given = JSON.parse(row.named_json ?? '{}') as Record<string, string>;
      const { domain, company_name, external_id, company_external_id } = given;
      const isById = row.kind === 'event' || (domain ?? company_name) === undefined;
      const id = row.kind === 'event' ? company_external_id : external_id;
      if (!isById || id === undefined || row.merged_from != null) continue;
      const company_id =
        row.kind === 'event'
          ? (await db<OfCompany>('events').where('id', row.record_id).first('company_id'))!.company_id
          : Number(row.record_id);
      const named = { source: row.source, external_id: id, company_id };
      const ids = (await db('company_external_ids').where(named)) as object[];
      const matches = await db('company_matches').where(named).whereIn('status', ['agreed', 'accepted']);
      expect([...ids, ...matches]).not.toEqual([]);
      // A row that an id finds does not give the company that id.
      const givers = live
        .filter(
          ({ kind, content_json }) => kind === 'company' && content_json!.includes(`"external_id":"${id}"`),
        )
        .flatMap(sayingsOf)
        .filter(([, , , , way]) => /"(domain|company_name)"/.test(way ?? ''));
      expect([...givers, ...matches]).not.toEqual([]);
    }
  }

  it('leaves no record of a company that no remaining run names, and counts what it changes', async () => {
    const plan = fc
      .tuple(creates('one'), creates('two'), fc.array(step, { minLength: 3, maxLength: 8, size: 'max' }))
      .map(([one, two, steps]) => [one, two, ...steps])
      .chain((steps) =>
        fc.tuple(fc.constant(steps), fc.shuffledSubarray([...steps.keys()], { minLength: steps.length })),
      );
    const sizes = {
      histories: 0,
      runs: 0,
      undone: 0,
      refused: 0,
      removed: 0,
      ofOthers: 0,
      held: 0,
      released: 0,
    };
    await fc.assert(
      fc.asyncProperty(plan, async ([steps, order]) => {
        const world = `w${++worlds}`;
        const { db } = database;
        const runs: (number | undefined)[] = [];
        for (const each of steps) runs.push(await run(each, world));
        const undone = new Set<number>();
        let open = order.flatMap((i) => runs[i] ?? []);
        sizes.histories += 1;
        sizes.runs += open.length;
        for (let before = -1; open.length > 0 && open.length !== before;) {
          before = open.length;
          const refused: number[] = [];
          for (const id of open) {
            const stored = await worldOf(world);
            const trial = await undoRun({ db, run: id, dryRun: true }).catch((error: unknown) => {
              // Another run has taken its domain, or has erased its company: it can be undone after that run.
              if (error instanceof LoadError) return undefined;
              throw error;
            });
            if (!trial) {
              refused.push(id);
              continue;
            }
            expect(await worldOf(world)).toEqual(stored);
            const done = await undoRun({ db, run: id });
            expect({ ...done, dryRun: true, indexed: 0, waiting: 0 }).toEqual(trial);
            undone.add(id);
            const left = await worldOf(world);
            checkNumbers(done, stored, left);
            await checkNames(left, undone);
            sizes.undone += 1;
            for (const { removed } of Object.values(done.records)) sizes.removed += removed;
            for (const { records } of done.ofOtherRuns)
              for (const n of Object.values(records)) sizes.ofOthers += n;
            sizes.held += done.held;
            sizes.released += done.released;
          }
          open = refused;
          sizes.refused += refused.length;
        }
        if (open.length > 0) return;
        const left = await worldOf(world);
        expect([left.records['companies']!.size, left.records['events']!.size, left.statements.size]).toEqual(
          [0, 0, 0],
        );
        expect(await db('company_matches').whereLike('name', `%${world}`)).toEqual([]);
      }),
      {
        ...{ numRuns: HISTORIES, seed: Number(process.env['TEST_SEED'] ?? Date.now()) },
        examples: [
          [[UNLINKED, [2, 4, 3, 0, 1]]],
          [[RESTORED, [0, 2, 4, 1, 3]]],
          [[MOVED, [3, 4, 2, 0, 1]]],
          [[MOVED, [3, 0, 4, 2, 1]]],
        ],
      },
    );
    if (process.env['HISTORIES'] !== undefined) process.stdout.write(`${JSON.stringify(sizes)}\n`);
  });
});
