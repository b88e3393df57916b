import type { Db } from '@dossier/store';

/**
 * Runs `work`, and returns its result and the SQL statements that `db` was sent meanwhile. The look-up of the caller is left out: it is repeated after
 * every commit, on Postgres also after a commit to another test's database, so that its number depends on what runs beside.
 */
export async function statementsOf<Result>(
  db: Db,
  work: () => Promise<Result>,
): Promise<{ result: Result; sent: string[] }> {
  const sent: string[] = [];
  const keep = ({ sql }: { sql: string }) => void (sql.includes('api_keys') || sent.push(sql));
  db.on('query', keep);
  try {
    return { result: await work(), sent };
  } finally {
    db.removeListener('query', keep);
  }
}
