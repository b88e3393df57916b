import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { rawRows } from '@dossier/store';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import { load } from './load.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('sqlite');
});
afterEach(() => database.close());

const stdin = async function* () {
  yield Buffer.from('{"domain":"acme.com","name":"Acme","type":"private"}\n');
};
const place = async (db = database.db) => {
  const [row] = await rawRows<{ temp_store: number }>(db, 'pragma temp_store', []);
  return row!.temp_store;
};
const [FILE, MEMORY] = [0, 2];

it.each([false, true])(
  'keeps the journals of statements in memory until the load ends, with a load that fails: %s',
  async (fails) => {
    const places: number[] = [];
    const note = async (trx: TestDatabase['db']) => {
      places.push(await place(trx));
      if (fails) throw new Error('failed');
    };
    const done = load({
      ...{ db: database.db, kind: findKind('companies')!, paths: ['-'], options: { format: 'ndjson' } },
      ...{ note, stdin: stdin() },
    });
    if (fails) await expect(done).rejects.toThrow('failed');
    else await done;
    expect(places).toEqual([MEMORY]);
    expect(await place()).toBe(FILE);
  },
);
