import { inTime } from '@dossier/shared';
import { openDatabase, type Db } from '@dossier/store';

/** The state of search: it answers, its index is being filled, or it cannot be used. */
export type SearchState = 'ready' | 'filling' | 'unavailable';

/** What `/ready` and `/health` report. */
export interface Readiness {
  /** Set when the process has begun to stop: load balancers then send it no more requests. */
  isDraining: boolean;
  /** Returns whether the database answers. Simultaneous calls share one statement. */
  databaseAnswers(): Promise<boolean>;
  /** Returns the state of search. Everything else works without it. */
  search(): SearchState;
}

/** How long a check waits for the database. */
export const CHECK_MS = 1000;

/** Opens a connection for checks only. It stays open, which shows a restore that the service is running. */
export const openProbe = (databaseUrl: string): Db =>
  openDatabase(databaseUrl, { lockWait: 0, pool: 1, least: 1, acquireMs: CHECK_MS, statementMs: CHECK_MS });

/** @param probe a connection of its own, so that a pool without a free connection does not count as a failure */
export function readinessOf(probe: Db, search: () => SearchState = () => 'ready'): Readiness {
  let asking: Promise<boolean> | undefined;
  return {
    isDraining: false,
    search,
    databaseAnswers: () =>
      (asking ??= inTime(Promise.resolve(probe.raw('select 1')), CHECK_MS)
        .then(
          (answer) => answer !== undefined,
          () => false,
        )
        .finally(() => {
          asking = undefined;
        })),
  };
}
