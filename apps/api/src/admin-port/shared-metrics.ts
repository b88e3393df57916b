import { AggregatorRegistry, Counter, Registry } from 'prom-client';
import type { CheckResults, WorkersCheck } from './checks.ts';
import { checkMetrics, gaugeIn, type Metrics, type MetricsJson } from './metrics.ts';

/** The workers of a primary, as its admin port sees them. */
export interface Workers {
  /** Asks all workers whether they answer. */
  check(): Promise<WorkersCheck>;
  /** Returns the metrics of each worker when it was last checked. */
  metrics(): MetricsJson[];
  /** Returns the last metrics of each worker that exited after the previous call. */
  takeExited(): MetricsJson[];
}

/** The types of metrics that never decrease. Their sums include workers that have exited, and so never decrease either. */
const GROWING = ['counter', 'histogram'];

/**
 * Creates the metrics of all workers together: sums, and averages where a sum means nothing. The primary adds the checks,
 * which it does once for all.
 */
export function sharedMetrics(
  workers: Workers,
  checks: () => Promise<CheckResults>,
  startedAt: string,
): Metrics {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  const refreshChecks = checkMetrics(registry);
  const started = gauge(
    'process_start_time_seconds',
    'When the primary started, in seconds since 1970.',
    [],
    'first',
  );
  started.set(Date.parse(startedAt) / 1000);
  const answering = gauge('dossier_workers', 'Workers that answer.');
  const exits = new Counter({
    name: 'dossier_worker_exits_total',
    help: 'Workers that exited unexpectedly.',
    registers: [registry],
  });
  let ended = Promise.resolve<MetricsJson>([]);
  return {
    contentType: registry.contentType,
    text: async () => {
      // The check asks each worker for its metrics.
      const results = await checks();
      refreshChecks(results);
      answering.set(results.workers?.answering ?? 0);
      // Both at the same moment: the metrics of a worker that exits in between would be missing, or count twice.
      const running = workers.metrics();
      const more = workers.takeExited().map((metrics) => metrics.filter(({ type }) => isGrowing(type)));
      exits.inc(more.length);
      if (more.length > 0) ended = ended.then((previous) => sumOf([previous, ...more]).getMetricsAsJSON());
      // The first metric of a name decides how all metrics of that name are aggregated.
      return sumOf([await registry.getMetricsAsJSON(), ...running, await ended]).metrics();
    },
  };
}

const isGrowing = (type: unknown) => GROWING.includes(String(type));

const sumOf = (all: MetricsJson[]): Registry => AggregatorRegistry.aggregate(all);
