import type { Exchange } from '../exchange.ts';
import type { HttpServices } from '../services.ts';

/** Counts the request against the plan's limit and as usage, unless it ends in an error or a 304. */
export function chargeTasks(
  exchange: Exchange,
  { rateLimiter, usage, clock }: HttpServices,
  family: string,
  tasks: number,
): void {
  const { caller, res } = exchange;
  if (!caller) return;
  const now = clock();
  const charge = rateLimiter?.charge(caller, tasks, now);
  const report = (headers: Record<string, string>) => {
    for (const [name, value] of Object.entries(headers)) exchange.setHeader(name, value);
  };
  if (charge) report(charge.headers);
  exchange.beforeHead = () => {
    const isFree = res.statusCode >= 400 || res.statusCode === 304;
    if (isFree && charge) report(charge.refund());
    if (!isFree) usage.count(caller.organization, family, 1, tasks, now);
  };
}
