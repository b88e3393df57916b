import type { Db } from './open.ts';

/** Tells a database from another one at the same address. A copy of it, or one that was restored, has the same. */
export async function databaseMark(db: Db): Promise<string> {
  const { mark } = await db('database_mark').first<{ mark: string }>('mark');
  return mark;
}
