import { exitCode } from './cli/exit-codes.ts';
import { run } from './cli/run.ts';

// The reader of the output may close it early (`| head`). The command continues.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// A terminal and npm may both send the first signal. Only a later one ends the program at once.
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
  // A command does not wait for what is still pending, only until its output is written.
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}

void main();
