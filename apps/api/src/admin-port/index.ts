import { toTimestamp } from '@dossier/shared';
import type { Logger } from 'pino';
import type { RequestObserver } from '../http/observe/observe.ts';
import type { Readiness } from '../readiness.ts';
import { checksOf, type Checked } from './checks.ts';
import { createMetrics, workerMetrics, type Measured, type MetricsJson } from './metrics.ts';
import { openAdminPort, type AdminAddress, type AdminPort } from './server.ts';
import { sharedMetrics, type Workers } from './shared-metrics.ts';

export type { MetricsJson } from './metrics.ts';
export type { Workers } from './shared-metrics.ts';

/** The services that the admin port reports on. */
export type Watched = Checked & Measured & { readiness: Readiness };

/** Counts the requests of a process, and reports on them. */
export interface Watch extends AdminPort {
  observer: RequestObserver;
  /** Returns the metrics of a worker. */
  metrics(): Promise<MetricsJson>;
}

/** Opens the admin port, with an observer that counts requests for its metrics. */
export async function startAdmin(address: AdminAddress, watched: Watched, logger: Logger): Promise<Watch> {
  const checks = checksOf(watched);
  const metrics = createMetrics(watched, checks);
  const { readiness, clock } = watched;
  const startedAt = toTimestamp(clock());
  const port = await openAdminPort({ checks, metrics, readiness, startedAt }, address, logger);
  return { ...port, observer: metrics, metrics: () => Promise.resolve([]) };
}

/** Counts the requests of a worker. The primary has the admin port. */
export function countForPrimary(measured: Measured): Watch {
  const { metrics, ...observer } = workerMetrics(measured);
  return { observer, metrics, url: () => undefined, close: () => Promise.resolve() };
}

/** Opens the admin port of a primary, which reports on all of its workers. */
export function startSharedAdmin(
  address: AdminAddress,
  { readiness, workers, clock, ...checked }: Checked & { readiness: Readiness; workers: Workers },
  logger: Logger,
): Promise<AdminPort> {
  const checkAll = checksOf({ ...checked, clock });
  const checks = async () => {
    const [results, check] = await Promise.all([checkAll(), workers.check()]);
    return { ...results, workers: check };
  };
  const startedAt = toTimestamp(clock());
  const metrics = sharedMetrics(workers, checks, startedAt);
  return openAdminPort({ checks, metrics, readiness, startedAt }, address, logger);
}
