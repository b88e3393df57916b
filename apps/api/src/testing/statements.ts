import type { Db } from '@dossier/store';

/** The look-ups of what is committed, of callers and of signing keys, which are repeated after each commit. */
export const REPEATED = /pg_current_snapshot|api_keys|signing_keys/;

/**
 * Runs `work`, and returns its result and the SQL statements that were sent to `db` meanwhile. Leaves out look-ups that are
 * repeated after each commit. On Postgres, their number depends on other tests: a commit to any database repeats them.
 */
export async function statementsOf<Result>(
  db: Db,
  work: () => Promise<Result>,
): Promise<{ result: Result; sent: string[] }> {
  const sent: string[] = [];
  const keep = ({ sql }: { sql: string }) => void (REPEATED.test(sql) || sent.push(sql));
  db.on('query', keep);
  try {
    return { result: await work(), sent };
  } finally {
    db.removeListener('query', keep);
  }
}
