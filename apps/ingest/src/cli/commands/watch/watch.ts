import type { Command } from 'commander';
import { Cron } from 'croner';
import { SourceLocked, withSourceLock, type Db } from '@dossier/store';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../database.ts';
import { exitCode, worstCode } from '../../exit-codes.ts';
import type { WatchFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { readJobs, type Job } from '../../runs/jobs.ts';

/** Runs a command line within this process, and returns its exit code. */
export type RunArguments = (args: string[], io: Io) => Promise<number>;

/**
 * Runs jobs on their schedules until the user stops it, one at a time, and logs a line for each run.
 * @returns 0 when it was stopped between runs, 8 when a run was interrupted; with `once`, the worst exit code
 */
export async function runWatch(
  io: Io,
  path: string,
  { once, json }: WatchFlags,
  { program, runArguments }: { program: Command; runArguments: RunArguments },
): Promise<number> {
  const jobs = await readJobs(path, io.env, program);
  const log = (job: Job, line: Line) => io.out(printLine(job, line, json));
  return withDatabase(readConfig(io.env), async (db) => {
    const start = async (job: Job) => {
      const line = await runJob(db, job, io, runArguments);
      log(job, line);
      return line.code ?? exitCode.done;
    };
    if (once) {
      let code: number = exitCode.done;
      for (const job of jobs) {
        code = worstCode(code, await start(job));
        if (io.stop?.aborted) return exitCode.stopped;
      }
      return code;
    }
    let queue: Promise<number> = Promise.resolve(exitCode.done);
    const crons = jobs.map((job) => {
      let isWaiting = false;
      return new Cron(job.schedule, { timezone: 'UTC' }, () => {
        if (isWaiting) return log(job, { message: 'skipped: the run before has not ended' });
        isWaiting = true;
        queue = queue
          .then(() => (io.stop?.aborted ? exitCode.done : start(job)))
          .finally(() => (isWaiting = false));
      });
    });
    for (const [i, job] of jobs.entries())
      log(job, { message: `next run ${crons[i]!.nextRun()?.toISOString() ?? 'never'}` });
    await new Promise<void>((resolve) => {
      if (io.stop?.aborted) resolve();
      else io.stop?.addEventListener('abort', () => resolve());
    });
    for (const cron of crons) cron.stop();
    return (await queue) === exitCode.stopped ? exitCode.stopped : exitCode.done;
  });
}

/** What is logged about a run. */
interface Line {
  message: string;
  code?: number;
  seconds?: number;
}

async function runJob(db: Db, job: Job, io: Io, runArguments: RunArguments): Promise<Line> {
  const startedAt = performance.now();
  let [out, err] = ['', ''];
  // A signal of its own: the run cuts off what only it is waiting for.
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  io.stop?.addEventListener('abort', stop);
  const streams = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  try {
    const run = () =>
      runArguments(job.run, { ...io, ...streams, terminal: undefined, stop: stopping.signal });
    const code = await withSourceLock(db, job.source, run);
    const isFailed = code === exitCode.failed || code === exitCode.usage || code === exitCode.stopped;
    const text = isFailed && err !== '' ? lastLine(err) : firstLine(out);
    return { code, seconds: secondsSince(startedAt), message: text };
  } catch (error) {
    if (error instanceof SourceLocked) return { message: `skipped: ${error.message}` };
    // The lock failed, such as in an outage of the database. The next run may succeed.
    const { errorMessage } = await import('../../error-message.ts');
    return {
      code: exitCode.failed,
      seconds: secondsSince(startedAt),
      message: firstLine(errorMessage(error)),
    };
  } finally {
    io.stop?.removeEventListener('abort', stop);
  }
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 10) / 100;
const firstLine = (text: string): string => text.trim().split('\n', 1)[0]!;
const lastLine = (text: string): string => text.trim().split('\n').at(-1)!;

function printLine({ name }: Job, { message, code, seconds }: Line, json: boolean | undefined): string {
  const time = new Date().toISOString();
  if (json) return `${JSON.stringify({ time, job: name, code, seconds, message })}\n`;
  const result = code === undefined ? '' : ` exit ${code} in ${seconds} s:`;
  return `${time} ${name}:${result} ${message}\n`;
}
