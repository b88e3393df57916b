import { setTimeout as sleep } from 'node:timers/promises';
import { deleteEndedWindows, type Db } from '@dossier/store';

const SHARE_EACH_MS = 1000;
const DELETE_EACH = 60;
/** All workers write their last counts at the same moment, so a write may have to be repeated. */
const LAST_TRIES = 10;
const LAST_EACH_MS = 50;

/**
 * Shares counts every second. While the database cannot be written, each process counts for itself and tries again.
 * @param share stores what a process has counted
 * @returns a function that stops this, and shares the counts a last time; it tries for half a second
 */
export function shareEachSecond(
  share: ((now: Date) => Promise<void>)[],
  db: Db,
  clock: () => Date,
): () => Promise<void> {
  const shareAll = async () => {
    for (const each of share) await each(clock());
  };
  let runs = 0;
  let running: Promise<unknown> = Promise.resolve();
  const shareNow = async () => {
    await shareAll();
    if (++runs % DELETE_EACH === 0) await deleteEndedWindows(db, clock().getTime());
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = shareNow()
      .catch(() => {})
      .finally(() => {
        busy = false;
      });
  }, SHARE_EACH_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
    for (let tried = 1; ; tried++) {
      const isDone = await shareAll().then(
        () => true,
        () => false,
      );
      if (isDone || tried === LAST_TRIES) return;
      await sleep(LAST_EACH_MS);
    }
  };
}
