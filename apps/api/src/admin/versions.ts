import { describeVersion, type Program } from '@dossier/shared';
import { serverVersion } from '@dossier/search';
import { inDatabase, postgresVersion } from '@dossier/store';
import type { Logger } from 'pino';
import { ACQUIRE_MS, type ApiConfig } from '../config.ts';

type Versions = Partial<Record<Program, string | undefined>>;

/** Returns the version of Node.js and of each server of a deployment; undefined for one that does not report it. */
export async function findVersions({ databaseUrl, searchUrl, searchKey }: ApiConfig): Promise<Versions> {
  const isFile = (url: string) => url.startsWith('sqlite:');
  const [database, search] = await Promise.all([
    isFile(databaseUrl)
      ? {}
      : inDatabase(databaseUrl, { pool: 1, acquireMs: ACQUIRE_MS }, postgresVersion)
          .catch(() => undefined)
          .then((Postgres) => ({ Postgres })),
    isFile(searchUrl)
      ? {}
      : serverVersion(searchUrl, { key: searchKey }).then((Meilisearch) => ({ Meilisearch })),
  ]);
  return { 'Node.js': process.versions.node, ...database, ...search };
}

/** Returns a sentence about each version, and whether the tests ran on it. */
export const describeVersions = (versions: Versions): ReturnType<typeof describeVersion>[] =>
  Object.entries(versions).map(([program, version]) => describeVersion(program as Program, version));

/** Returns the versions of a deployment, and logs a warning for each one that was not tested. */
export async function reportVersions(config: ApiConfig, logger: Logger): Promise<Versions> {
  const versions = await findVersions(config);
  for (const { isTested, message } of describeVersions(versions)) if (!isTested) logger.warn(message);
  return versions;
}
