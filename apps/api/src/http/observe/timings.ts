import type { RequestObserver } from './observe.ts';

/** How long the requests of an operation took since this process began, in seconds. */
export interface Timing {
  operation: string;
  requests: number;
  mean: number;
  slowest: number;
}

/** Counts how long the requests of each operation take. */
export interface Timings extends RequestObserver {
  /** Returns the operations whose requests took longest on average. */
  slowest(most: number): Timing[];
}

/** Returns an observer of how long operations take. Requests that wait for changes on purpose, or reach no endpoint, do not count. */
export function openTimings(): Timings {
  const sums = new Map<string, { requests: number; seconds: number; slowest: number }>();
  return {
    begin:
      () =>
      ({ endpoint, seconds, isAborted }) => {
        if (!endpoint || isAborted || endpoint.operationId === 'listChanges') return;
        const { operationId } = endpoint;
        const sum = sums.get(operationId) ?? { requests: 0, seconds: 0, slowest: 0 };
        sums.set(operationId, {
          requests: sum.requests + 1,
          seconds: sum.seconds + seconds,
          slowest: Math.max(sum.slowest, seconds),
        });
      },
    slowest: (most) =>
      [...sums]
        .map(([operation, { requests, seconds, slowest }]) => ({
          ...{ operation, requests, slowest },
          mean: seconds / requests,
        }))
        .sort((a, b) => b.mean - a.mean)
        .slice(0, most),
  };
}
