import { fail, type ApiError } from '@dossier/shared';
import type { Caller } from '@dossier/store';
import { countedWindows, type Windows } from '../windows.ts';

/** The limit of a plan: tasks per window of seconds. */
export interface RateLimit {
  tasks: number;
  seconds: number;
}
export type RateLimits = ReadonlyMap<string, RateLimit>;

export interface RateLimiter {
  limits: RateLimits;
  /**
   * Charges tasks to the caller's organization. Returns a function to call before the head is sent: it refunds the tasks of a
   * free response, such as an error or a 304, and returns the headers that report the remaining ones.
   * @throws 429 if the limit is used up
   */
  charge: (caller: Caller, tasks: number, now: Date) => (isFree: boolean) => Record<string, string>;
  /** Returns what the caller's organization has used of its limit; undefined if its plan has none. */
  standing: (caller: Caller, now: Date) => Standing | undefined;
}

/** A limit, and what is used of it. */
export interface Standing extends RateLimit {
  used: number;
  /** In how many seconds the window ends. */
  wait: number;
  headers: Record<string, string>;
}

/**
 * Returns a limiter that counts the tasks of each organization in windows that begin with its first request. The last
 * request of a window may exceed the limit: otherwise a request for a thousand companies could never succeed.
 */
export function rateLimiter(limits: RateLimits, windows: Windows = countedWindows()): RateLimiter {
  // A limit that is changed begins with a new window.
  const windowOf = ({ organization, plan }: Caller, { tasks, seconds }: RateLimit, now: Date) =>
    windows.at(`tasks ${plan} ${tasks}/${seconds} ${organization}`, seconds * 1000, now);
  return {
    limits,
    charge: (caller, tasks, now) => {
      const { plan } = caller;
      const limit = limits.get(plan);
      if (!limit) return () => ({});
      const { used, wait, add } = windowOf(caller, limit, now);
      if (used >= limit.tasks)
        throw exceeded(fail('too_many_requests', { seconds: wait }), plan, limit, wait);
      add(tasks);
      return (isFree) => headersOf(plan, limit, Math.max(0, limit.tasks - add(isFree ? -tasks : 0)), wait);
    },
    standing: (caller, now) => {
      const limit = limits.get(caller.plan);
      if (!limit) return undefined;
      const { used, wait } = windowOf(caller, limit, now);
      const left = Math.max(0, limit.tasks - used);
      return { ...limit, used, wait, headers: headersOf(caller.plan, limit, left, wait) };
    },
  };
}

/** Adds the headers of an exceeded limit to its error. @param policy the name of the limit */
export function exceeded(error: ApiError, policy: string, limit: RateLimit, wait: number): ApiError {
  Object.assign(error.headers, headersOf(policy, limit, 0, wait), { 'Retry-After': String(wait) });
  return error;
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10, and the older ones that most clients know. */
const headersOf = (plan: string, { tasks, seconds }: RateLimit, left: number, wait: number) => ({
  'RateLimit-Policy': `"${plan}";q=${tasks};w=${seconds}`,
  RateLimit: `"${plan}";r=${left};t=${wait}`,
  'X-RateLimit-Limit': String(tasks),
  'X-RateLimit-Remaining': String(left),
  'X-RateLimit-Reset': String(wait),
});

const COMPANY_FIELDS = ['company_ids', 'company_slugs', 'company_domains'];

/**
 * Returns the cost of an input: one task per company, at least one.
 * @param fields the lists of the input that name companies
 */
export function tasksOf(input: unknown, fields: readonly string[] = COMPANY_FIELDS): number {
  let companies = 0;
  for (const field of fields) {
    const list = (input as Record<string, unknown>)[field];
    if (Array.isArray(list)) companies += list.length;
  }
  return Math.max(1, companies);
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
