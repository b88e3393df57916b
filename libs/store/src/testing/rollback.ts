import { migrationConfig } from '../migration-config.ts';
import type { Db } from '../open.ts';

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
