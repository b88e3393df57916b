import { readConfig } from '../config.ts';
import { openLogger } from '../logger.ts';
import { knownProblem } from '../program.ts';
import { startServer, type RunningWorker } from '../server.ts';
import type { News, Order } from './messages.ts';

/** Runs a worker, which answers requests until the primary stops it. It exits when the primary does. */
export async function runWorker(): Promise<void> {
  // Terminals and systemd send these signals to all processes. The primary decides when a worker stops.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  let server: RunningWorker;
  try {
    const config = readConfig(process.env);
    server = await startServer(config, openLogger(config.logLevel), true);
  } catch (error) {
    const message = knownProblem(error);
    if (message === undefined) throw error;
    tell({ news: 'failed', message }, () => process.exit(1));
    return;
  }
  process.on('message', (order: Order) => void obey(server, order));
  tell({ news: 'listening', url: server.url });
}

async function obey(server: RunningWorker, order: Order): Promise<void> {
  if (order.order === 'drain') await server.drain();
  else if (order.order === 'report')
    tell({ news: 'report', number: order.number, metrics: await server.metrics() });
  else {
    await server.stop(order.graceMs);
    process.exit(0);
  }
}

/** Sends news to the primary. If it has exited, so does this process. */
const tell = (news: News, sent: () => void = () => {}): void =>
  void process.send!(news, undefined, undefined, sent);
