import { migrationConfig } from '../schema/migration-config.ts';
import type { Db } from '../sql/open.ts';

/** Undoes every migration. */
export async function rollbackAll(db: Db): Promise<void> {
  await db.migrate.rollback(migrationConfig, true);
}

/** Undoes the last migration, which leaves the schema of an older program. */
export async function rollbackLast(db: Db): Promise<void> {
  await db.migrate.down(migrationConfig);
}

/** Undoes the migrations after the one with that name. */
export async function rollbackTo(db: Db, name: string): Promise<void> {
  while ((await db('migrations').orderBy('id', 'desc').first<{ name: string }>('name')).name !== name)
    await rollbackLast(db);
}

/** Applies every migration, and then one of a newer version of the program, with the name `9999-next`. */
export async function migrateFurther(db: Db, up: (db: Db) => Promise<void>): Promise<void> {
  const { migrationSource } = migrationConfig;
  const next = { name: '9999-next', migration: { up, down: async () => {} } };
  const getMigrations = async () => [...(await migrationSource.getMigrations()), next];
  await db.migrate.latest({ ...migrationConfig, migrationSource: { ...migrationSource, getMigrations } });
}
