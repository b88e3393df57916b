import type { Knex } from 'knex';
import { by, keptCounter, selectCounted, type Counted } from './0031-counters.ts';
import { dropKept, keepRows } from './kept-rows.ts';

export const moreCounted: Counted[] = [
  by('filings', ['id'], ['company_id']),
  by('companies', ['id'], ['type']),
];
/** The place of the first trigger, after the triggers of earlier migrations. */
const PLACE = 200;

/** Counts filings by company, and companies by type. */
export async function up(db: Knex): Promise<void> {
  for (const [place, each] of moreCounted.entries()) {
    // On Postgres a new trigger locks its table, so that no program writes to it before its rows are counted.
    await keepRows(db, keptCounter(db, each, PLACE + place));
    await db.raw(`insert into counters (name, n) ${selectCounted(each)}`);
  }
}

export async function down(db: Knex): Promise<void> {
  for (const [place, each] of moreCounted.entries()) {
    await dropKept(db, keptCounter(db, each, PLACE + place));
    await db('counters').where('name', 'like', `${each.table} %`).delete();
  }
}
