/**
 * Error codes of a server that is unreachable or ends a connection, from the system and from Postgres
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const CODES = /^(08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)$/;
/** Messages of `pg` that have no code; Knex puts the statement before them. */
const MESSAGES = /^(.* - )?(Connection terminated|Client has encountered a connection error)/;

/** Returns whether a statement failed because the connection to the database was lost. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return CODES.test(code);
  return typeof message === 'string' && MESSAGES.test(message);
}
