import type { Knex } from 'knex';
import { by, counted, keptCounter, selectCounted, type Counted } from './0031-counters.ts';
import { moreCounted } from './0035-more-counters.ts';
import { dropKept, keepRows } from './kept-rows.ts';

/** What was counted before: events by type, and filings by company. */
const replaced = [
  { each: counted[3]!, place: 3, like: 'all events %' },
  { each: moreCounted[0]!, place: 200, like: 'filings %' },
];
const PLACE = 300;

const finer: Counted[] = [
  {
    ...by('events', ['id'], ['type', 'subtype']),
    nameOf: (row) => `'all events ' || ${row}.type || ' ' || ${row}.subtype`,
  },
  by('filings', ['id'], ['company_id', 'type']),
];

/** What is counted from this migration on. */
export const countedNow = (all: Counted[]): Counted[] => [
  ...all.filter((each) => replaced.every((one) => one.each !== each)),
  ...finer,
];

/**
 * Counts events by type and subtype, and filings by company and type. Their sums replace coarser counters, so that a
 * row still changes as many counters as before.
 */
export async function up(db: Knex): Promise<void> {
  for (const { each, place, like } of replaced) {
    await dropKept(db, keptCounter(db, each, place));
    await db('counters').where('name', 'like', like).delete();
  }
  await count(db, finer, PLACE);
}

export async function down(db: Knex): Promise<void> {
  for (const [i, each] of finer.entries()) {
    await dropKept(db, keptCounter(db, each, PLACE + i));
    await db('counters').where('name', 'like', replaced[i]!.like).delete();
  }
  for (const { each, place } of replaced) await count(db, [each], place);
}

async function count(db: Knex, all: Counted[], place: number): Promise<void> {
  for (const [i, each] of all.entries()) {
    // On Postgres a new trigger locks its table, so that no program writes to it before its rows are counted.
    await keepRows(db, keptCounter(db, each, place + i));
    await db.raw(`insert into counters (name, n) ${selectCounted(each)}`);
  }
}
