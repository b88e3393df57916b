import type { Knex } from 'knex';
import { by, keptCounter, selectCounted, type Counted } from './0031-counters.ts';
import { dropKept, keepRows } from './kept-rows.ts';

/**
 * Events by type and subtype, and filings by company and type. The counters by type and by company stay: a program of the
 * version before reads them while an upgrade replaces one process after another.
 */
export const finerCounted: (Counted & { like: string })[] = [
  {
    ...by('events', ['id'], ['type', 'subtype']),
    nameOf: (row) => `'all events ' || ${row}.type || ' ' || ${row}.subtype`,
    like: 'all events % %',
  },
  { ...by('filings', ['id'], ['company_id', 'type']), like: 'filings % %' },
];
const PLACE = 300;

export async function up(db: Knex): Promise<void> {
  for (const [i, each] of finerCounted.entries()) {
    // On Postgres a new trigger locks its table, so that no program writes to it before its rows are counted.
    await keepRows(db, keptCounter(db, each, PLACE + i));
    await db.raw(`insert into counters (name, n) ${selectCounted(each)}`);
  }
}

export async function down(db: Knex): Promise<void> {
  for (const [i, each] of finerCounted.entries()) {
    await dropKept(db, keptCounter(db, each, PLACE + i));
    await db('counters').where('name', 'like', each.like).delete();
  }
}
