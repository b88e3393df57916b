import type { Db } from './open.ts';

/** Returns the version of a Postgres server, such as 18.4. */
export async function postgresVersion(db: Db): Promise<string> {
  const { rows } = await db.raw<{ rows: [{ server_version: string }] }>('show server_version');
  // A distribution adds its own: 15.18 (Debian 15.18-1).
  return rows[0].server_version.split(' ')[0]!;
}
