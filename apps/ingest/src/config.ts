import { readEnvironment, storageSettings } from '@dossier/shared';

export interface IngestConfig {
  databaseUrl: string;
  searchUrl: string;
  searchKey: string | undefined;
}

/** Reads the settings of ingest. @throws ConfigError that names the wrong variable */
export function readConfig(env: Record<string, string | undefined>): IngestConfig {
  const read = readEnvironment(storageSettings, env);
  return { databaseUrl: read.DATABASE_URL, searchUrl: read.SEARCH_URL, searchKey: read.SEARCH_KEY };
}
