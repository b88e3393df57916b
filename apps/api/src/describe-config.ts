import type { ApiConfig } from './config.ts';
import { parseAddress } from '@dossier/shared';
import type { RateLimit } from './http/limits/rate-limit.ts';

/**
 * Returns the settings for a log line: without keys, and addresses without user, password, query and fragment. It lists
 * settings by name, so that a new one is not logged by accident.
 */
export function describeConfig(config: ApiConfig): Record<string, unknown> {
  const { jwt, embeddings, admin, otlpEndpoint, brand } = config;
  return {
    database: placeOf(config.databaseUrl),
    ...(config.databaseReadUrl !== undefined && { read_database: placeOf(config.databaseReadUrl) }),
    search: placeOf(config.searchUrl),
    settings: {
      host: config.host,
      port: config.port,
      admin: admin ? `${admin.host}:${admin.port}` : 'off',
      traces: otlpEndpoint === undefined ? 'off' : placeOf(otlpEndpoint),
      workers: config.workers,
      max_in_flight: config.maxInFlight,
      max_in_flight_per_caller: config.maxInFlightPerCaller,
      connection_limits: config.connectionLimits,
      database_pool: config.databasePool,
      statement_seconds: config.statementSeconds,
      answer_cache_mb: config.answerCacheBytes / 1024 / 1024,
      drain_seconds: config.drainSeconds,
      rate_limits: limitsOf(config.rateLimits),
      request_limits: limitsOf(config.requestLimits && new Map(Object.entries(config.requestLimits))),
      trust_proxy: config.trustProxy,
      embeddings: embeddings ? { url: placeOf(embeddings.url), model: embeddings.model } : 'off',
      jwt: jwt ? { issuer: placeOf(jwt.issuer), audience: jwt.audience, keys: placeOf(jwt.jwksUrl) } : 'off',
      snapshots: { ...config.snapshots, everyMs: config.snapshots.everyMs ?? 'off' },
      backups: config.backups ? { ...config.backups, everyMs: config.backups.everyMs ?? 'off' } : 'off',
      webhook_allow: [
        ...config.webhookAllow.hosts,
        ...config.webhookAllow.networks.map(([ip, bits]) => `${ip.toString()}/${bits}`),
      ],
      brand: brand?.name ?? null,
      public_site: config.publicSite,
      log_level: config.logLevel,
    },
  };
}

/** Returns an address without its secrets. Of other text it returns only what is before the first `:`, `@`, `?` or `#`. */
export function placeOf(address: string): string {
  if (address.startsWith('sqlite:')) return address;
  // `user:password@host` is a URL too: its scheme is the user, and its path begins with the password.
  const parsed = /^[a-z][\w+.-]*:\/\//i.test(address) ? parseAddress(address) : undefined;
  if (parsed) return `${parsed.protocol}//${parsed.host}${parsed.pathname}`.replace(/\/$/, '');
  return address.split(/[:@?#]/)[0]!;
}

function limitsOf(limits: ReadonlyMap<string, RateLimit> | undefined): string {
  if (!limits) return 'off';
  return [...limits].map(([name, { tasks, seconds }]) => `${name}=${tasks}/${seconds}`).join(',');
}
