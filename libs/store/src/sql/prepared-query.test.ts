import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { character } from '@dossier/shared/testing/text';
import fc from 'fast-check';
import { z } from 'zod';
import { fillPlaceholders, jsonFor } from './json.ts';
import { openDatabase, type Db } from './open.ts';
import type { PgConnection } from './pg-connection.ts';
import { ask, preparedQuery } from './prepared-query.ts';
import { write } from './write.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';

const shape = z.object({
  'it\'s "100 %"': z.string(),
  note: z.string().nullable(),
  kind: z.enum(['a', 'b']),
  day: z.union([z.string(), z.iso.date()]),
  whole: z.int(),
  count: z.int().nullable(),
  amount: z.number(),
  share: z.number().nullable(),
  on: z.boolean(),
  maybe: z.boolean().nullable(),
  stored: z.unknown(),
});
type Thing = z.output<typeof shape>;

/** Every text that Postgres can store: no U+0000, and no half of a pair. */
const texts = fc.string({ unit: character }).map((text) => text.replaceAll('\0', '\u0001'));
const wholes = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const numbers = fc.oneof(wholes, fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isWritten));
const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const things: fc.Arbitrary<Thing> = fc.record({
  'it\'s "100 %"': texts,
  note: nullable(texts),
  kind: fc.constantFrom('a', 'b'),
  day: fc.constantFrom('2026-01-13', '2026-01-13T21:01:20.492Z'),
  whole: wholes,
  count: nullable(wholes),
  amount: numbers,
  share: nullable(numbers),
  on: fc.boolean(),
  maybe: nullable(fc.boolean()),
  stored: fc
    .jsonValue()
    .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as unknown),
});

/** Returns whether a number is no negative zero, which JSON does not have. */
function isWritten(value: number): boolean {
  return !Object.is(value, -0);
}

const COLUMNS = ['title', 'note', 'kind', 'day', 'whole', 'count', 'amount', 'share', 'on', 'maybe'];
const all = preparedQuery<{ least: number }, { text: string }>((db, param) => {
  const json = jsonFor(db);
  const columns = COLUMNS.map((column) => `things.${column}`) as [string, ...string[]];
  const [title, note, kind, day, whole, count, amount, share, on, maybe] = columns;
  const item = json.object(shape, {
    'it\'s "100 %"': title,
    note: note!,
    kind: kind!,
    day: day!,
    whole: whole!,
    count: count!,
    amount: amount!,
    share: share!,
    on: on!,
    maybe: maybe!,
    stored: json.stored('things.stored'),
  });
  return db.select({
    text: json.list(db('things').where('place', '>=', param('least')).orderBy('place', 'desc'), item).sql,
  });
});

