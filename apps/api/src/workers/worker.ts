import { readConfig } from '../config.ts';
import { openLogger } from '../logger.ts';
import { explain } from '../program.ts';
import { startServer, type RunningWorker } from '../server/server.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';

/** Runs a worker, which answers requests until the primary stops it. It exits when the primary does. */
export async function runWorker(): Promise<void> {
  // Terminals and systemd send these signals to all processes. The primary decides when a worker stops.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  let server: RunningWorker;
  try {
    const config = readConfig(process.env);
    server = await startServer(config, openLogger(config.logLevel), true);
  } catch (error) {
    send({ type: 'failed', message: explain(error) }, () => process.exit(1));
    return;
  }
  process.on('message', (message: PrimaryMessage) => void handle(server, message));
  send({ type: 'listening', url: server.url });
}

async function handle(server: RunningWorker, message: PrimaryMessage): Promise<void> {
  if (message.type === 'drain') await server.drain();
  else if (message.type === 'report')
    send({ type: 'report', number: message.number, metrics: await server.metrics() });
  else {
    await server.stop(message.graceMs);
    process.exit(0);
  }
}

/** Sends a message to the primary. If the primary has exited, this process exits too. */
const send = (message: WorkerMessage, sent: () => void = () => {}): void =>
  void process.send!(message, undefined, undefined, sent);
