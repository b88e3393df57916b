import { DAY_MS, inParts, toTimestamp } from '@dossier/shared';
import { rawRows } from '../sql/filters.ts';
import type { Db, Trx } from '../sql/open.ts';

/** What an organization used on a UTC day, by endpoint family or by operation. Free requests are not counted. */
export interface DayUsage {
  /** `YYYY-MM-DD` */
  day: string;
  family: string;
  /** Only in a usage by operation. Empty for requests that an earlier release counted by family. */
  operation?: string;
  requests: number;
  tasks: number;
}

/** The usage of an operation. */
export type OperationUsage = DayUsage & { organization: string; operation: string };

/** What each row of a usage counts. */
export const usageGrains = ['family', 'operation'] as const;
export type UsageGrain = (typeof usageGrains)[number];

/** The most days of usage that are read at once. */
export const MAX_USAGE_DAYS = 400;

/** Returns the first day of a range of UTC days that ends today. */
export const firstDay = (days: number, now: Date): string =>
  toTimestamp(now.getTime() - (days - 1) * DAY_MS).slice(0, 10);

/** The most rows of one statement. */
const BATCH = 500;

/** The usage by operation, and by family as earlier releases count it. Their replicas still do during an upgrade. */
const TABLES = ['usage_operations', 'usage_days'] as const;

/** Adds to the usage of organizations, in one transaction. */
export async function addUsage(db: Db, usage: OperationUsage[]): Promise<void> {
  const key = ['organization', 'day', 'family', 'operation'] as const;
  const keyOf = (one: OperationUsage) => key.map((name) => one[name]).join('\0');
  const sorted = [...usage].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await db.transaction(async (trx) => {
    for (const part of inParts(sorted, BATCH))
      await trx('usage_operations')
        .insert(part)
        .onConflict([...key])
        .merge({
          requests: trx.raw('usage_operations.requests + excluded.requests'),
          tasks: trx.raw('usage_operations.tasks + excluded.tasks'),
        });
  });
}

/** Returns the usage of an organization from a day on, newest day first. */
export async function readUsage(
  db: Db,
  organization: string,
  since: string,
  by: UsageGrain,
): Promise<DayUsage[]> {
  const ofTable = (table: string, operation: string) =>
    db(table)
      .where({ organization })
      .where('day', '>=', since)
      .select('day', 'family', db.raw(`${operation} as operation`), 'requests', 'tasks');
  const key = by === 'operation' ? ['day', 'family', 'operation'] : ['day', 'family'];
  const rows = await db
    .from(ofTable('usage_operations', 'operation').unionAll(ofTable('usage_days', "''")).as('used'))
    .groupBy(key)
    .orderBy(key.map((column) => ({ column, order: column === 'day' ? 'desc' : 'asc' })))
    .select<(DayUsage & Record<'requests' | 'tasks', string | number>)[]>([
      ...key,
      db.raw('sum(requests) as requests'),
      db.raw('sum(tasks) as tasks'),
    ]);
  return rows.map((row) => ({ ...row, requests: Number(row.requests), tasks: Number(row.tasks) }));
}

/** Deletes the usage of the days before a time that nobody can read any more. @returns how many counts are deleted */
export async function pruneUsage(trx: Trx, before: string): Promise<number> {
  let deleted = 0;
  for (const table of TABLES) deleted += await unreadable(trx, table, before).delete();
  return deleted;
}

/** Returns how many counts `pruneUsage` would delete. */
export async function countPrunableUsage(db: Db, before: string): Promise<number> {
  const counts = await Promise.all(
    TABLES.map((table) => unreadable(db, table, before).count({ n: '*' }).first<{ n: number | string }>()),
  );
  return counts.reduce((sum, { n }) => sum + Number(n), 0);
}

const unreadable = (db: Db | Trx, table: string, before: string) =>
  db(table).where('day', '<', before.slice(0, 10)).where('day', '<', firstDay(MAX_USAGE_DAYS, new Date()));

/** Gives the usage of an organization to another name. */
export async function moveUsage(trx: Trx, organization: string, next: string): Promise<void> {
  for (const table of TABLES) {
    // What is deleted is what is added: a replica may add counts until then.
    const sql = `delete from ${table} where organization = ? returning *`;
    const deleted = await rawRows<DayUsage>(trx, sql, [organization]);
    await addUsage(
      trx,
      deleted.map((one) => ({ operation: '', ...one, organization: next })),
    );
  }
}
