import { z } from 'zod';

/** A setting whose value stops the start. Its message is one sentence that names the variable and the remedy. */
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

/** The settings of the two ports, which every program reads alike. */
export const storageSettings = {
  DATABASE_URL: databaseUrl.default('sqlite:data/dossier.db'),
  SEARCH_URL: searchUrl.optional(),
  SEARCH_KEY: z.string().optional(),
};

/**
 * Where the search is: as it is told; else in a file that belongs to the database alone, for two databases in one index
 * would each take the other's entries for their own. `sqlite:data/dossier.db` has `sqlite:data/dossier.search.db`,
 * and the Postgres database `dossier` has `sqlite:data/dossier.postgres.search.db`.
 */
export function searchUrlOf(settings: { DATABASE_URL: string; SEARCH_URL?: string | undefined }): string {
  const { DATABASE_URL: database, SEARCH_URL: told } = settings;
  if (told !== undefined) return told;
  if (database === 'sqlite::memory:') return database;
  if (database.startsWith('sqlite:')) return `${database.replace(/\.db$/, '')}.search.db`;
  const [, name = 'postgres'] = /^[^:]+:\/\/[^/]*\/([^?]+)/.exec(database) ?? [];
  return `sqlite:data/${name.replaceAll(/[^\w-]/g, '_')}.postgres.search.db`;
}

/**
 * Reads the environment once. An empty variable counts as absent.
 * @throws ConfigError with a sentence that names the first wrong variable.
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
  throw new ConfigError(`The environment variable ${name} is wrong${shown}: ${issue.message}.`);
}
