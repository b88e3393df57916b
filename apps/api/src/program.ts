import { ConfigError } from '@dossier/shared';
import { databaseProblem } from '@dossier/store';
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
    const message = error instanceof ConfigError ? error.message : databaseProblem(error);
    if (message === undefined) throw error;
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= server.stop().then(() => process.exit(0)));
  process.on('SIGINT', () => void stop());
  let isDraining = false;
  process.on('SIGTERM', () => {
    // A second one ends the wait.
    if (isDraining) return void stop();
    isDraining = true;
    void server.drain().then(stop);
  });
}
