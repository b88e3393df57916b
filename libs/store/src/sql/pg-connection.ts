import type { Silence } from '@dossier/shared';

/** The part of a connection of `pg` that the store uses. */
export interface PgConnection {
  query(...args: unknown[]): unknown;
  end(): Promise<void>;
  /** Returns the function that reads the text of a value of this type. */
  getTypeParser(type: number, format: 'text'): (text: string) => unknown;
  /** Knex replaces a connection that has this. */
  __knex__disposed?: unknown;
  connection: { stream: { destroy(): void } };
}
type Callback = (error: unknown, result: unknown) => void;

/** The code of Postgres for a server that accepts no connections now. */
const SILENT = '57P03';

/** The message of `pg` when a statement has had no answer for `query_timeout`; it has no code. */
export const READ_TIMEOUT = 'Query read timeout';

/**
 * Makes Knex drop a connection whose server has not answered in time. Otherwise the next statement on it would wait for
 * the answer to the previous one. If the server is silent, its statements fail at once.
 */
export function dropSilent(connection: PgConnection, silence: Silence | undefined): void {
  const query = connection.query.bind(connection);
  const drop = (reason: unknown) => {
    connection.__knex__disposed = reason;
    connection.connection.stream.destroy();
  };
  const end = (ended: () => void, error: unknown) => {
    ended();
    if (error instanceof Error && error.message === READ_TIMEOUT) drop(error);
  };
  connection.query = (...args) => {
    const ended = silence?.during(() => drop('silent')) ?? (() => {});
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const sent = query(...args);
      Promise.resolve(sent).then(ended, (error: unknown) => end(ended, error));
      return sent;
    }
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      end(ended, error);
      (callback as Callback)(error, result);
    });
  };
}

/** Makes a pool return no connection while the server is silent. */
export function rejectSilent(pool: { acquireConnection(): Promise<unknown> }, silence: Silence): void {
  const acquire = pool.acquireConnection.bind(pool);
  pool.acquireConnection = async () => {
    if (silence.isSilent()) throw Object.assign(new Error('The database does not answer.'), { code: SILENT });
    return acquire();
  };
}
