import { dirname, join, resolve } from 'node:path';
import {
  ConfigError,
  postgresUrl,
  readEnvironment,
  storageOf,
  storageSettings,
  type StorageConfig,
} from '@dossier/shared';
import { apiPlans } from '@dossier/store';
import { isBucket } from '@dossier/store/files';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseWebhookAllow, type WebhookAllow } from './webhooks/allow.ts';
import type { JwtConfig } from './http/auth/jwt.ts';
import { parseConnectionLimits, type ConnectionLimits } from './http/limits/connections.ts';
import { parseRateLimits, type RateLimits } from './http/limits/rate-limit.ts';
import { parseRequestLimits, type RequestLimits } from './http/limits/request-limit.ts';

const OFF = 'off';
/** Enough for a partner's server, and far less than what one process answers. */
const DEFAULT_LIMITS = {
  plans: 'Platforms=6000/60,Funds=3000/60',
  requests: 'key=6000/60,address=6000/60',
  connections: 'process=2000,address=500',
};

/** Milliseconds. */
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
type Unit = keyof typeof UNITS;

/** Returns whether a text names proxies in a form that Express accepts. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text) || ipaddr.isValid(text)) return true;
  try {
    ipaddr.parseCIDR(text);
    return true;
  } catch {
    return false;
  }
}

/** A whole number from `least` to `most`. */
const count = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message);
};

/** A folder, or the address of a bucket. */
const place = z
  .string()
  .refine(
    (text) => !isBucket(text) || /^s3:\/\/[^/?#@:]+/i.test(text),
    'must name a bucket: s3://bucket, or s3://bucket/folder',
  );

/** How often to do something; undefined for never. */
const every = (usually: string) =>
  z
    .string()
    .regex(/^(off|[1-9]\d{0,3}[mhd])$/, 'must be off, or a time such as 30m, 24h or 7d')
    .default(usually)
    .transform((text) => (text === OFF ? undefined : Number(text.slice(0, -1)) * UNITS[text.at(-1) as Unit]));

const settings = {
  ...storageSettings,
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port from 0 to 65535')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: z
    .string()
    .regex(/^(off|\d{1,5})$/, 'must be off, or a port from 0 to 65535')
    // The port of OpenTelemetry's own page of metrics.
    .default('9464')
    .transform((text) => (text === OFF ? undefined : Number(text)))
    .refine((port) => port === undefined || port <= 65_535, 'must be off, or a port from 0 to 65535'),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .optional(),
  WORKERS: count(1, 64).default(1),
  MAX_IN_FLIGHT: count(1, 100_000).default(128),
  MAX_IN_FLIGHT_PER_CALLER: count(1, 100_000).default(8),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_POOL: count(1, 1000).default(10),
  STATEMENT_SECONDS: count(1, 3600).default(5),
  ANSWER_CACHE_MB: count(0, 100_000).default(64),
  DRAIN_SECONDS: count(0, 600).default(3),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/, 'must be an http(s) address without query or fragment')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  JWT_JWKS_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  JWT_ORGANIZATION_CLAIM: z.string().default('organization'),
  JWT_PLAN_CLAIM: z.string().default('plan'),
  RATE_LIMITS: z
    .string()
    .default(DEFAULT_LIMITS.plans)
    .transform((text, context) => {
      if (text === OFF) return undefined;
      const limits = parseRateLimits(text);
      const wrong = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      if (!limits)
        return wrong(
          `must be off, or <plan>=<tasks>/<seconds>, several joined by commas: ${DEFAULT_LIMITS.plans}`,
        );
      const known: readonly string[] = apiPlans;
      const unknown = [...limits.keys()].find((plan) => !known.includes(plan));
      if (unknown !== undefined)
        return wrong(`there is no plan ${unknown}; the plans are ${known.join(' and ')}`);
      return limits;
    }),
  REQUEST_LIMITS: z
    .string()
    .default(DEFAULT_LIMITS.requests)
    .transform((text, context) => {
      const limits = text === OFF ? undefined : parseRequestLimits(text);
      if (limits || text === OFF) return limits;
      context.addIssue({
        code: 'custom',
        message: `must be off, or limits by key and address: ${DEFAULT_LIMITS.requests}`,
      });
      return z.NEVER;
    }),
  CONNECTION_LIMITS: z
    .string()
    .default(DEFAULT_LIMITS.connections)
    .transform((text, context) => {
      const limits = parseConnectionLimits(text);
      if (limits) return limits;
      context.addIssue({
        code: 'custom',
        message: `must be limits of the process and of each address: ${DEFAULT_LIMITS.connections}`,
      });
      return z.NEVER;
    }),
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (proxies) => proxies.every(isProxy),
      'must be addresses, networks (10.0.0.0/8), or the words loopback, linklocal and uniquelocal, joined by commas',
    ),
  EMBED_BRAND_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(60, 'must have at most 60 characters')
    .optional(),
  EMBED_BRAND_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  SNAPSHOT_DIR: place.optional(),
  SNAPSHOT_EVERY: every(OFF),
  SNAPSHOT_KEEP: count(1, 1000).default(3),
  UPLOAD_DIR: z.string().optional(),
  TEST_DIR: z.string().optional(),
  BACKUP_TO: place.optional(),
  BACKUP_EVERY: every('24h'),
  BACKUP_KEEP: count(1, 1000).default(7),
  WEBHOOK_ALLOW: z
    .string()
    .default('')
    .transform((text, context) => {
      const allow = parseWebhookAllow(text);
      if (allow) return allow;
      const message = 'must be hosts and networks, joined by commas: receiver.internal,10.0.0.0/8';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  PUBLIC_SITE: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((text) => text === 'on'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .default('info'),
};

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
    rateLimits: read.RATE_LIMITS,
    requestLimits: read.REQUEST_LIMITS,
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
