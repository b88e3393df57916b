import { access, constants } from 'node:fs/promises';
import { isPostgres, type Db } from './open.ts';
import { databaseProblem } from './trouble.ts';

/** Returns why a database that answers would accept no writes, with the remedy; undefined if it accepts them. */
export async function writeProblem(db: Db): Promise<string | undefined> {
  if (isPostgres(db)) {
    const { rows } = await db.raw<{ rows: [{ setting: string }] }>(
      "select current_setting('transaction_read_only') as setting",
    );
    return rows[0].setting === 'on' ? databaseProblem({ code: '25006' }) : undefined;
  }
  const { filename } = (db.client as { config: { connection: { filename: string } } }).config.connection;
  return filename === ':memory:'
    ? undefined
    : access(filename, constants.W_OK).then(() => undefined, databaseProblem);
}
