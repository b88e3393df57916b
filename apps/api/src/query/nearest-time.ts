import type { Db } from '@dossier/store';

/** A column of times or days that an index has in order, perhaps after the columns of `where`. */
export interface TimeColumn {
  table: string;
  column: string;
  where?: Record<string, string>;
}

/** Returns the newest time of a column before a time, or the oldest after a time. Reads one entry of an index. */
export async function nearestTime(
  db: Db,
  { table, column, where = {} }: TimeColumn,
  { before, after }: { before?: string; after?: string },
): Promise<string | undefined> {
  const query = db(table)
    .where(where)
    .orderBy(column, before === undefined ? 'asc' : 'desc');
  void (before === undefined ? query.where(column, '>', after!) : query.where(column, '<', before));
  return (await query.first<{ at: string } | undefined>({ at: column }))?.at;
}
