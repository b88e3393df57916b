import { inParts } from '@dossier/shared';
import { isDistributed } from '../sql/distributed.ts';
import type { Db, Trx } from '../sql/open.ts';
import { recordTables, type RecordTables } from './record-tables.ts';

/** The kinds with a history. The versions of a record are its row and the rows of its parts. */
export const historyOf: Record<string, RecordTables> = Object.fromEntries(
  Object.entries(recordTables).filter(([, { isKept }]) => isKept),
);

/**
 * The keys of the records of companies on a cluster of Citus, which needs the company in each. On one machine, the id is the
 * key.
 */
export const keyOf: Record<string, string[]> = Object.fromEntries(
  Object.values(recordTables).flatMap(({ table, ofCompany, isKept }) =>
    ofCompany && isKept ? [[table, ['id', 'company_id']]] : [],
  ),
);

/** Returns the columns of the key by which a row of a table of records replaces a stored one. */
export const keyToReplace = async (db: Db | Trx, table: string): Promise<string[]> =>
  (keyOf[table] && (await isDistributed(db)) && keyOf[table]) || ['id'];

/** Returns SQL that joins the rows of a part, which have an alias, with their record `r`. */
export const isPartOf = (table: string, record: string, part: string): string =>
  `r.id = ${part}.${record}${keyOf[table] ? ` and r.company_id = ${part}.company_id` : ''}`;

/**
 * Tables whose rows have no time of change, with their key column. A former row was served until `valid_to`, from the
 * `valid_to` of the previous one.
 */
export const untimed: Record<string, string> = Object.fromEntries(
  Object.values(recordTables).flatMap((each) => (each.untimed ? [each.untimed] : [])),
);

/** Tables whose rows have the time since which they are served in a column of their own. */
export const timed = { company_aliases: 'since' } as const;

/**
 * Copies records with their parts to the history. Call it in the transaction of `write` with its time, before the records
 * are changed or deleted. A record that the same transaction has already changed is not copied again, because that version
 * was never served. Kinds without a history are ignored.
 */
export async function keepVersions(
  trx: Trx,
  kind: string,
  ids: (string | number)[],
  now: string,
): Promise<void> {
  const history = historyOf[kind];
  if (!history) return;
  const { table, parts } = history;
  const isSplit = keyOf[table] !== undefined && (await isDistributed(trx));
  for (const part of inParts(ids)) {
    const some = part.map(() => '?').join(', ');
    const former = `r.id in (${some}) and r.updated_at < ?`;
    // A subquery cannot read the change log, which is local, for each row of a shard.
    const [before, source] = isSplit
      ? [`with stored as materialized (select r.* from ${table} as r where ${former})`, 'stored as r']
      : ['', `${table} as r where ${former}`];
    const bound = [...part, now];
    const run =
      'select c.run from changes as c where c.at = r.updated_at and c.kind = ? and c.record_id = cast(r.id as text)';
    await trx.raw(
      `insert into ${table}_history ${before} select r.updated_at, ?, (${run}), r.* from ${source}`,
      isSplit ? [...bound, now, kind] : [now, kind, ...bound],
    );
    for (const [name, record] of Object.entries(parts))
      await trx.raw(
        `insert into ${name}_history select r.updated_at, ?, p.* from ${name} as p ` +
          `join ${table} as r on ${isPartOf(table, record, 'p')} where ${former}`,
        [now, ...bound],
      );
  }
}

/** Copies rows of a table without times of change to the history: see `keepVersions`. */
export async function keepUntimed(
  trx: Trx,
  [table, key]: [table: string, key: string],
  ids: number[],
  now: string,
): Promise<void> {
  for (const part of inParts(ids)) {
    const some = part.map(() => '?').join(', ');
    await trx.raw(
      `insert into ${table}_history select '', ?, r.* from ${table} as r where r.${key} in (${some}) ` +
        `and not exists (select 1 from ${table}_history as h where h.${key} = r.${key} and h.valid_to = ?)`,
      [now, ...part, now],
    );
  }
}

/** Returns the time from which the history is complete. */
export async function historyBegins(db: Db | Trx): Promise<string> {
  const row = await db('history').where({ id: 1 }).first<{ begins_at: string }>('begins_at');
  return row.begins_at;
}

/** The number of rows that one step deletes; more if one transaction has made more. */
const STEP = 10_000;

const keptTables = Object.values(historyOf).map(({ table }) => table);
const allTables = [
  ...keptTables,
  ...Object.values(historyOf).flatMap(({ parts }) => Object.keys(parts)),
  ...Object.keys(untimed),
  ...Object.keys(timed),
];

/**
 * Deletes the versions that were replaced before a time. The history then begins at that time. Each step runs in a
 * transaction of `inTransaction`.
 * @returns the number of deleted versions of records
 */
export async function pruneHistory(
  inTransaction: (step: (trx: Trx, now: string) => Promise<number>) => Promise<number>,
  before: string,
): Promise<number> {
  await inTransaction((trx, now) => {
    const begins_at = before < now ? before : now;
    return trx('history').where('begins_at', '<', begins_at).update({ begins_at });
  });
  let deleted = 0;
  for (const table of allTables) {
    for (let rows = STEP; rows >= STEP;) {
      rows = await inTransaction(async (trx) => {
        const old = () => trx(`${table}_history`).where('valid_to', '<=', before);
        const next = await old()
          .orderBy('valid_to')
          .offset(STEP - 1)
          .first<{ valid_to: string } | undefined>('valid_to');
        return old()
          .where('valid_to', '<=', next?.valid_to ?? before)
          .delete();
      });
      if (keptTables.includes(table)) deleted += rows;
    }
  }
  return deleted;
}

/** Returns how many versions of records `pruneHistory` would delete. */
export async function countPrunableVersions(db: Db, before: string): Promise<number> {
  let versions = 0;
  for (const table of keptTables) {
    const rows = db(`${table}_history`).where('valid_to', '<=', before);
    versions += Number((await rows.count({ n: '*' }).first<{ n: number }>()).n);
  }
  return versions;
}
