import { dirname, join, resolve } from 'node:path';
import { ConfigError, readEnvironment, storageOf, type StorageConfig } from '@dossier/shared';
import { isBucket } from '@dossier/store/files';
import type { WebhookAllow } from './webhooks/allow.ts';
import type { JwtConfig } from './http/auth/jwt.ts';
import type { ConnectionLimits } from './http/limits/connections.ts';
import type { RateLimits } from './http/limits/rate-limit.ts';
import type { RequestLimits } from './http/limits/request-limit.ts';
import { settings } from './settings.ts';

/** How long a request waits for a connection to a database. */
export const ACQUIRE_MS = 1000;

/** The operator, whom embeds name as their author. */
export interface Brand {
  name: string;
  /** An http(s) address. */
  url?: string;
}

export interface ApiConfig extends StorageConfig {
  port: number;
  host: string;
  /** The address of the admin port; undefined if it is off. */
  admin: { host: string; port: number } | undefined;
  /** The OTLP/HTTP collector of traces and metrics; undefined if none are sent. */
  otlpEndpoint: string | undefined;
  /** The public base address, without a trailing slash. Default: `http://localhost:<port>`. */
  publicUrl: string | undefined;
  /** The number of processes that answer requests. The limits below are those of each process. */
  workers: number;
  /** The requests in flight above which a process sheds load, and the most of one organization. */
  maxInFlight: number;
  maxInFlightPerCaller: number;
  connectionLimits: ConnectionLimits;
  /** A standby of the database that answers reads; undefined if the database answers them. */
  databaseReadUrl: string | undefined;
  /** The number of connections to Postgres, and how long a statement may run there. */
  databasePool: number;
  statementSeconds: number;
  /** The memory for cached answers, in bytes; 0 caches none. */
  answerCacheBytes: number;
  /** How long the process goes on accepting requests after SIGTERM, while `/ready` returns 503. */
  drainSeconds: number;
  /** Without an identity provider, `Bearer` credentials are rejected. */
  jwt: JwtConfig | undefined;
  /** If undefined, no plan has a limit. */
  rateLimits: RateLimits | undefined;
  /** If undefined, plain requests have no limit. */
  requestLimits: RequestLimits | undefined;
  /** The proxies whose `X-Forwarded-For` names the address of a client. */
  trustProxy: string[];
  /** The folder or the bucket of the snapshots, how often one is made (undefined for never), and how many are kept. */
  snapshots: { place: string; everyMs: number | undefined; keep: number };
  /** The same of the backups; undefined if the service makes none. */
  backups: { place: string; everyMs: number | undefined; keep: number } | undefined;
  /** The folder of the files that people load in the console. */
  uploadDir: string;
  /** The folder of the sample that test keys see. */
  testDir: string;
  /** The receivers of webhooks besides public ones. */
  webhookAllow: WebhookAllow;
  /** Without it, embeds name no author. */
  brand: Brand | undefined;
  /** Whether people may read the site without a key: search, the list of companies and what is new. */
  publicSite: boolean;
  logLevel: string;
}

