import { z } from 'zod';

/** An invalid setting, which stops startup. The message names the variable and the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const databaseUrl = z
  .string()
  .regex(
    /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
    'must be sqlite:<path> or postgres://<user>@<host>/<database>',
  );
const searchUrl = z
  .string()
  .regex(/^(sqlite:.+|https?:\/\/.+)$/, 'must be sqlite:<path> or http(s)://<host>');

/** The settings of the database and the search index, which all programs share. */
export const storageSettings = {
  DATABASE_URL: databaseUrl.default('sqlite:data/dossier.db'),
  SEARCH_URL: searchUrl.optional(),
  SEARCH_KEY: z.string().optional(),
};

/**
 * Returns SEARCH_URL. The default is a file named after the database, because two databases cannot share an index:
 * `sqlite:data/dossier.search.db` for `sqlite:data/dossier.db`, and `sqlite:data/dossier.postgres.search.db` for the
 * Postgres database `dossier`.
 */
export function searchUrlOf(settings: { DATABASE_URL: string; SEARCH_URL?: string | undefined }): string {
  const { DATABASE_URL: database, SEARCH_URL: search } = settings;
  if (search !== undefined) return search;
  if (database === 'sqlite::memory:') return database;
  if (database.startsWith('sqlite:')) return `${database.replace(/\.db$/, '')}.search.db`;
  const [, name = 'postgres'] = /^[^:]+:\/\/[^/]*\/([^?]+)/.exec(database) ?? [];
  return `sqlite:data/${name.replaceAll(/[^\w-]/g, '_')}.postgres.search.db`;
}

/**
 * Reads the environment. An empty variable counts as absent.
 * @throws ConfigError that names the first invalid variable
 */
export function readEnvironment<S extends z.ZodRawShape>(shape: S, env: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.keys(shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const name = String(issue.path[0]);
  const secret = /KEY|SECRET|PASSWORD|_URL$/.test(name);
  const shown = secret ? '' : ` (it is "${env[name]}")`;
  throw new ConfigError(`The environment variable ${name} is invalid${shown}: ${issue.message}.`);
}
