import { isPostgres, type Db } from './open.ts';

/**
 * Makes SQLite keep the journals of statements in memory: the pages that a statement changes, as they were before it. By
 * default, SQLite writes them to a temporary file, which takes CPU time. Statements then also sort in memory, so call the
 * returned function after the load. Call both outside of transactions. Does nothing on Postgres.
 */
export async function keepJournals(db: Db): Promise<() => Promise<void>> {
  const store = async (place: string) => {
    if (!isPostgres(db)) await db.raw(`pragma temp_store = ${place}`);
  };
  await store('memory');
  return () => store('default');
}
