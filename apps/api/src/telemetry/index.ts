import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { isPostgres, type Db } from '@dossier/store';
import type { RequestObserver } from '../http/observe/observe.ts';
import { VERSION } from '../version.ts';

/** Traces and metrics that are sent to a collector. */
interface Telemetry {
  observer: RequestObserver;
  /** Sends what is left, for up to two seconds. */
  close(): Promise<void>;
}

const CLOSE_MS = 2000;
/** Load balancers ask for these every few seconds. */
const UNTRACED = /^\/(health|live|ready)\/?(\?|$)/;
/** In seconds, as the conventions of OpenTelemetry advise. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Begins to send traces and metrics to the OTLP/HTTP collector at this address. Traces contain the statements of the
 * databases. The SDK reads the other settings itself: `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`.
 */
export function startTelemetry(endpoint: string, databases: Db[]): Telemetry {
  const url = (signal: string) => `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
  const own = {
    'service.name': 'dossier',
    'service.version': VERSION,
    // Without it, a collector takes the metrics of all workers and replicas for those of one process.
    'service.instance.id': randomUUID(),
  };
  const resource = defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
  const traces = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: url('traces') }))],
  });
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter({ url: url('metrics') }) }),
    ],
  });
  const durations = meters.getMeter('dossier').createHistogram('http.server.request.duration', {
    description: 'Duration of requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  const tracer = traces.getTracer('dossier', VERSION);
  const current = new AsyncLocalStorage<Span | undefined>();
  const stopWatching = databases.map((db) => traceStatements(db, tracer, current));
  const propagator = new W3CTraceContextPropagator();
  return {
    observer: {
      begin: (req) => {
        const { method = '', url: address = '' } = req;
        const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
        const span = UNTRACED.test(address)
          ? undefined
          : tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
        // Work that the request starts belongs to its span, until the next request of the connection begins.
        current.enterWith(span);
        return ({ id, endpoint, caller, status, error, isAborted, bytes, seconds }) => {
          const operation = endpoint?.operationId;
          const problem = isAborted ? 'aborted' : error;
          const attributes = {
            'http.request.method': method,
            // Without a response, it is still 200.
            ...(!isAborted && { 'http.response.status_code': status }),
            ...(endpoint && { 'http.route': endpoint.path }),
            ...(problem !== undefined && { 'error.type': problem }),
          };
          durations.record(seconds, attributes);
          if (!span) return;
          if (operation !== undefined) span.updateName(operation);
          span.setAttributes({
            ...attributes,
            'dossier.request_id': id,
            'http.response.size': bytes,
            ...(caller && { 'dossier.organization': caller.organization }),
          });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        };
      },
    },
    close: async () => {
      for (const stop of stopWatching) stop();
      const sent = Promise.allSettled([traces.shutdown(), meters.shutdown()]);
      await Promise.race([sent, sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** The fields of a statement in Knex's events. */
interface Statement {
  sql: string;
  __knexQueryUid?: string;
}

/** Statements without an end are forgotten after so many others. */
const MAX_OPEN = 1000;

/** Makes a span for each statement of a request: its SQL, without values. Returns a function that stops it. */
function traceStatements(db: Db, tracer: Tracer, current: AsyncLocalStorage<Span | undefined>): () => void {
  const system = isPostgres(db) ? 'postgresql' : 'sqlite';
  const open = new Map<string, Span>();
  const began = ({ sql, __knexQueryUid: uid }: Statement) => {
    const parent = current.getStore();
    if (!parent || uid === undefined) return;
    const [word = 'query'] = sql.trim().split(/\s/, 1);
    const attributes = { 'db.system.name': system, 'db.query.text': sql };
    const span = tracer.startSpan(
      word.toUpperCase(),
      { kind: SpanKind.CLIENT, attributes },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    open.set(uid, span);
    if (open.size > MAX_OPEN) open.delete(open.keys().next().value!);
  };
  const ended =
    (failed: boolean) =>
    (_result: unknown, { __knexQueryUid: uid = '' }: Statement) => {
      const span = open.get(uid);
      open.delete(uid);
      if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    };
  const listeners = { query: began, 'query-response': ended(false), 'query-error': ended(true) };
  for (const [event, listener] of Object.entries(listeners)) db.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) db.removeListener(event, listener);
  };
}
