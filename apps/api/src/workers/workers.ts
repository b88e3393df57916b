import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@dossier/shared';
import type { Logger } from 'pino';
import type { MetricsJson, Workers } from '../admin-port/index.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { CRASH_LOOP, createRestarts } from './restarts.ts';

/** How long the admin port waits for a worker. */
const REPORT_MS = 1000;
/** How long a worker may take to exit after the time that its open requests have. */
const EXIT_MS = 5000;
/** The program that runs a bundle. Without a bundle, a worker runs the same file as the primary. */
const RUN_BUNDLE = join(import.meta.dirname, '../../../../bin/bundle.cjs');

/** A started worker. */
interface Member {
  worker: Worker;
  isListening: boolean;
  metrics: MetricsJson;
  exited: Promise<void>;
  /** Callbacks for the requested reports, by their numbers. */
  waiting: Map<number, () => void>;
}

/** The workers of a primary. */
export interface RunningWorkers extends Workers {
  /** The public base address. */
  url: string;
  pids(): number[];
  drain(): void;
  /** Stops the workers, and kills those that need five seconds more than `graceMs`. */
  stop(graceMs: number): Promise<void>;
  /** Resolves with a sentence for the operator if workers exit again and again. */
  failure: Promise<string>;
}

/**
 * Starts workers, and replaces each that exits.
 * @throws ConfigError with the reason if one cannot start
 */
export async function startWorkers(wanted: number, logger: Logger): Promise<RunningWorkers> {
  const members = new Set<Member>();
  const restarts = createRestarts();
  const exitedMetrics: MetricsJson[] = [];
  /** Set when workers are no longer replaced. */
  let isEnding = false;
  let isStopped = false;
  let turn = Promise.resolve();
  let asked = 0;
  let fail: (reason: string) => void;
  const failure = new Promise<string>((resolve) => (fail = resolve));
  const [, bundle] = process.argv;
  if (bundle?.endsWith('.cjs')) cluster.setupPrimary({ exec: RUN_BUNDLE, args: [bundle] });

  /** Starts a worker. Resolves with its address when it listens. */
  function start(): Promise<string> {
    const worker = cluster.fork();
    return new Promise((listens, fails) => {
      let problem: string | undefined;
      const exited = new Promise<void>((done) => worker.once('exit', () => done()));
      const member: Member = { worker, isListening: false, metrics: [], exited, waiting: new Map() };
      members.add(member);
      worker.on('message', (message: WorkerMessage) => {
        if (message.type === 'failed') problem = message.message;
        else if (message.type === 'listening') {
          member.isListening = true;
          restarts.started();
          listens(message.url);
        } else {
          member.metrics = message.metrics;
          member.waiting.get(message.number)?.();
        }
      });
      worker.once('exit', (code, signal) => {
        members.delete(member);
        const how = signal ? `by ${signal}` : `with code ${code}`;
        const reason = problem ?? `A worker exited ${how} while it started. The log states the reason.`;
        if (!member.isListening) return fails(new ConfigError(reason));
        exitedMetrics.push(member.metrics);
        if (isStopped) return;
        logger.error({ worker: worker.process.pid, code, signal }, 'a worker exited unexpectedly');
        replace();
      });
      // For example, a message to a worker that has just exited.
      worker.on('error', () => {});
    });
  }

  /** Starts another worker after a wait. Starts do not overlap, as Node would fail if several workers find the port taken. */
  function replace(): void {
    if (isEnding) return;
    const wait = restarts.next();
    if (wait === undefined) return fail(CRASH_LOOP);
    turn = turn.then(async () => {
      await sleep(wait);
      if (isEnding) return;
      try {
        await start();
        logger.info({ workers: pids() }, 'a worker was replaced');
      } catch (error) {
        if (!isEnding) logger.error({ reason: (error as Error).message }, 'a worker did not start');
        replace();
      }
    });
  }

  const listening = () => [...members].filter(({ isListening }) => isListening);
  const pids = () => listening().map(({ worker }) => worker.process.pid!);
  const send = ({ worker }: Member, message: PrimaryMessage, failed = () => {}) => {
    if (worker.isConnected()) worker.send(message, (error) => void (error && failed()));
    else failed();
  };

  /** Asks a worker for a report. Returns whether it answered in time. */
  const answers = (member: Member): Promise<boolean> =>
    new Promise((resolve) => {
      const number = ++asked;
      const done = (result: boolean) => {
        clearTimeout(late);
        member.waiting.delete(number);
        resolve(result);
      };
      const late = setTimeout(() => done(false), REPORT_MS);
      member.waiting.set(number, () => done(true));
      send(member, { type: 'report', number }, () => done(false));
    });

  // The first worker starts alone: if the port is taken, only one may report it. Node fails if several do.
  const url = await start();
  await Promise.all(Array.from({ length: wanted - 1 }, start));
  return {
    url,
    pids,
    failure,
    check: async () => {
      const asked = listening();
      const answered = await Promise.all(asked.map(answers));
      const answering = answered.filter(Boolean).length;
      if (answering === wanted) return { ok: true, wanted, answering };
      const silent = asked.filter((_, place) => !answered[place]).map(({ worker }) => worker.process.pid);
      const remedy = silent.length > 0 ? ` If it stays so, end what hangs: kill -9 ${silent.join(' ')}` : '';
      const detail = `${answering} of ${wanted} workers answer. See the log of the service.${remedy}`;
      return { ok: false, detail, wanted, answering };
    },
    metrics: () => listening().map(({ metrics }) => metrics),
    takeExited: () => exitedMetrics.splice(0),
    drain: () => {
      isEnding = true;
      for (const member of members) send(member, { type: 'drain' });
    },
    stop: async (graceMs) => {
      isEnding = isStopped = true;
      for (const member of members)
        if (member.isListening) send(member, { type: 'stop', graceMs });
        else member.worker.process.kill('SIGKILL');
      const late = setTimeout(() => {
        for (const { worker } of members) worker.process.kill('SIGKILL');
      }, graceMs + EXIT_MS);
      await Promise.all([...members].map(({ exited }) => exited));
      clearTimeout(late);
    },
  };
}
