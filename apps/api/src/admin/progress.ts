/** Shows on a terminal how much of a task is done, in one line that is rewritten; nothing without a terminal. */
export function percentLine(task: string, terminal: NodeJS.WritableStream | undefined) {
  let shown = -1;
  return {
    update: (done: number, total: number) => {
      const percent = total > 0 ? Math.floor((100 * done) / total) : 100;
      if (!terminal || percent === shown) return;
      shown = percent;
      terminal.write(`\r${task}: ${percent} %`);
    },
    stop: () => {
      if (shown >= 0) terminal?.write('\r\u001b[K');
    },
  };
}
