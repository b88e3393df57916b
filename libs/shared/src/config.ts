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
  SEARCH_URL: searchUrl.default('sqlite:data/search.db'),
  SEARCH_KEY: z.string().optional(),
};

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
