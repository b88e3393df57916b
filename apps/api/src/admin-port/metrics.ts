import { poolOf, type Db, type Replica } from '@dossier/store';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Aggregator } from 'prom-client';
import type { Gate } from '../http/limits/gate.ts';
import type { KeptAnswers } from '../http/response/kept-answers.ts';
import type { RequestObserver } from '../http/observe/observe.ts';
import type { RenderedCache } from '../files/rendered.ts';
import { VERSION } from '../version.ts';
import type { CheckResults } from './checks.ts';

/** The sources of the metrics of a process. */
export interface Measured {
  db: Db;
  replica: Replica | undefined;
  gate: Gate | undefined;
  caches: Record<string, Pick<RenderedCache, 'bytes'>>;
  answers: KeptAnswers | undefined;
}

/** Metrics in the format of Prometheus. */
export interface Metrics {
  contentType: string;
  text(): Promise<string>;
}

/** The metrics of a process, as its primary adds them up. */
export type MetricsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** In seconds: from a cached response to the time limit of a statement. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Gauges of prom-client whose names end like those of counters, which `promtool check metrics` rejects. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
/** The operation of requests that reach no endpoint. Paths as labels would create a series for each address. */
const NONE = 'none';

/** Creates the metrics of a process on its own. Their labels have few values: operations, statuses, error codes. */
export function createMetrics(
  measured: Measured,
  checks: () => Promise<CheckResults>,
): Metrics & RequestObserver {
  const registry = new Registry();
  const { refresh, ...observer } = processMetrics(registry, measured);
  const refreshChecks = checkMetrics(registry);
  return {
    ...observer,
    contentType: registry.contentType,
    text: async () => {
      refresh();
      refreshChecks(await checks());
      return registry.metrics();
    },
  };
}

/** Creates the metrics of a worker. */
export function workerMetrics(measured: Measured): RequestObserver & { metrics: () => Promise<MetricsJson> } {
  const registry = new Registry();
  const { refresh, ...observer } = processMetrics(registry, measured);
  return {
    ...observer,
    metrics: () => {
      refresh();
      return registry.getMetricsAsJSON();
    },
  };
}

function processMetrics(registry: Registry, measured: Measured): RequestObserver & { refresh: () => void } {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  if (measured.replica) replicaMetrics(registry, measured.replica);
  if (measured.answers) answerMetrics(registry, measured.answers);
  return { ...requestMetrics(registry, measured.gate), refresh: stateMetrics(registry, measured) };
}

function requestMetrics(registry: Registry, gate: Gate | undefined): RequestObserver {
  const registers = [registry];
  const requests = new Counter({
    name: 'dossier_http_requests_total',
    help: 'Finished requests by operation and status, without shed load. The status is "aborted" if the client disconnected.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'dossier_http_request_duration_seconds',
    help: 'How long requests took.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers,
  });
  const sent = new Counter({
    name: 'dossier_http_response_bytes_total',
    help: 'Bytes of responses, with their headers.',
    labelNames: ['operation'],
    registers,
  });
  let counted = 0;
  const errors = new Counter({
    name: 'dossier_http_errors_total',
    help:
      'Errors by code. Shed load is "overloaded"; limits are "too_many_requests", "request_limit" and ' +
      '"too_many_in_flight".',
    labelNames: ['code'],
    registers,
    collect() {
      // Nothing observes a request that the gate rejects.
      const rejected = gate?.rejected() ?? 0;
      if (rejected > counted) this.inc({ code: 'overloaded' }, rejected - counted);
      counted = rejected;
    },
  });
  const inFlight = new Gauge({
    name: 'dossier_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
  });
  return {
    begin: () => {
      inFlight.inc();
      return ({ endpoint, status, error, isAborted, bytes, seconds }) => {
        const operation = endpoint?.operationId ?? NONE;
        inFlight.dec();
        requests.inc({ operation, status: isAborted ? 'aborted' : status });
        durations.observe({ operation }, seconds);
        sent.inc({ operation }, bytes);
        if (error !== undefined) errors.inc({ code: error });
      };
    },
  };
}

