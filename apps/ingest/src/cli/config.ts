import {
  embeddingsOf,
  readEnvironment,
  searchUrlOf,
  storageSettings,
  type EmbeddingsConfig,
} from '@dossier/shared';
import { z } from 'zod';

const settings = { ...storageSettings, EDGAR_CONTACT: z.string().optional() };

export interface IngestConfig {
  databaseUrl: string;
  searchUrl: string;
  searchKey: string | undefined;
  /** Without it, search compares words only. */
  embeddings: EmbeddingsConfig | undefined;
  /** Name and e-mail address that `edgar` sends to the SEC. */
  edgarContact: string | undefined;
}

/** Reads the settings of ingest. @throws ConfigError that names the invalid variable */
export function readConfig(env: Record<string, string | undefined>): IngestConfig {
  const read = readEnvironment(settings, env);
  return {
    databaseUrl: read.DATABASE_URL,
    searchUrl: searchUrlOf(read),
    searchKey: read.SEARCH_KEY,
    embeddings: embeddingsOf(read),
    edgarContact: read.EDGAR_CONTACT,
  };
}
