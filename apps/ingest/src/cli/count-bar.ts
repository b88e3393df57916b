import cliProgress from 'cli-progress';

/** A bar on a terminal that counts up to what is known to come; undefined without one. */
export function countBar(terminal: NodeJS.WritableStream | undefined, what: string) {
  if (!terminal) return undefined;
  const bar = new cliProgress.SingleBar({
    stream: terminal,
    format: `{bar} {percentage} % | {value} of {total} ${what}`,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
  });
  bar.start(0, 0);
  return {
    update: (done: number, total: number) => {
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
