import { migrate } from '../schema/migrate.ts';
import { migrations } from '../schema/migrations/index.ts';
import type { Db } from '../sql/open.ts';

/** Runs work in a version of this program that has one more migration, `9999-next`. */
export async function asNextVersion<T>(up: (db: Db) => Promise<void>, work: () => Promise<T>): Promise<T> {
  migrations.push(['9999-next', { up }]);
  try {
    return await work();
  } finally {
    migrations.pop();
  }
}

/** Applies every migration, and then one of a newer version of the program, with the name `9999-next`. */
export const migrateFurther = (db: Db, up: (db: Db) => Promise<void>): Promise<unknown> =>
  asNextVersion(up, () => migrate(db));
