import type { Db } from '@dossier/store';
import type { Logger } from 'pino';
import type { Poster } from '../webhooks/poster.ts';
import { openSender } from '../webhooks/sender.ts';

const PASS_MS = 1000;

/** Delivers the changes to webhooks, and looks for new ones every second. */
export function keepWebhooks(db: Db, poster: Poster, logger: Logger): { stop: () => Promise<void> } {
  const sender = openSender(db, poster, logger);
  let passing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  let isStopped = false;
  const wait = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      passing = sender
        .pass()
        .then(() => void (hasFailed = false))
        .catch((error: unknown) => {
          // One line for an outage, however long it is. A pass that the end of the service stops is none.
          if (!hasFailed && !isStopped)
            logger.warn({ reason: String(error) }, 'Webhooks wait for the database.');
          hasFailed = true;
        })
        .finally(wait);
    }, PASS_MS).unref();
  };
  wait();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await sender.stop();
      await passing;
    },
  };
}
