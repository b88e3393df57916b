import { exitCode } from './cli/exit-codes.ts';
import { run } from './cli/run.ts';

// Whoever reads the output may have read enough (`| head`): the command goes on, and ends as it would have.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// A terminal and npm may both send the same one: only one that comes later ends it at once.
const stop = new AbortController();
let askedAt = Infinity;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (performance.now() - askedAt > 1000) process.exit(exitCode.stopped);
    askedAt = Math.min(askedAt, performance.now());
    stop.abort();
  });
}

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    stdin: process.stdin,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    terminal: process.stderr.isTTY ? process.stderr : undefined,
    stop: stop.signal,
  });
  // A stopped command does not wait for what it had asked of a server.
  if (process.exitCode === exitCode.stopped) process.exit();
}

void main();
