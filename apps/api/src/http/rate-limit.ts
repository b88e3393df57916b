import { fail } from '@dossier/shared';
import type { Caller } from '@dossier/store';

/** The limit of a plan: tasks per window of seconds. */
export interface RateLimit {
  tasks: number;
  seconds: number;
}
export type RateLimits = ReadonlyMap<string, RateLimit>;

/** A charged request, with the headers that report the remaining tasks. */
export interface Charge {
  headers: Record<string, string>;
  /** Refunds the cost, since errors and a 304 cost nothing. Returns the headers after the refund. */
  refund: () => Record<string, string>;
}

export interface RateLimiter {
  /** Charges tasks to the caller's organization. @throws 429 if its limit is used up */
  charge: (caller: Caller, tasks: number, now: Date) => Charge;
}

interface Window {
  end: number;
  used: number;
}

/** The number of windows at which ended ones are deleted. */
const MANY_WINDOWS = 10_000;

/**
 * Returns a limiter that counts the tasks of each organization in windows that begin with its first request. The last
 * request of a window may exceed the limit: otherwise a request for a thousand companies could never succeed. Each
 * process has its own counts.
 */
export function rateLimiter(limits: RateLimits): RateLimiter {
  const windows = new Map<string, Window>();
  const windowOf = (key: string, at: number, length: number): Window => {
    const known = windows.get(key);
    if (known && at < known.end) return known;
    if (windows.size >= MANY_WINDOWS) {
      for (const [name, { end }] of windows) if (at >= end) windows.delete(name);
    }
    const begun = { end: at + length, used: 0 };
    windows.set(key, begun);
    return begun;
  };
  return {
    charge: ({ organization, plan }, tasks, now) => {
      const limit = limits.get(plan);
      if (!limit) return { headers: {}, refund: () => ({}) };
      const window = windowOf(`${plan} ${organization}`, now.getTime(), limit.seconds * 1000);
      const wait = Math.max(1, Math.ceil((window.end - now.getTime()) / 1000));
      if (window.used >= limit.tasks) {
        const error = fail('too_many_requests', { seconds: wait });
        Object.assign(error.headers, headersOf(plan, limit, 0, wait), { 'Retry-After': String(wait) });
        throw error;
      }
      const use = (more: number) => {
        window.used += more;
        return headersOf(plan, limit, Math.max(0, limit.tasks - window.used), wait);
      };
      return { headers: use(tasks), refund: () => use(-tasks) };
    },
  };
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10, and the older ones that most clients know. */
const headersOf = (plan: string, { tasks, seconds }: RateLimit, left: number, wait: number) => ({
  'RateLimit-Policy': `"${plan}";q=${tasks};w=${seconds}`,
  RateLimit: `"${plan}";r=${left};t=${wait}`,
  'X-RateLimit-Limit': String(tasks),
  'X-RateLimit-Remaining': String(left),
  'X-RateLimit-Reset': String(wait),
});

/** Returns the cost of an input: one task per company, at least one. */
export function tasksOf(input: unknown): number {
  const { company_ids: ids, company_domains: domains } = input as Record<string, unknown>;
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  return Math.max(1, count(ids) + count(domains));
}

const LIMIT = /^([A-Za-z]\w*)=([1-9]\d{0,8})\/([1-9]\d{0,6})$/;

/** Parses `Platforms=1200/60,Funds=600/60`: tasks per seconds for each plan. Returns undefined for an invalid text. */
export function parseRateLimits(text: string): RateLimits | undefined {
  const limits = new Map<string, RateLimit>();
  for (const part of text.split(',')) {
    const [, plan, tasks, seconds] = LIMIT.exec(part.trim()) ?? [];
    if (plan === undefined || limits.has(plan)) return undefined;
    limits.set(plan, { tasks: Number(tasks), seconds: Number(seconds) });
  }
  return limits;
}
