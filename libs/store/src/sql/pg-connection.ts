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

/** The message of `pg` when a statement has had no answer for `query_timeout`; it has no code. */
export const READ_TIMEOUT = 'Query read timeout';

/**
 * Makes Knex drop a connection whose server has not answered in time. Otherwise the next statement on it would wait for
 * the answer to the previous one.
 */
export function dropSilent(connection: PgConnection): void {
  const query = connection.query.bind(connection);
  const drop = (error: unknown) => {
    if (!(error instanceof Error) || error.message !== READ_TIMEOUT) return;
    connection.__knex__disposed = error;
    connection.connection.stream.destroy();
  };
  connection.query = (...args) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const sent = query(...args);
      if (sent instanceof Promise) sent.catch(drop);
      return sent;
    }
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      drop(error);
      (callback as Callback)(error, result);
    });
  };
}