describe.each(engines)('a query on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await database.db.schema.createTable('things', (table) => {
      table.integer('place');
      for (const name of ['title', 'note', 'kind', 'day', 'stored']) table.text(name);
      for (const name of ['whole', 'count']) table.integer(name);
      for (const name of ['amount', 'share']) table.double(name);
      for (const name of ['on', 'maybe']) table.boolean(name);
    });
  });
  afterAll(() => database.close());

  it('answers with the JSON that JSON.stringify writes, field by field', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(fc.array(things, { maxLength: 5 }), async (rows) => {
        await db('things').del();
        for (const [place, { 'it\'s "100 %"': title, stored, ...row }] of rows.entries())
          await db('things').insert({ ...row, place, title, stored: JSON.stringify(stored) });
        const [answer] = await ask(db, all, { least: 1 });
        const expected = rows.slice(1).reverse();
        const parsed = JSON.parse(answer!.text) as Thing[];
        expect(parsed).toEqual(expected);
        // The same order of fields. Numbers may have another form, such as 1e+30 for 1e30.
        expect(JSON.stringify(parsed)).toBe(JSON.stringify(expected));
        const isPlain = rows.every(({ amount, share }) => isShort(amount) && isShort(share ?? 0));
        if (isPlain) expect(answer!.text).toBe(JSON.stringify(expected));
      }),
      { numRuns: 50 },
    );
  });

  it('sees what was committed last, on every connection', async () => {
    const { db } = database;
    await db('things').del();
    const count = preparedQuery<object, { n: number }>((on) => on('things').count({ n: '*' }));
    expect(Number((await ask(db, count, {}))[0]!.n)).toBe(0);
    await write(db, async (trx) => {
      await trx('things').insert({ place: 1 });
      expect(Number((await ask(db, count, {}))[0]!.n)).toBe(0);
    });
    expect(Number((await ask(db, count, {}))[0]!.n)).toBe(1);
    await db.schema.alterTable('things', (table) => table.text('more'));
    expect(Number((await ask(db, count, {}))[0]!.n)).toBe(1);
  });

  it('is prepared again after a migration changed the type of its result', async () => {
    const { db } = database;
    await db.schema.createTable('typed', (table) => table.integer('value'));
    await db('typed').insert({ value: 7 });
    const value = preparedQuery<object, { value: unknown }>((on) => on('typed').select('value'));
    expect(await ask(db, value, {})).toEqual([{ value: 7 }]);
    await db.schema.alterTable('typed', (table) => table.text('value').alter());
    expect(await ask(db, value, {})).toEqual([{ value: '7' }]);
  });

  it('returns an error, and then rows for other values', async () => {
    const { db } = database;
    const cut = preparedQuery<{ text: string; count: number }, { text: string; none: null }>((on, param) =>
      on.select({
        text:
          engine === 'sqlite'
            ? on.raw('json_extract(?, ?)', [param('text'), param('count')])
            : on.raw('repeat(?, 10 / cast(? as integer))', [param('text'), param('count')]),
        none: on.raw('null'),
      }),
    );
    const [wrong, right] = engine === 'sqlite' ? ['?', '$'] : [0, 10];
    for (let i = 0; i < 2; i++) {
      const failing = (async () => ask(db, cut, { text: '7', count: wrong as number }))();
      const message = await failing.catch(String);
      expect(message).toMatch(engine === 'sqlite' ? /path/i : 'division by zero');
      const rows = await ask(db, cut, { text: '7', count: right as number });
      expect(rows).toEqual([{ text: engine === 'sqlite' ? 7 : '7', none: null }]);
    }
  });

  it('removes the sources of points, whatever their texts contain', async () => {
    const { db } = database;
    const points = preparedQuery<object, { text: string }>((on) => {
      const json = jsonFor(on);
      return on('things').select({ text: json.withoutSource('things.stored').sql });
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record(
            { x: texts, y: fc.integer(), type: texts, source_url: texts },
            { requiredKeys: ['x', 'y', 'type'] },
          ),
        ),
        async (stored) => {
          await db('things').del();
          await db('things').insert({ stored: JSON.stringify(stored) });
          const [answer] = await ask(db, points, {});
          expect(answer!.text).toBe(JSON.stringify(stored.map(({ x, y, type }) => ({ x, y, type }))));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('quick queries on postgres', () => {
  let database: TestDatabase;
  let db: Db;
  /** The connections that were used, in the order of their use. */
  let used: unknown[];
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    db = openDatabase(database.url, { pool: 4 });
    const client = db.client as { acquireConnection(): Promise<unknown> };
    const acquire = client.acquireConnection.bind(client);
    client.acquireConnection = async () => {
      const connection = await acquire();
      used.push(connection);
      return connection;
    };
  });
  beforeEach(() => {
    used = [];
  });
  afterAll(async () => {
    await db.destroy();
    await database.close();
  });

  const divided = preparedQuery<{ by: number }, { n: number }>(
    (on, param) => on.select({ n: on.raw('12 / cast(? as integer)', [param('by')]) }),
    { isQuick: true },
  );
  const ask1 = async (by: number) => {
    try {
      const [row] = await ask(db, divided, { by });
      return row!.n;
    } catch (error) {
      return String(error);
    }
  };

  const slow = preparedQuery<object, { slept: unknown }>(
    (on) => on.select({ slept: on.raw('pg_sleep(60)') }),
    {
      isQuick: true,
    },
  );

  it('share a connection when they are asked in one turn, eight at most', async () => {
    for (let i = 0; i < 2; i++) {
      used = [];
      const eight = Array.from({ length: 8 }, (_, place) => ask1(place + 1));
      expect(await Promise.all(eight)).toEqual([12, 6, 4, 3, 2, 2, 1, 1]);
      expect(used).toHaveLength(1);
    }
    used = [];
    await Promise.all(Array.from({ length: 9 }, () => ask1(1)));
    expect(used).toHaveLength(2);
  });

  it('answer after the error of one of them, which only its caller gets', async () => {
    const answers = await Promise.all([1, 2, 0, 3, 0, 4].map(ask1));
    expect(answers).toEqual([12, 6, expect.stringMatching('division by zero'), 4, answers[2], 3]);
  });

  it('are prepared again after a migration changed the type of their result', async () => {
    await database.db.schema.createTable('quick', (table) => table.integer('value'));
    await database.db('quick').insert({ value: 7 });
    const value = preparedQuery<object, { value: unknown }>((on) => on('quick').select('value'), {
      isQuick: true,
    });
    const twice = () => Promise.all([ask(db, value, {}), ask1(3), ask(db, value, {})]);
    expect(await twice()).toEqual([[{ value: 7 }], 4, [{ value: 7 }]]);
    await database.db.schema.alterTable('quick', (table) => table.text('value').alter());
    expect(await twice()).toEqual([[{ value: '7' }], 4, [{ value: '7' }]]);
  });

  it('all fail when their connection is lost', async () => {
    const both = Promise.allSettled([ask(db, slow, {}), ask(db, divided, { by: 1 })]);
    while (used.length === 0) await sleep(1);
    (used[0] as PgConnection).connection.stream.destroy();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask1(1)).toBe(12);
  });
});

/** Returns whether both databases and JavaScript write a number alike. */
const isShort = (value: number) => Number.isInteger(value) && Math.abs(value) < 1e15;

describe('the placeholders of JSON', () => {
  it('are filled by name, and texts that look like placeholders are not', () => {
    const text = `{"a":${JSON.stringify('\u0001b "x"\u0001')},"b":\u0001b "x"\u0001,"c":\u0001c null\u0001}`;
    const makers = { b: (of: string | null) => ({ of }), c: (of: string | null) => [of] };
    expect(JSON.parse(fillPlaceholders(text, makers))).toEqual({
      a: '\u0001b "x"\u0001',
      b: { of: 'x' },
      c: [null],
    });
  });
});
