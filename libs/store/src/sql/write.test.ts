import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromSource } from '@dossier/shared/testing';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from './write.ts';

const run = promisify(execFile);

describe.each(engines)('the store on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('has one writer at a time across programs, with timestamps and changes in commit order', async () => {
    await database.db.schema.createTable('counted', (table) => {
      table.integer('n').notNullable();
      table.text('stamp').notNullable();
    });
    const program = join(import.meta.dirname, '../testing/writer-program.ts');
    const writer = () =>
      run(process.execPath, [...fromSource, program, database.url, '40'], {
        env: { ...process.env, NODE_OPTIONS: '' },
      });
    await Promise.all([writer(), writer(), writer()]);
    const counted = await database.db('counted').orderBy('stamp');
    expect(counted.map(({ n }) => n)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    expect(new Set(counted.map(({ stamp }) => stamp)).size).toBe(120);
    const changes = await database.db('changes').orderBy('seq');
    expect(changes.map(({ seq, record_id, at }) => [Number(seq), Number(record_id), at])).toEqual(
      counted.map(({ n, stamp }) => [n, n, stamp]),
    );
  });

  it('keeps values out of error messages, which are logged', async () => {
    const insert = () =>
      database.db('organizations').insert({ name: 'Confidential', plan: 'Funds', created_at: '' });
    await insert();
    const message = await insert().then(String, String);
    expect(message).toMatch(/unique/i);
    expect(message).not.toContain('Confidential');
  });

  it('never goes back in time, even when the clock does', async () => {
    await database.db('writer').update({ last_ms: Date.parse('2199-01-01T00:00:00.000Z') });
    expect(await write(database.db, async (_trx, now) => now)).toBe('2199-01-01T00:00:00.001Z');
  });

  it('rolls back failed work', async () => {
    const failing = write(database.db, async (trx, now) => {
      await trx('organizations').insert({ name: 'Half', plan: 'Funds', created_at: now });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await database.db('organizations').where({ name: 'Half' })).toEqual([]);
  });
});
