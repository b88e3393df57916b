import { keyOf } from '../ledger/history.ts';
import { LAST_KEY } from '../sql/distributed.ts';
import { isPostgres, type Db, type Trx } from '../sql/open.ts';

/**
 * The primary keys on a cluster, where each unique key of a distributed table must contain its distribution column. Ids are
 * unique anyway: they are made from natural keys, and a sequence numbers statements.
 */
const KEYS: Record<string, string[]> = {
  ...keyOf,
  metric_citations: ['metric_id', 'company_id', 'position'],
  statements: ['id', 'record_id'],
};

/** The primary keys of one machine that are not `id`. */
const KEYS_OF_ONE: Record<string, string[]> = {
  datasets: ['dataset_id'],
  metric_citations: ['metric_id', 'position'],
};
const FORMER_KEY = 'metric_citations_metric_id_foreign';

/** Drops the only key that refers to a distributed table. It cannot exist while one of its tables is distributed and the other is not. */
export async function dropLastKey(db: Db | Trx): Promise<void> {
  for (const name of [LAST_KEY, FORMER_KEY])
    await db.raw('alter table metric_citations drop constraint if exists ??', [name]);
}

/** Adds the key that `dropLastKey` dropped, with the company. */
export async function addLastKey(db: Db): Promise<void> {
  const { rows } = await db.raw<{ rows: unknown[] }>('select from pg_constraint where conname = ?', [
    LAST_KEY,
  ]);
  if (rows.length > 0) return;
  await db.raw(
    `alter table metric_citations add constraint ??
     foreign key (metric_id, company_id) references metrics (id, company_id) on delete cascade`,
    [LAST_KEY],
  );
}

/** Adds the distribution column of a table to its primary key. */
export async function useKeyOfCluster(trx: Trx, table: string): Promise<void> {
  const key = KEYS[table];
  if (!key) return;
  if (table === 'datasets') {
    await trx.raw('alter table datasets drop constraint if exists datasets_id_unique');
    await trx.raw('create index if not exists datasets_dataset_id_index on datasets (dataset_id)');
  }
  await changeKey(trx, table, key);
}

/** Citus rejects two changes of constraints in one statement. */
async function changeKey(trx: Trx, table: string, key: string[]): Promise<void> {
  await trx.raw('alter table ?? drop constraint ??', [table, `${table}_pkey`]);
  await trx.raw(`alter table ?? add primary key (${key.join(', ')})`, [table]);
}

/**
 * Gives the tables the keys of one machine, if a dump of a cluster was restored, whose tables are not distributed. Programs
 * choose the key of a row by whether its table is.
 */
export async function useKeysOfOne(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select t.relname as name from pg_constraint as k
     join pg_class as t on t.oid = k.conrelid
     join pg_attribute as a on a.attrelid = t.oid and a.attnum = any (k.conkey)
     where k.contype = 'p' and k.connamespace = current_schema()::regnamespace
       and a.attname in ('company_id', 'record_id') and t.relname = any (?)`,
    [Object.keys(KEYS)],
  );
  if (rows.length === 0) return;
  await db.transaction(async (trx) => {
    await dropLastKey(trx);
    for (const { name } of rows) {
      await changeKey(trx, name, KEYS_OF_ONE[name] ?? ['id']);
      if (name !== 'datasets') continue;
      await trx.raw('drop index if exists datasets_dataset_id_index');
      await trx.raw('alter table datasets add constraint datasets_id_unique unique (id)');
    }
    await trx.raw(
      'alter table metric_citations add constraint ?? foreign key (metric_id) references metrics (id) on delete cascade',
      [FORMER_KEY],
    );
  });
}
