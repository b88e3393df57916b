import { createHash } from 'node:crypto';
import { fail } from '@dossier/shared';
import type { Caller } from '@dossier/store';
import ipaddr from 'ipaddr.js';
import { credentialOf } from '../auth/auth.ts';
import { exceeded, parseRateLimits, type RateLimit } from './rate-limit.ts';
import type { Windows } from './windows.ts';

/** The limits of plain requests, whatever their response. */
export interface RequestLimits {
  key?: RateLimit | undefined;
  address?: RateLimit | undefined;
}

export interface RequestLimiter {
  /** Counts a request of an address. @throws 429 */
  countAddress(address: string | undefined, now: Date): void;
  /** Counts a request of a key, or of the organization behind a JWT or a session. @throws 429 */
  countKey(authorization: string | undefined, caller: Caller, now: Date): void;
}

/** Returns a limiter of requests by key and by address. */
export function requestLimiter({ key, address }: RequestLimits, windows: Windows): RequestLimiter {
  const count = (policy: 'key' | 'address', id: string, limit: RateLimit, now: Date) => {
    const { used, wait, add } = windows.at(
      `${policy} ${limit.tasks}/${limit.seconds} ${id}`,
      limit.seconds * 1000,
      now,
    );
    if (used >= limit.tasks) {
      const source = policy === 'key' ? 'API key' : policy;
      throw exceeded(fail('request_limit', { source, seconds: wait }), policy, limit, wait);
    }
    add(1);
  };
  return {
    countAddress: (from, now) => {
      const network = address && networkOf(from);
      if (network !== undefined) count('address', network, address!, now);
    },
    countKey: (authorization, caller, now) => {
      if (key) count('key', idOf(authorization, caller), key, now);
    },
  };
}

/**
 * Returns a part of the hash of a key. The tokens of an identity provider change, so those count by organization, as its
 * sessions do.
 */
function idOf(authorization: string | undefined, { organization }: Caller): string {
  const { scheme, credential } = credentialOf(authorization);
  if (scheme !== 'token') return `of ${organization}`;
  return createHash('sha256').update(credential).digest('base64url').slice(0, 22);
}

/** An address with a port, as some proxies write it: `[2001:db8::1]:5123`, `203.0.113.7:5123`. */
const WITH_PORT = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/;

/**
 * Returns the network that an address counts for: itself, or the /56 of an IPv6 address. That is the smallest network that
 * providers should give a customer (RIPE-690), so customers share no window, and one with a /48 has 256. All texts that are
 * no address count together. Loopback has no limit: behind a proxy that hides the addresses, all requests come from there.
 */
function networkOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  const bare = v6 ?? v4 ?? address;
  if (!ipaddr.isValid(bare)) return 'unknown';
  // An IPv4 address that reaches an IPv6 socket is `::ffff:192.0.2.1`.
  const ip = ipaddr.process(bare);
  if (ip.range() === 'loopback') return undefined;
  return 'parts' in ip ? `${ip.toByteArray().slice(0, 7).join('.')}/56` : ip.toString();
}

/** Parses `key=6000/60,address=6000/60`: requests per seconds. Returns undefined for an invalid text. */
export function parseRequestLimits(text: string): RequestLimits | undefined {
  const limits = parseRateLimits(text);
  const known = ['key', 'address'];
  if (!limits || [...limits.keys()].some((name) => !known.includes(name))) return undefined;
  return Object.fromEntries(limits);
}
