import { ConfigError } from '@dossier/shared';
import type { Db } from './open.ts';
import type { PgConnection } from './pg-connection.ts';
import { poolOf } from './pool.ts';

interface Connections {
  acquireConnection(): Promise<PgConnection>;
  releaseConnection(connection: PgConnection): Promise<void>;
}

/**
 * Connects to Postgres twice.
 * @throws ConfigError if both connections are one session: a pooler moves connections between sessions then, which loses
 *   prepared statements and limits
 */
export async function rejectPooler(db: Db): Promise<void> {
  const client = db.client as Connections;
  const connections = [await client.acquireConnection()];
  try {
    // A pool of one connection belongs to a check.
    if (poolOf(db).most > 1) connections.push(await client.acquireConnection());
    const sessions = new Set<number>();
    for (const connection of connections) {
      const { rows } = (await connection.query('select pg_backend_pid() as pid')) as {
        rows: [{ pid: number }];
      };
      if (sessions.has(rows[0].pid))
        throw new ConfigError(
          'A pooler in front of Postgres runs each transaction in another session. Set pool_mode=session in PgBouncer, or ' +
            'name Postgres itself in DATABASE_URL.',
        );
      sessions.add(rows[0].pid);
    }
  } finally {
    for (const connection of connections) await client.releaseConnection(connection);
  }
}
