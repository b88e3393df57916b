import { fail } from '@dossier/shared';
import type { Caller } from '@dossier/store';

/** How much a plan allows: tasks in a window of seconds. */
export interface RateLimit {
  tasks: number;
  seconds: number;
}
export type RateLimits = ReadonlyMap<string, RateLimit>;

/** What a request took, with the headers that tell its caller how much is left. */
export interface Taken {
  headers: Record<string, string>;
  /** Gives it back: errors and a 304 cost nothing. The headers then tell what is left without it. */
  refund: () => Record<string, string>;
}

export interface RateLimiter {
  /** Takes tasks from the caller's organization. @throws 429 while its window is used up */
  take: (caller: Caller, tasks: number, now: Date) => Taken;
}

interface Window {
  end: number;
  used: number;
}

/** Windows that have ended are forgotten whenever this many are kept. */
const MANY_WINDOWS = 10_000;

/**
 * Counts the tasks of each organization in windows that begin with its first request. The last request of a window may
 * take more than is left: one for a thousand companies could never be answered otherwise. Each process counts its own.
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
    take: ({ organization, plan }, tasks, now) => {
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

/** The fields of draft-ietf-httpapi-ratelimit-headers-10, and the older ones that most clients know. */
const headersOf = (plan: string, { tasks, seconds }: RateLimit, left: number, wait: number) => ({
  'RateLimit-Policy': `"${plan}";q=${tasks};w=${seconds}`,
  RateLimit: `"${plan}";r=${left};t=${wait}`,
  'X-RateLimit-Limit': String(tasks),
  'X-RateLimit-Remaining': String(left),
  'X-RateLimit-Reset': String(wait),
});

/** A task for each company that an input names, and one at least. */
export function tasksOf(input: unknown): number {
  const { company_ids: ids, company_domains: domains } = input as Record<string, unknown>;
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  return Math.max(1, count(ids) + count(domains));
}

const LIMIT = /^([A-Za-z]\w*)=([1-9]\d{0,8})\/([1-9]\d{0,6})$/;

/** Reads `Platforms=1200/60,Funds=600/60`: for each plan, tasks in seconds. Undefined for a text of another form. */
export function parseRateLimits(text: string): RateLimits | undefined {
  const limits = new Map<string, RateLimit>();
  for (const part of text.split(',')) {
    const [, plan, tasks, seconds] = LIMIT.exec(part.trim()) ?? [];
    if (plan === undefined || limits.has(plan)) return undefined;
    limits.set(plan, { tasks: Number(tasks), seconds: Number(seconds) });
  }
  return limits;
}
