/** The modes of TLS, as in libpq (https://www.postgresql.org/docs/current/libpq-ssl.html). */
const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
const PARAMETERS = ['application_name', 'host', 'sslcert', 'sslkey', 'sslrootcert'] as const;

/** The decoded parts of the address of a Postgres database. What is absent is undefined. */
export interface PostgresAddress {
  user: string | undefined;
  password: string | undefined;
  /** A name, an address, or the folder of a socket. */
  host: string;
  port: number;
  database: string | undefined;
  sslMode: (typeof MODES)[number];
  parameters: Partial<Record<(typeof PARAMETERS)[number], string>>;
}

const FORM =
  /^postgres(?:ql)?:\/\/(?:([^:@/?#\s]*)(?::([^@/?#\s]*))?@)?(\[[\da-f:.]+\]|[^:@/?#\s]*)(?::(\d+))?(?:\/([^@/?#\s]*))?(?:\?([^@#\s]*))?$/i;
const RULE =
  'must be postgres://<user>:<password>@<host>:<port>/<database>. In user, password and database write @ as %40, / as ' +
  '%2F, ? as %3F, # as %23, % as %25 and a blank as %20';

/**
 * Reads `postgres://<user>:<password>@<host>:<port>/<database>?<parameters>`. Without `sslmode` it is `prefer`, as in libpq.
 * @throws Error with a message that contains no part of the address but the name of an unknown parameter
 */
export function readPostgresAddress(text: string): PostgresAddress {
  const parts = FORM.exec(text);
  if (!parts) throw new Error(RULE);
  const [user, password, host, , database] = parts.slice(1).map(decode);
  const { sslmode = 'prefer', ...parameters } = readParameters(parts[6] ?? '');
  const sslMode = MODES.find((mode) => mode === sslmode);
  if (!sslMode) throw new Error(`must have one of these values of sslmode: ${MODES.join(', ')}`);
  return {
    user,
    password,
    host: parameters.host ?? host?.replaceAll(/[[\]]/g, '') ?? 'localhost',
    port: Number(parts[4] ?? 5432),
    database,
    sslMode,
    parameters,
  };
}

function decode(part: string | undefined): string | undefined {
  try {
    return part ? decodeURIComponent(part) : undefined;
  } catch {
    throw new Error(RULE);
  }
}

function readParameters(query: string) {
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const known: readonly string[] = ['sslmode', ...PARAMETERS];
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown === undefined) return parameters as PostgresAddress['parameters'] & { sslmode?: string };
  const remedy = unknown === 'schema' ? '. Run instead: ALTER ROLE <user> SET search_path = <schema>' : '';
  throw new Error(`has the unknown parameter ${unknown}. Known are ${known.join(', ')}${remedy}`);
}
