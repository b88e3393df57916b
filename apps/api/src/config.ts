import { readEnvironment, storageSettings } from '@dossier/shared';
import { z } from 'zod';

const settings = {
  ...storageSettings,
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port from 0 to 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/, 'must be an http(s) address without query or fragment')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
};

export interface ApiConfig {
  port: number;
  host: string;
  /** How the outside addresses this service, without a slash at the end. Absent: `http://localhost:<port>`. */
  publicUrl: string | undefined;
  databaseUrl: string;
  searchUrl: string;
  searchKey: string | undefined;
  logLevel: string;
}

/** Reads the settings of the API. @throws ConfigError that names the wrong variable */
export function readConfig(env: Record<string, string | undefined>): ApiConfig {
  const read = readEnvironment(settings, env);
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    databaseUrl: read.DATABASE_URL,
    searchUrl: read.SEARCH_URL,
    searchKey: read.SEARCH_KEY,
    logLevel: read.LOG_LEVEL,
  };
}
