import { writeFileSync } from 'node:fs';
import cliProgress, { type Options } from 'cli-progress';
import type { Progress } from '../../load/load.ts';

/** A progress bar of a load; undefined without a terminal. The size of standard input is unknown: rows are counted. */
export function progressBar(terminal: NodeJS.WritableStream | undefined, kind: string) {
  if (!terminal) return undefined;
  const format: Options['format'] = (options, params, payload: Partial<Progress>) => {
    const rows = `${payload.read ?? 0} ${kind}, ${payload.rejected ?? 0} rejected`;
    if (payload.totalBytes === undefined) return rows;
    return `${cliProgress.Format.BarFormat(params.progress, options)} ${Math.floor(params.progress * 100)} % | ${rows}`;
  };
  const bar = barOn(terminal, format);
  bar.start(1, 0, {});
  return {
    update: (progress: Progress) => {
      const { bytes, totalBytes } = progress;
      bar.update(totalBytes ? Math.min(1, bytes / totalBytes) : 0, progress);
    },
    stop: () => bar.stop(),
  };
}

const EACH_MS = 500;

/** Returns a function that writes the progress of a load into a file, for a program that shows it. */
export function progressFile(path: string): (progress: Progress) => void {
  let written = -EACH_MS;
  return (progress) => {
    const now = performance.now();
    if (now - written < EACH_MS) return;
    written = now;
    writeFileSync(path, JSON.stringify(progress));
  };
}

/** A progress bar that counts records up to a known total; undefined without a terminal. */
export function countBar(terminal: NodeJS.WritableStream | undefined) {
  if (!terminal) return undefined;
  const bar = barOn(terminal, '{bar} {percentage} % | {value} of {total} records');
  bar.start(0, 0);
  return {
    update: (done: number, total: number) => {
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

const barOn = (stream: NodeJS.WritableStream, format: Options['format']) =>
  new cliProgress.SingleBar({ stream, format, hideCursor: true, clearOnComplete: true, barsize: 30 });
