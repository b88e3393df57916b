import { ConfigError } from '@dossier/shared';
import type { RunningServer } from './server.ts';

/** Runs a server until SIGINT or SIGTERM. Invalid settings print an error and exit with code 1. */
export async function runProgram(start: () => Promise<RunningServer>): Promise<void> {
  let server: RunningServer;
  try {
    server = await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  }
}
