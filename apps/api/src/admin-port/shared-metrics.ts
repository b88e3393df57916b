import { AggregatorRegistry, Counter, Registry } from 'prom-client';
import type { CheckResults, WorkersCheck } from './checks.ts';
import { checkMetrics, gaugeIn, type Metrics, type MetricsJson } from './metrics.ts';

/** The workers of a primary, as its admin port sees them. */
export interface Crew {
  /** Asks all workers whether they answer. */
  check(): Promise<WorkersCheck>;
  /** Returns the metrics of each worker. A worker that does not answer in time has its previous ones. */
  metrics(): Promise<MetricsJson[]>;
  /** Returns the last metrics of each worker that has exited since the last call. */
  takeEnded(): MetricsJson[];
}

/** The types of metrics that only grow. Without those of workers that have exited, the sums would fall. */
const GROWING = ['counter', 'histogram'];

/**
 * Creates the metrics of all workers together: sums, and averages where a sum means nothing. The primary adds the checks,
 * which it does once for all.
 */
export function sharedMetrics(crew: Crew, checks: () => Promise<CheckResults>, startedAt: string): Metrics {
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
  let ended: MetricsJson = [];
  return {
    contentType: registry.contentType,
    text: async () => {
      const [results, running] = await Promise.all([checks(), crew.metrics()]);
      refreshChecks(results);
      answering.set(results.workers?.answering ?? 0);
      const more = crew.takeEnded().map((metrics) => metrics.filter(({ type }) => isGrowing(type)));
      exits.inc(more.length);
      if (more.length > 0) ended = await sumOf([ended, ...more]).getMetricsAsJSON();
      // The first one of a name decides how they are added up.
      return sumOf([await registry.getMetricsAsJSON(), ...running, ended]).metrics();
    },
  };
}

const isGrowing = (type: unknown) => GROWING.includes(String(type));

const sumOf = (all: MetricsJson[]): Registry => AggregatorRegistry.aggregate(all);
