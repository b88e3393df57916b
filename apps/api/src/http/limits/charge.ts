import type { MaybePromise } from '@dossier/shared';
import type { Exchange } from '../exchange.ts';
import type { Operation, UsageMeter } from '../observe/usage.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Work that costs tasks: the operation for the usage, and the number of tasks. */
interface Cost {
  endpoint: Operation;
  tasks: number;
}

/** The services that count tasks. */
interface Meters {
  rateLimiter: RateLimiter | undefined;
  usage: UsageMeter;
  clock: () => Date;
}

/** Counts the request against the plan's limit and as usage, unless it ends in an error or a 304. */
export function chargeTasks(exchange: Exchange, services: Meters, cost: Cost): void {
  const { res, caller } = exchange;
  // Operators have no plan.
  if (caller?.operator) return;
  const settle = charge(exchange, services, cost);
  exchange.whenSettled(() => settle(res.statusCode >= 400 || res.statusCode === 304));
}

/** Runs work that the request pays for, unless it fails. @throws 429 if the limit of the plan is used up */
export async function chargeFor<T>(
  exchange: Exchange,
  services: Meters,
  cost: Cost,
  work: () => MaybePromise<T>,
): Promise<T> {
  const settle = charge(exchange, services, cost);
  let isFree = true;
  try {
    const done = await work();
    isFree = false;
    return done;
  } finally {
    settle(isFree);
  }
}

/** Charges tasks. Returns a function that counts them as usage, or refunds them. */
function charge(
  exchange: Exchange,
  { rateLimiter, usage, clock }: Meters,
  { endpoint, tasks }: Cost,
): (isFree: boolean) => void {
  const { caller } = exchange;
  if (!caller) return () => {};
  const now = clock();
  const settle = rateLimiter?.charge(caller, tasks, now);
  return (isFree) => {
    for (const [name, value] of Object.entries(settle?.(isFree) ?? {})) exchange.setHeader(name, value);
    if (!isFree) usage.count(caller.organization, endpoint, 1, tasks, now);
  };
}
