import type { Db } from '@dossier/store';

/**
 * Runs `work`, and returns its result and the SQL statements that `db` was sent meanwhile. The look-ups of the caller and
 * of signing keys are left out: they are repeated after a commit, on Postgres also after a commit to another test's
 * database, so that their number depends on what runs beside.
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
