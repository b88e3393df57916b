import { ask, preparedQueries, type Db } from '@dossier/store';

/** A column of times or days that an index has in order, perhaps after the columns of `where`. */
export interface TimeColumn {
  table: string;
  column: string;
  where?: Record<string, string>;
}

interface Form extends Pick<TimeColumn, 'table' | 'column'> {
  /** The columns of `where`. */
  columns: string[];
  isBefore: boolean;
}

const nearest = preparedQueries<Form, Record<string, string>, { at: string }>(
  (db, param, { table, column, columns, isBefore }) =>
    db(table)
      .where(Object.fromEntries(columns.map((name) => [name, param(name)])))
      .where(column, isBefore ? '<' : '>', param('limit'))
      .orderBy(column, isBefore ? 'desc' : 'asc')
      .limit(1)
      .select({ at: column }),
);

/** Returns the newest time of a column before a time, or the oldest after a time. Reads one entry of an index. */
export async function nearestTime(
  db: Db,
  { table, column, where = {} }: TimeColumn,
  { before, after }: { before?: string; after?: string },
): Promise<string | undefined> {
  const form = { table, column, columns: Object.keys(where), isBefore: before !== undefined };
  const [row] = await ask(db, nearest(form), { ...where, limit: (before ?? after)! });
  return row?.at;
}
