import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { ConfigError, readPostgresAddress, type PostgresAddress } from '@dossier/shared';

/** The settings of a connection of `pg`. */
interface PgSettings {
  user: string | undefined;
  password: string | undefined;
  host: string;
  port: number;
  database: string | undefined;
  application_name: string;
  ssl: false | ConnectionOptions;
}

/**
 * Returns a function that returns the settings of a connection to the address.
 * @param answerMs how long the server may take to say whether it offers TLS
 * @throws ConfigError if the address is invalid or names a file that cannot be read
 */
export function postgresConnection(url: string, answerMs: number): () => Promise<PgSettings> {
  const address = readAddress(url);
  const { user, password, host, port, database, sslMode, parameters } = address;
  const ssl = tlsOf(address);
  return async () => ({
    user,
    password,
    host,
    port,
    database,
    application_name: parameters.application_name ?? 'dossier',
    ssl: isOptional(sslMode) && !(await offersTls(host, port, answerMs)) ? false : ssl,
  });
}

function readAddress(url: string): PostgresAddress {
  try {
    return readPostgresAddress(url);
  } catch (error) {
    throw new ConfigError(`The address of the database ${(error as Error).message}.`);
  }
}

/** Whether a mode uses TLS only if the server offers it. libpq begins `allow` without; nobody loses by beginning with it. */
const isOptional = (mode: PostgresAddress['sslMode']): boolean => mode === 'prefer' || mode === 'allow';

/** Returns how TLS checks the server. As in libpq, `require` checks the certificate only against a given root. */
function tlsOf({ sslMode, parameters }: PostgresAddress): false | ConnectionOptions {
  if (sslMode === 'disable') return false;
  const { sslcert, sslkey, sslrootcert } = parameters;
  const own = { ...(sslcert && { cert: read(sslcert) }), ...(sslkey && { key: read(sslkey) }) };
  const root = sslrootcert && sslrootcert !== 'system' ? { ca: read(sslrootcert) } : {};
  if (sslMode === 'verify-full' || sslrootcert === 'system') return { ...own, ...root };
  const checksRoot = sslMode === 'verify-ca' || (sslMode === 'require' && sslrootcert !== undefined);
  if (checksRoot) return { ...own, ...root, checkServerIdentity: () => undefined };
  return { ...own, rejectUnauthorized: false };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `The file ${path}, which the address of the database names, cannot be read (${code}).`,
    );
  }
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html: SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Returns whether a server offers TLS. @throws if it does not answer */
async function offersTls(host: string, port: number, answerMs: number): Promise<boolean> {
  // Sockets of the system have no TLS.
  if (host.startsWith('/')) return false;
  const socket: Socket = connect({ host, port });
  socket.setTimeout(answerMs, () => socket.destroy(new Error('timeout expired')));
  try {
    socket.write(SSL_REQUEST);
    const closed = once(socket, 'close').then(() => Promise.reject(new Error('Connection terminated')));
    const [answer] = (await Promise.race([once(socket, 'data'), closed])) as [Buffer];
    return answer.toString('latin1', 0, 1) === 'S';
  } finally {
    socket.destroy();
  }
}