/** Reads the settings of the API. @throws ConfigError that names the invalid variable */
export function readConfig(env: Record<string, string | undefined>): ApiConfig {
  const read = readEnvironment(settings, env);
  if (read.WORKERS > 1 && read.DATABASE_URL === 'sqlite::memory:')
    throw new ConfigError(
      'Workers cannot share a database in memory. Set WORKERS to 1, or change DATABASE_URL.',
    );
  if (read.SNAPSHOT_EVERY !== undefined && read.DATABASE_URL === 'sqlite::memory:')
    throw new ConfigError(
      'Snapshots of a database in memory cannot be made. Set SNAPSHOT_EVERY to off, or change DATABASE_URL.',
    );
  const snapshots = placeOf(read.SNAPSHOT_DIR ?? besideDatabase(read.DATABASE_URL, 'snapshots'));
  return {
    port: read.PORT,
    host: read.HOST,
    // Unlike other empty variables, this one does not mean the default: it disables the port.
    admin:
      read.ADMIN_PORT === undefined || env['ADMIN_PORT'] === ''
        ? undefined
        : { host: read.ADMIN_HOST, port: read.ADMIN_PORT },
    otlpEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    publicUrl: read.PUBLIC_URL,
    workers: read.WORKERS,
    maxInFlight: read.MAX_IN_FLIGHT,
    maxInFlightPerCaller: read.MAX_IN_FLIGHT_PER_CALLER,
    connectionLimits: read.CONNECTION_LIMITS,
    ...storageOf(read),
    databaseReadUrl: readReplica(read.DATABASE_URL, read.DATABASE_READ_URL),
    databasePool: read.DATABASE_POOL,
    statementSeconds: read.STATEMENT_SECONDS,
    answerCacheBytes: read.ANSWER_CACHE_MB * 1024 * 1024,
    drainSeconds: read.DRAIN_SECONDS,
    jwt: readJwt(read),
    rateLimits: read.RATE_LIMITS ?? undefined,
    requestLimits: read.REQUEST_LIMITS ?? undefined,
    trustProxy: read.TRUST_PROXY,
    snapshots: {
      place: snapshots,
      everyMs: read.SNAPSHOT_EVERY,
      keep: read.SNAPSHOT_KEEP,
    },
    uploadDir: resolve(read.UPLOAD_DIR ?? besideDatabase(read.DATABASE_URL, 'uploads')),
    testDir: resolve(read.TEST_DIR ?? besideDatabase(read.DATABASE_URL, 'test')),
    backups:
      read.BACKUP_TO === undefined
        ? undefined
        : { place: placeOf(read.BACKUP_TO), everyMs: read.BACKUP_EVERY, keep: read.BACKUP_KEEP },
    webhookAllow: read.WEBHOOK_ALLOW,
    brand: readBrand(read.EMBED_BRAND_NAME, read.EMBED_BRAND_URL),
    publicSite: read.PUBLIC_SITE,
    logLevel: read.LOG_LEVEL,
  };
}

/** Returns the address of a bucket as it is, and the path of a folder from the root. */
const placeOf = (place: string): string => (isBucket(place) ? place : resolve(place));

/** Returns a folder next to the database. */
const besideDatabase = (databaseUrl: string, name: string): string =>
  databaseUrl.startsWith('sqlite:') && databaseUrl !== 'sqlite::memory:'
    ? join(dirname(databaseUrl.slice('sqlite:'.length)), name)
    : join('data', name);

/** Returns DATABASE_READ_URL. @throws ConfigError on SQLite, which has no standby */
function readReplica(databaseUrl: string, readUrl: string | undefined): string | undefined {
  if (readUrl !== undefined && databaseUrl.startsWith('sqlite:')) {
    throw new ConfigError(
      'DATABASE_READ_URL needs a DATABASE_URL of Postgres. Change DATABASE_URL, or remove DATABASE_READ_URL.',
    );
  }
  return readUrl;
}

/** A link needs words, so an address alone is invalid. */
function readBrand(name: string | undefined, url: string | undefined): Brand | undefined {
  if (name === undefined && url !== undefined) {
    throw new ConfigError('EMBED_BRAND_URL needs EMBED_BRAND_NAME: set both, or the name alone.');
  }
  return name === undefined ? undefined : { name, ...(url !== undefined && { url }) };
}

/** Requires all three settings or none: fewer would leave part of a token unchecked. */
function readJwt(read: {
  JWT_ISSUER?: string | undefined;
  JWT_AUDIENCE?: string | undefined;
  JWT_JWKS_URL?: string | undefined;
  JWT_ORGANIZATION_CLAIM: string;
  JWT_PLAN_CLAIM: string;
}): JwtConfig | undefined {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS_URL: jwksUrl } = read;
  if (issuer === undefined && audience === undefined && jwksUrl === undefined) return undefined;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) {
    throw new ConfigError(
      'JWT_ISSUER, JWT_AUDIENCE and JWT_JWKS_URL belong together: set all three or none.',
    );
  }
  return {
    issuer,
    audience,
    jwksUrl,
    organizationClaim: read.JWT_ORGANIZATION_CLAIM,
    planClaim: read.JWT_PLAN_CLAIM,
  };
}
