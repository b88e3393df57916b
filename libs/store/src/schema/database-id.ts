import type { Db } from '../sql/open.ts';

/**
 * Returns the id of a database, which a search index stores to know whose entries it holds. A copy or a restored backup
 * has the same id.
 */
export async function databaseId(db: Db): Promise<string> {
  const { mark } = await db('database_mark').first<{ mark: string }>('mark');
  return mark;
}
