import { readEnvironment, storageOf, storageSettings, type StorageConfig } from '@dossier/shared';
import { z } from 'zod';

const settings = { ...storageSettings, EDGAR_CONTACT: z.string().optional() };

export interface IngestConfig extends StorageConfig {
  /** Name and e-mail address that `edgar` sends to the SEC. */
  edgarContact: string | undefined;
}

/** Reads the settings of ingest. @throws ConfigError that names the invalid variable */
export function readConfig(env: Record<string, string | undefined>): IngestConfig {
  const read = readEnvironment(settings, env);
  return { ...storageOf(read), edgarContact: read.EDGAR_CONTACT };
}
