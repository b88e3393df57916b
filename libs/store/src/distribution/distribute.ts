import { ConfigError } from '@dossier/shared';
import { keyOf, historyOf } from '../ledger/history.ts';
import { recordTables } from '../ledger/record-tables.ts';
import { forgetPlacement, hasCitus } from '../sql/distributed.ts';
import { isPostgres, type Db } from '../sql/open.ts';
import { addLastKey, dropLastKey, useKeyOfCluster } from './keys.ts';

/** What a table becomes: stored in shards on the workers, or copied to each node. */
export type Placement = 'distributed' | 'reference';

/** A table that `distribute` places, in the order in which it does. */
export interface PlacedTable {
  table: string;
  placement: Placement;
  /** Whether it is placed already. */
  isDone: boolean;
  /** About how many rows are copied. */
  rows: number;
}

/** The tables that statements read together with those that are stored by company. Each node has a copy. */
const REFERENCE = [
  ...Object.values(recordTables).flatMap(({ table, ofCompany, parts }) =>
    ofCompany ? [] : [table, ...Object.keys(parts)],
  ),
  ...['company_names', 'company_aliases'],
];

/** The tables that are stored by company: the records of companies, their parts, and the former versions of both. */
const DISTRIBUTED = Object.values(historyOf)
  .filter(({ table }) => table in keyOf)
  .flatMap(({ table, parts }) => [table, ...Object.keys(parts)])
  .flatMap((table) => [table, `${table}_history`]);

/** All others are on this one, so that all rows of a company are on one node. */
const FIRST = DISTRIBUTED[0]!;

/**
 * The tables of statements, with their distribution columns. It is not the company: statements about a record stay when its
 * company is deleted, and several companies share a body.
 */
const STATED: Record<string, string> = { statements: 'record_id', stated_bodies: 'id' };

interface Result<Row> {
  rows: Row[];
}
const rowsOf = async <Row>(db: Db, sql: string, values: (string | number)[] = []): Promise<Row[]> =>
  (await db.raw<Result<Row>>(sql, values)).rows;

/**
 * Returns the tables with their placements, in the order in which `distribute` places them.
 * @throws ConfigError if the database is not the coordinator of a cluster of Citus
 */
export async function placements(db: Db): Promise<PlacedTable[]> {
  await rejectOthers(db);
  const placed = await rowsOf<{ name: string; method: string }>(
    db,
    'select logicalrelid::text as name, partmethod as method from pg_dist_partition',
  );
  const methods = new Map(placed.map(({ name, method }) => [name, method]));
  const sizes = await rowsOf<{ name: string; rows: number }>(
    db,
    'select relname as name, greatest(reltuples, 0)::float8 as rows from pg_class where relkind = ?',
    ['r'],
  );
  const rows = new Map(sizes.map((size) => [size.name, size.rows]));
  const placedAs = (placement: Placement, method: string) => (table: string) => ({
    ...{ table, placement, rows: rows.get(table) ?? 0 },
    // A local table with a key that refers to a reference table has the method of one.
    isDone: methods.get(table) === method && !isLocal.has(table),
  });
  const isLocal = new Set(
    (
      await rowsOf<{ name: string }>(
        db,
        `select logicalrelid::text as name from pg_dist_partition where partmethod = 'n' and repmodel <> 't'`,
      )
    ).map(({ name }) => name),
  );
  return [
    ...REFERENCE.map(placedAs('reference', 'n')),
    ...[...DISTRIBUTED, ...Object.keys(STATED)].map(placedAs('distributed', 'h')),
  ];
}

/** Checks that the tables can be distributed. @throws ConfigError that says what is missing */
async function rejectOthers(db: Db): Promise<void> {
  const refuse = (why: string) => {
    throw new ConfigError(`Tables cannot be distributed: ${why}`);
  };
  if (!isPostgres(db)) refuse('DATABASE_URL names SQLite. Name the coordinator of a cluster of Citus.');
  if (!(await hasCitus(db)))
    refuse('the database has no Citus. Install it on each node, and run: CREATE EXTENSION citus');
  const nodes = await rowsOf<{ groupid: number }>(db, 'select groupid from pg_dist_node where isactive');
  if (!nodes.some(({ groupid }) => groupid === 0))
    refuse(
      "the cluster does not know this coordinator. Run: SELECT citus_set_coordinator_host('<its host>', <its port>)",
    );
  if (!nodes.some(({ groupid }) => groupid !== 0))
    refuse(`the cluster has no workers. Run for each: SELECT citus_add_node('<its host>', <its port>)`);
}

/**
 * Places each table that is not placed yet, in a transaction of its own. A call after an interruption continues. Loads must
 * not run meanwhile, and all programs restart afterwards.
 * @param options.shards the number of shards
 * @param options.onPlaced called after each table
 */
export async function distribute(
  db: Db,
  { shards, onPlaced = () => {} }: { shards: number; onPlaced?: (table: PlacedTable) => void },
): Promise<void> {
  const open = (await placements(db)).filter(({ isDone }) => !isDone);
  // Programs reject loads while the key is missing.
  if (open.length > 0) await dropLastKey(db);
  for (const placed of open) {
    await db.transaction(async (trx) => {
      await useKeyOfCluster(trx, placed.table);
      if (placed.placement === 'reference') await trx.raw('select create_reference_table(?)', [placed.table]);
      else if (placed.table === FIRST || placed.table in STATED)
        await trx.raw(`select create_distributed_table(?, ?, shard_count => ?, colocate_with => 'none')`, [
          ...[placed.table, STATED[placed.table] ?? 'company_id', shards],
        ]);
      else
        await trx.raw('select create_distributed_table(?, ?, colocate_with => ?)', [
          ...[placed.table, 'company_id', FIRST],
        ]);
    });
    onPlaced(placed);
  }
  await addLastKey(db);
  forgetPlacement(db);
}
