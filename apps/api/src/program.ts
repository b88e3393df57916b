import { ConfigError } from '@dossier/shared';
import type { RunningServer } from './server.ts';

/**
 * Runs a server until SIGINT or SIGTERM. SIGTERM drains it first; SIGINT comes from a terminal, where nobody waits for a
 * load balancer. Invalid settings print an error and exit with
 * code 1.
 */
export async function runProgram(start: () => Promise<RunningServer>): Promise<void> {
  let server: RunningServer;
  try {
    server = await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  const stop = () => void server.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', () => void server.drain().then(stop));
}
