import { fail } from '@dossier/shared';
import type { Caller } from '@dossier/store';
import { networkOf } from './network.ts';
import { exceeded, parseRateLimits, type RateLimit } from './rate-limit.ts';
import type { Windows } from '../windows.ts';

/** The limits of plain requests, whatever their response. */
export interface RequestLimits {
  key?: RateLimit | undefined;
  address?: RateLimit | undefined;
}

export interface RequestLimiter {
  limits: RequestLimits;
  /** Counts a request of an address. @throws 429 */
  countAddress(address: string | undefined, now: Date): void;
  /** Counts a request with a key or with a session that the key began, or of the organization of a JWT. @throws 429 */
  countKey(caller: Caller, now: Date): void;
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
    limits: { key, address },
    countAddress: (from, now) => {
      const network = address && networkOf(from);
      if (network !== undefined) count('address', network, address!, now);
    },
    // The tokens of an identity provider change, so those count by organization.
    countKey: (caller, now) => {
      if (key) count('key', caller.key ?? `of ${caller.organization}`, key, now);
    },
  };
}

/** Parses `key=6000/60,address=6000/60`: requests per seconds. Returns undefined for an invalid text. */
export function parseRequestLimits(text: string): RequestLimits | undefined {
  const limits = parseRateLimits(text);
  const known = ['key', 'address'];
  if (!limits || [...limits.keys()].some((name) => !known.includes(name))) return undefined;
  return Object.fromEntries(limits);
}
