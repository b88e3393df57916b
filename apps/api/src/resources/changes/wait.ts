import { fail } from '@dossier/shared';
import { newestChange, readChanges, type ChangeRow, type Db } from '@dossier/store';
import type { Asked } from './read.ts';

/** How often the process looks for new changes while requests wait. */
const POLL_MS = 250;
/** The most new changes to compare with the waiting requests. With more, every waiting request reads the log. */
const COMPARED = 500;
/** Requests of one organization that may wait in a process. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = '2';

interface Waiter {
  asked: Asked;
  caller: string;
  isOver: () => boolean;
  end: (result: boolean | Error) => void;
}

/** The waiting requests of a process. They share one query for the newest change. */
interface Line {
  waiters: Set<Waiter>;
  /** The newest change that was compared. */
  seen: number;
  timer: NodeJS.Timeout | undefined;
}

const lines = new WeakMap<Db, Line>();

/**
 * Waits until a change may match, the time is over, the signal aborts, or `isOver` returns true. It holds no connection
 * while it waits.
 * @param asked its `after` is the last change that the request has seen
 * @returns whether a change may match
 * @throws 429 if the organization has too many waiting requests; the error of the database if it cannot be read
 */
export async function waitForChange(
  db: Db,
  asked: Asked,
  options: { caller: string; ms: number; signal: AbortSignal; isOver: () => boolean },
): Promise<boolean> {
  const { caller, ms, signal, isOver } = options;
  const line = lines.get(db) ?? { waiters: new Set<Waiter>(), seen: 0, timer: undefined };
  lines.set(db, line);
  if ([...line.waiters].filter((each) => each.caller === caller).length >= MAX_WAITING) {
    const error = fail('too_many_waiting', { most: MAX_WAITING });
    error.headers['Retry-After'] = RETRY_AFTER_SECONDS;
    throw error;
  }
  // Changes up to `seen` have been announced already.
  if (signal.aborted || isOver()) return false;
  if (line.timer && line.seen > asked.after) return true;
  return new Promise<boolean>((resolve, reject) => {
    const waiter: Waiter = {
      asked,
      caller,
      isOver,
      end: (result) => {
        clearTimeout(late);
        signal.removeEventListener('abort', stop);
        line.waiters.delete(waiter);
        if (result instanceof Error) reject(result);
        else resolve(result);
      },
    };
    const stop = () => waiter.end(false);
    const late = setTimeout(stop, ms).unref();
    signal.addEventListener('abort', stop);
    line.waiters.add(waiter);
    if (line.timer) return;
    line.seen = asked.after;
    follow(db, line);
  });
}

/** Looks for changes as long as requests wait. */
function follow(db: Db, line: Line): void {
  line.timer = setTimeout(() => {
    void look(db, line).then(
      () => {
        if (line.waiters.size > 0) follow(db, line);
        else line.timer = undefined;
      },
      (error: unknown) => {
        line.timer = undefined;
        endAll(line, () => true, error instanceof Error ? error : new Error(String(error)));
      },
    );
  }, POLL_MS).unref();
}

async function look(db: Db, line: Line): Promise<void> {
  endAll(line, ({ isOver }) => isOver(), false);
  if (line.waiters.size === 0) return;
  const newest = await newestChange(db);
  if (newest <= line.seen) return;
  const range = { after: line.seen, until: newest, limit: COMPARED };
  const rows = await readChanges(db, range);
  line.seen = newest;
  endAll(line, ({ asked }) => rows.length === COMPARED || rows.some((row) => mayMatch(row, asked)), true);
}

function endAll(line: Line, isMeant: (waiter: Waiter) => boolean, result: boolean | Error): void {
  for (const waiter of line.waiters) if (isMeant(waiter)) waiter.end(result);
}

const mayMatch = (row: ChangeRow, { kinds, companies }: Asked): boolean =>
  (!kinds || kinds.some((kind) => kind === row.kind)) &&
  (!companies || (JSON.parse(row.company_ids_json) as number[]).some((id) => companies.includes(id)));
