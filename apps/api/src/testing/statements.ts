import type { Db } from '@dossier/store';

/**
 * Runs `work`, and returns its result and the SQL statements that were sent to `db` meanwhile. Leaves out the look-ups of
 * the caller and of signing keys: they are repeated after each commit, on Postgres even after a commit to another test's
 * database. Their number therefore depends on other tests.
 */
export async function statementsOf<Result>(
  db: Db,
  work: () => Promise<Result>,
): Promise<{ result: Result; sent: string[] }> {
  const sent: string[] = [];
  const keep = ({ sql }: { sql: string }) => void (/api_keys|signing_keys/.test(sql) || sent.push(sql));
  db.on('query', keep);
  try {
    return { result: await work(), sent };
  } finally {
    db.removeListener('query', keep);
  }
}
