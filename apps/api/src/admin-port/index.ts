import { toTimestamp } from '@dossier/shared';
import type { Logger } from 'pino';
import type { RequestObserver } from '../http/observe.ts';
import type { Readiness } from '../readiness.ts';
import { checksOf, type Checked } from './checks.ts';
import { createMetrics, type Measured } from './metrics.ts';
import { openAdminPort, type AdminAddress, type AdminPort } from './server.ts';

/** The services that the admin port reports on. */
export type Watched = Checked & Omit<Measured, 'checks'> & { readiness: Readiness };

/** Opens the admin port, with an observer that counts requests for its metrics. */
export async function startAdmin(
  address: AdminAddress,
  watched: Watched,
  logger: Logger,
): Promise<AdminPort & { observer: RequestObserver }> {
  const checks = checksOf(watched);
  const metrics = createMetrics({ ...watched, checks });
  const { readiness, clock } = watched;
  const startedAt = toTimestamp(clock());
  const port = await openAdminPort({ checks, metrics, readiness, startedAt }, address, logger);
  return { ...port, observer: metrics };
}
