import cliProgress, { type Options } from 'cli-progress';
import type { Progress } from '../records/load.ts';

/** A progress bar of a load on a terminal; undefined without one. Standard input, whose end nobody knows, is counted. */
export function progressBar(terminal: NodeJS.WritableStream | undefined, kind: string) {
  if (!terminal) return undefined;
  const format: Options['format'] = (options, params, payload: Partial<Progress>) => {
    const rows = `${payload.read ?? 0} ${kind}, ${payload.rejected ?? 0} rejected`;
    if (payload.totalBytes === undefined) return rows;
    return `${cliProgress.Format.BarFormat(params.progress, options)} ${Math.floor(params.progress * 100)} % | ${rows}`;
  };
  const bar = new cliProgress.SingleBar({
    stream: terminal,
    format,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
  });
  bar.start(1, 0, {});
  return {
    update: (progress: Progress) => {
      const { bytes, totalBytes } = progress;
      bar.update(totalBytes ? Math.min(1, bytes / totalBytes) : 0, progress);
    },
    stop: () => bar.stop(),
  };
}
