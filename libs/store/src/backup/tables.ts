import { migrationConfig } from '../schema/migration-config.ts';
import { isPostgres, type Db, type Trx } from '../sql/open.ts';

/** What a manifest states of a database. */
export interface Facts {
  database_id: string | null;
  schema: string;
  tables: Record<string, number>;
}

/** Tables that are filled without any data: by migrations, by the first start, or by counting requests. */
const OWN = [
  'database_mark',
  'history',
  'limit_windows',
  'signing_keys',
  'usage_days',
  'usage_operations',
  'writer',
  migrationConfig.tableName,
  `${migrationConfig.tableName}_lock`,
];

/** Lists the tables of a database by name. */
export async function tablesOf(db: Db | Trx): Promise<string[]> {
  const names = isPostgres(db)
    ? db('information_schema.tables')
        .whereRaw(`table_schema = current_schema() and table_type = 'BASE TABLE'`)
        .pluck<string[]>('table_name')
    : db('sqlite_master')
        .where({ type: 'table' })
        .whereRaw("name not like 'sqlite!_%' escape '!'")
        .pluck<string[]>('name');
  return (await names).sort();
}

/** Counts the rows of each table, and reads the schema and the id. */
export async function readFacts(db: Db | Trx): Promise<Facts> {
  const names = await tablesOf(db);
  const tables: Record<string, number> = {};
  for (const name of names) {
    const row = await db(name).count({ n: '*' }).first<{ n: number | string }>();
    tables[name] = Number(row.n);
  }
  const last = await db(migrationConfig.tableName).orderBy('id', 'desc').first<{ name: string }>('name');
  const mark = names.includes('database_mark')
    ? await db('database_mark').first<{ mark: string } | undefined>('mark')
    : undefined;
  return { database_id: mark?.mark ?? null, schema: last.name, tables };
}

/** Returns the name of a table with data, if there is one. */
export async function firstFilled(db: Db): Promise<string | undefined> {
  for (const name of await tablesOf(db)) {
    if (!OWN.includes(name) && (await db(name).first(db.raw('1')))) return name;
  }
  return undefined;
}
