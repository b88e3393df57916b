import { z } from 'zod';
import { isWebAddress, parseAddress } from './net/address.ts';
import { readPostgresAddress } from './net/postgres-address.ts';

/** An invalid setting, which stops startup. The message names the variable and the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

function checkPostgres(url: string, { addIssue }: { addIssue: (message: string) => void }): void {
  try {
    readPostgresAddress(url);
  } catch (error) {
    addIssue((error as Error).message);
  }
}
/** The address of a Postgres database. */
export const postgresUrl = z.string().superRefine(checkPostgres);
const databaseUrl = z
  .string()
  .regex(/^(sqlite:.|postgres(ql)?:\/\/)/, 'must be sqlite:<path> or postgres://<user>@<host>/<database>')
  .superRefine((url, context) => {
    if (!url.startsWith('sqlite:')) checkPostgres(url, context);
  });
const searchUrl = z
  .string()
  .regex(/^(sqlite:.+|https?:\/\/.+)$/, 'must be sqlite:<path> or http(s)://<host>');

function isPlainAddress(text: string): boolean {
  const url = isWebAddress(text) ? parseAddress(text) : undefined;
  return url !== undefined && url.username === '' && url.password === '';
}

/** The settings of the database and the search index, which all programs share. */
export const storageSettings = {
  DATABASE_URL: databaseUrl.default('sqlite:data/dossier.db'),
  SEARCH_URL: searchUrl.optional(),
  SEARCH_KEY: z.string().optional(),
  EMBEDDINGS_URL: z
    .string()
    .refine(isPlainAddress, 'must be http(s)://<host>/<path>, and the key goes into EMBEDDINGS_KEY')
    .optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must contain only letters, digits and punctuation of ASCII')
    .optional(),
  EMBEDDINGS_BUDGET: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a number of milliseconds from 1 to 99999')
    .transform(Number)
    .default(300),
};

/** The embeddings endpoint that the settings name, see `openSearch`. */
interface EmbeddingsConfig {
  url: string;
  model: string;
  key: string | undefined;
  /** How long a question waits for its vector, in milliseconds. */
  budget: number;
}

/** Returns the embeddings endpoint, if there is one. @throws ConfigError if the settings are incomplete */
function embeddingsOf(settings: {
  EMBEDDINGS_URL?: string | undefined;
  EMBEDDINGS_MODEL?: string | undefined;
  EMBEDDINGS_KEY?: string | undefined;
  EMBEDDINGS_BUDGET: number;
}): EmbeddingsConfig | undefined {
  const {
    EMBEDDINGS_URL: url,
    EMBEDDINGS_MODEL: model,
    EMBEDDINGS_KEY: key,
    EMBEDDINGS_BUDGET: budget,
  } = settings;
  if (url === undefined && model === undefined && key === undefined) return undefined;
  if (url === undefined || model === undefined) {
    throw new ConfigError('EMBEDDINGS_URL and EMBEDDINGS_MODEL belong together: set both or neither.');
  }
  return { url, model, key, budget };
}

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

/** Where a deployment keeps its data: what all of its programs share. */
export interface StorageConfig {
  databaseUrl: string;
  searchUrl: string;
  searchKey: string | undefined;
  /** Without it, search compares words only. */
  embeddings: EmbeddingsConfig | undefined;
}

/** Returns what the settings say of storage. @throws ConfigError if those of the embeddings are incomplete */
export const storageOf = (
  settings: Parameters<typeof searchUrlOf>[0] &
    Parameters<typeof embeddingsOf>[0] & { SEARCH_KEY?: string | undefined },
): StorageConfig => ({
  databaseUrl: settings.DATABASE_URL,
  searchUrl: searchUrlOf(settings),
  searchKey: settings.SEARCH_KEY,
  embeddings: embeddingsOf(settings),
});

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
