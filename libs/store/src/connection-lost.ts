/**
 * Codes of a server that cannot be reached, or ends a connection: those of the system, and of Postgres
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const CODES = /^(08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)$/;
/** What `pg` says without a code, behind the statement that Knex names. */
const MESSAGES = /^(.* - )?(Connection terminated|Client has encountered a connection error)/;

/** Whether a statement failed since the server of the database is not there any more. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return CODES.test(code);
  return typeof message === 'string' && MESSAGES.test(message);
}
