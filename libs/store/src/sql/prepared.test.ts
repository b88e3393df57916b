import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Db } from './open.ts';
import { keepPrepared } from './prepared.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';

describe('prepared statements that a connection reuses', () => {
  let database: TestDatabase;
  let other: Db;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite', { migrated: false });
    other = openDatabase(database.url);
  });
  afterEach(async () => {
    await other.destroy();
    await database.close();
  });

  it('return current rows after another connection changed the table', async () => {
    await database.db.raw('create table things (a integer)');
    await database.db('things').insert({ a: 1 });
    expect(await database.db('things')).toEqual([{ a: 1 }]);
    await other.raw("alter table things add column b text default 'new'");
    expect(await database.db('things')).toEqual([{ a: 1, b: 'new' }]);
    await other.raw('drop table things');
    // An error of native code is no `Error` of Jest's own realm, so its message is looked at.
    const message = await database.db('things').then(
      () => 'found',
      (error: { message: string }) => error.message,
    );
    expect(message).toContain('no such table');
  });

  it('are prepared once, and evicted when least recently used', () => {
    const { connection, prepared } = counting();
    const first = connection.prepare('select 0');
    expect(connection.prepare('select 0')).toBe(first);
    expect(prepared).toEqual(['select 0']);
    for (let i = 1; i < 200; i++) connection.prepare(`select ${i}`);
    connection.prepare('select 0');
    for (let i = 200; i < 399; i++) connection.prepare(`select ${i}`);
    expect(connection.prepare('select 0')).toBe(first);
    for (let i = 399; i < 599; i++) connection.prepare(`select ${i}`);
    expect(connection.prepare('select 0')).not.toBe(first);
  });

  it('are not prepared again for each value of a comparison, LIMIT and OFFSET', async () => {
    const { connection, prepared } = counting();
    connection.prepare('select a from things where a >= ? and b = ? limit ? offset ?');
    expect(prepared).toEqual(['select a from things where a >= +? and b = +? limit (? + 0) offset (? + 0)']);
    const numbers = database.db.raw('select value as n from json_each(?)', ['[1,2,3,4]']);
    expect(await database.db.from(numbers.wrap('(', ')')).limit(2).offset(1)).toEqual([{ n: 2 }, { n: 3 }]);
  });

  it('compare a parameter as if it had no sign', async () => {
    await database.db.raw('create table things (a integer, b text)');
    await database.db('things').insert({ a: 1, b: '1' });
    // The type of the column decides how a value is compared.
    for (const a of [1, '1', 1n]) expect(await database.db('things').where({ a })).toHaveLength(1);
    expect(await database.db('things').where('b', '>', '0').where('a', '<', 2)).toHaveLength(1);
    expect(await database.db('things').where({ b: '1.0' })).toHaveLength(0);
  });

  it('are not kept for long lists of values', () => {
    const { connection, prepared } = counting();
    const long = `select * from things where a in (${Array(2000).fill('?').join(', ')})`;
    connection.prepare(long);
    connection.prepare(long);
    expect(prepared).toEqual([long, long]);
  });
});

/** A connection that tells what it was given to prepare. */
function counting() {
  const prepared: string[] = [];
  const connection = {
    prepare: (sql: string) => {
      prepared.push(sql);
      return { run: () => undefined, all: () => [] };
    },
    pragma: () => undefined,
    function: () => undefined,
    close: () => undefined,
  };
  keepPrepared(connection);
  return { connection, prepared };
}
