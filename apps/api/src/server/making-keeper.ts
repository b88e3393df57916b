import type { Logger } from 'pino';
import type { StartedProgram } from '../programs/start-program.ts';

/** The service is busy when it has just started. */
const FIRST_MS = 1000;
/** How long to wait after a failure. */
const AGAIN_MS = 300_000;
/** The longest time that a timer can wait. */
const MAX_MS = 2 ** 31 - 1;

/** What is made on a schedule, such as snapshots. */
export interface Making {
  /** Its name in the log. */
  what: string;
  /** Undefined makes nothing. */
  everyMs: number | undefined;
  /** Returns when the newest one was made. */
  newestAt: () => Promise<string | undefined>;
  /** Starts the program that makes one, and prints it as JSON. */
  start: () => StartedProgram;
  /** Returns the fields of its log line. */
  describe: (printed: unknown) => object;
}

/**
 * Makes something whenever the newest one is old enough, in a process of its own. Several services with one place may make
 * one more than needed.
 */
export function keepMaking(
  { what, everyMs, newestAt, start, describe }: Making,
  logger: Logger,
): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let making: StartedProgram | undefined;
  let isStopped = false;
  const wait = (ms: number) => {
    if (isStopped) return;
    timer = setTimeout(() => void check(), Math.min(MAX_MS, Math.max(FIRST_MS, ms))).unref();
  };

  async function check(): Promise<void> {
    try {
      const newest = await newestAt();
      // A clock that was set back makes the newest one younger than it is.
      const age = newest === undefined ? Infinity : Math.max(0, Date.now() - Date.parse(newest));
      wait(age < everyMs! ? everyMs! - age : await make());
    } catch (error) {
      logger.error({ reason: String(error) }, `The ${what}s cannot be listed.`);
      wait(AGAIN_MS);
    }
  }

  /** Makes one, and returns how long to wait for the next. */
  async function make(): Promise<number> {
    making = start();
    const { code, stdout, stderr } = await making.ended;
    making = undefined;
    if (isStopped) return 0;
    if (code !== 0) {
      logger.error(
        { reason: stderr.trim() },
        `No ${what} was made. The service tries again in five minutes.`,
      );
      return AGAIN_MS;
    }
    logger.info(describe(JSON.parse(stdout)), `made a ${what}`);
    return everyMs!;
  }

  if (everyMs !== undefined) wait(FIRST_MS);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      making?.stop();
    },
  };
}