/** Returns a function that creates gauges. @param aggregator how those of workers become one; their sum by default */
export const gaugeIn =
  (registry: Registry) =>
  <L extends string>(name: string, help: string, labelNames: L[] = [], aggregator: Aggregator = 'sum') =>
    new Gauge({ name, help, labelNames, aggregator, registers: [registry] });

/** Registers the metrics of the read replica. */
function replicaMetrics(registry: Registry, replica: Replica): void {
  const registers = [registry];
  new Gauge({
    name: 'dossier_replica_lag_seconds',
    help: 'The age of the oldest change that the read replica lacks.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(replica.state().lagSeconds ?? NaN);
    },
  });
  let counted = { replica: 0, primary: 0 };
  new Counter({
    name: 'dossier_replica_reads_total',
    help: 'Reads by the database that answered them. The primary answers those that the replica cannot.',
    labelNames: ['database'],
    registers,
    collect() {
      const { reads } = replica.state();
      this.inc({ database: 'replica' }, reads.replica - counted.replica);
      this.inc({ database: 'primary' }, reads.primary - counted.primary);
      counted = reads;
    },
  });
}

/** Registers the metrics of the cache of answers. */
function answerMetrics(registry: Registry, answers: KeptAnswers): void {
  let counted = { hit: 0, miss: 0 };
  new Counter({
    name: 'dossier_answer_cache_lookups_total',
    help: 'Requests that looked for a cached answer. The outcome is "hit" or "miss".',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const lookups = answers.lookups();
      this.inc({ outcome: 'hit' }, lookups.hit - counted.hit);
      this.inc({ outcome: 'miss' }, lookups.miss - counted.miss);
      counted = lookups;
    },
  });
}

/** Registers the metrics of the state of the process. Returns a function that sets them. */
function stateMetrics(registry: Registry, { db, gate, caches }: Measured): () => void {
  const gauge = gaugeIn(registry);
  const build = gauge('dossier_build_info', 'The version of Dossier. Always 1.', ['version'], 'first');
  const allowed = gauge(
    'dossier_http_requests_allowed',
    'Requests that the process accepts at the same time. Fewer while it is overloaded.',
  );
  const connections = gauge('dossier_database_connections', 'Connections of the pool.', ['state']);
  const most = gauge('dossier_database_connections_max', 'The size of the pool.');
  const waiting = gauge('dossier_database_waiting_statements', 'Statements that wait for a connection.');
  const cached = gauge('dossier_cache_bytes', 'Bytes of answers and rendered files that are kept.', [
    'cache',
  ]);
  build.set({ version: VERSION }, 1);
  const pool = poolOf(db);
  return () => {
    if (gate) allowed.set(gate.allowed());
    connections.set({ state: 'used' }, pool.used());
    connections.set({ state: 'free' }, pool.free());
    most.set(pool.most);
    waiting.set(pool.waiting());
    for (const [cache, files] of Object.entries(caches)) cached.set({ cache }, files.bytes());
  };
}

/** Registers the metrics of the checks. Returns a function that sets them. */
export function checkMetrics(registry: Registry): (results: CheckResults) => void {
  const gauge = gaugeIn(registry);
  const passes = gauge('dossier_check_ok', 'Whether a check of /ready passes: 1 or 0.', ['check']);
  const outbox = gauge('dossier_outbox_changes', 'Changes that wait to be indexed.');
  const lag = gauge('dossier_outbox_lag_seconds', 'The age of the oldest change that waits to be indexed.');
  const backup = gauge('dossier_backup_age_seconds', 'The age of the newest good backup.');
  const free = gauge('dossier_disk_free_bytes', 'Free space where the database or the index is.', ['file']);
  return (results) => {
    for (const [check, { ok }] of Object.entries(results)) passes.set({ check }, ok ? 1 : 0);
    outbox.set(results.search.waiting ?? NaN);
    lag.set(results.search.lag_seconds ?? NaN);
    backup.set(results.backup?.age_seconds ?? NaN);
    for (const [file, value] of Object.entries(results.disk.free_bytes)) free.set({ file }, value);
  };
}
