import { postgresUrl, storageSettings } from '@dossier/shared';
import { apiPlans } from '@dossier/store';
import { isBucket } from '@dossier/store/files';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseWebhookAllow } from './webhooks/allow.ts';
import { parseConnectionLimits } from './http/limits/connections.ts';
import { parseRateLimits } from './http/limits/rate-limit.ts';
import { parseRequestLimits } from './http/limits/request-limit.ts';

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

/** A text of a form of its own. @param parse returns undefined for another one */
const parsed = <T>(usual: string, parse: (text: string) => T | undefined, message: string) =>
  z
    .string()
    .default(usual)
    .transform((text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** Returns a parser that also accepts `off`, as null. */
const orOff =
  <T>(parse: (text: string) => T | undefined) =>
  (text: string): T | null | undefined =>
    text === OFF ? null : parse(text);

/** How often to do something; undefined for never. */
const every = (usually: string) =>
  z
    .string()
    .regex(/^(off|[1-9]\d{0,3}[mhd])$/, 'must be off, or a time such as 30m, 24h or 7d')
    .default(usually)
    .transform((text) => (text === OFF ? undefined : Number(text.slice(0, -1)) * UNITS[text.at(-1) as Unit]));

/** The variables of the API, with their defaults and what they must be. */
export const settings = {
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
  RATE_LIMITS: parsed(
    DEFAULT_LIMITS.plans,
    orOff(parseRateLimits),
    `must be off, or <plan>=<tasks>/<seconds>, several joined by commas: ${DEFAULT_LIMITS.plans}`,
  ).superRefine((limits, context) => {
    const known: readonly string[] = apiPlans;
    const unknown = [...(limits?.keys() ?? [])].find((plan) => !known.includes(plan));
    if (unknown === undefined) return;
    const message = `there is no plan ${unknown}; the plans are ${known.join(' and ')}`;
    context.addIssue({ code: 'custom', message });
  }),
  REQUEST_LIMITS: parsed(
    DEFAULT_LIMITS.requests,
    orOff(parseRequestLimits),
    `must be off, or limits by key and address: ${DEFAULT_LIMITS.requests}`,
  ),
  CONNECTION_LIMITS: parsed(
    DEFAULT_LIMITS.connections,
    parseConnectionLimits,
    `must be limits of the process and of each address: ${DEFAULT_LIMITS.connections}`,
  ),
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
  WEBHOOK_ALLOW: parsed(
    '',
    parseWebhookAllow,
    'must be hosts and networks, joined by commas: receiver.internal,10.0.0.0/8',
  ),
  PUBLIC_SITE: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((text) => text === 'on'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .default('info'),
};
