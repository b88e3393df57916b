import type { MaybePromise } from '@dossier/shared';
import { REPAIRS } from './counts/declared.ts';
import { isPostgres, type Db } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';
import { readerOf } from '../sql/sqlite-connection.ts';

/** The version of the committed data at a time. */
export interface Committed {
  /** Two equal marks show the same rows. */
  mark: number | string;
  /** The newest `seq` of the change log. */
  seq: number;
  /** Changes with the signing keys, the schema, and repairs of totals, on which many responses depend. */
  base: string;
}

interface Row {
  mark: string | null;
  seq: number | string | null;
  base: string;
}

/** The columns of a statement that reads what a database shows. */
export const shownBy = (db: Db) => ({
  seq: db('changes').max('seq'),
  base: db('signing_keys')
    .whereNull('revoked_at')
    .select(
      db.raw(
        `coalesce(${isPostgres(db) ? "string_agg(id, ' ' order by id)" : "group_concat(id, ' ')"}, '') || ' ' || (?) || ' ' || coalesce((?), 0)`,
        [db('migrations').max('id'), db('counters').where('name', REPAIRS).select('n')],
      ),
    ),
});

/**
 * SQL for a text that changes with each commit and with each start of the server. On a standby it is always new, because
 * snapshots there do not list the transactions in progress.
 */
const MARK = `pg_current_snapshot() || ' ' ||
  case when pg_is_in_recovery() then clock_timestamp() else pg_postmaster_start_time() end`;

const markOf = preparedQuery<object, Pick<Row, 'mark'>>((db) => db.select({ mark: db.raw(MARK) }));

const state = preparedQuery<object, Row>((db) =>
  db.select({ mark: db.raw(isPostgres(db) ? MARK : 'null'), ...shownBy(db) }),
);

/** Returns `base` as `shownBy` reads it. */
export const storedBase = ({ base }: Committed): string => base.slice(0, base.lastIndexOf(' '));

/**
 * Returns a function that reads what is committed. All that is committed when it is called, by any process, is in its
 * result. A call costs one small statement if nothing has been committed since the last one. On Postgres, calls that
 * come while a statement runs share the next one. On SQLite, the result is not a promise if nothing has been committed since
 * the last call.
 */
export function committedIn(db: Db): () => MaybePromise<Committed> {
  let newest = 0;
  let restored = 0;
  const read = async (): Promise<Committed> => {
    const [row] = await ask(db, state, {});
    const seq = Number(row!.seq ?? 0);
    // The database is now an older one, from a backup.
    if (seq < newest) restored += 1;
    newest = seq;
    return { mark: row!.mark ?? '', seq, base: `${row!.base} ${restored}` };
  };
  return isPostgres(db) ? shared(whenMarked(db, read)) : whenChanged(db, read);
}

/** Returns a function that reads the mark first, and the rest if it has changed. After a change, it reads all at once. */
function whenMarked(db: Db, read: () => Promise<Committed>): () => Promise<Committed> {
  let known: Committed | undefined;
  let isQuiet = false;
  return async () => {
    if (known && isQuiet) {
      const [row] = await ask(db, markOf, {});
      if (row!.mark === known.mark) return known;
    }
    const found = await read();
    // While others commit all the time, one statement takes less time than two.
    isQuiet = found.mark === known?.mark;
    known = found;
    return found;
  };
}

function whenChanged(db: Db, read: () => Promise<Committed>): () => MaybePromise<Committed> {
  // This connection never writes, so that its version shows the commits of all others.
  const version = readerOf(db).prepare('pragma data_version').pluck();
  let known: MaybePromise<Committed> | undefined;
  let mark = -1;
  return () => {
    const now = version.get([]) as number;
    if (known && now === mark) return known;
    mark = now;
    const reading = read().then((committed) => ({ ...committed, mark: now }));
    known = reading;
    const keep = (found?: Committed) => {
      if (known === reading) known = found;
    };
    reading.then(keep, () => keep());
    return reading;
  };
}

interface Waiting<T> {
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
}

/** Runs a read that begins after each call. Calls that come meanwhile share the next one. */
export function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let waiting: Waiting<T>[] = [];
  let isBusy = false;
  const begin = () => {
    isBusy = true;
    const batch = waiting;
    waiting = [];
    const next = () => {
      isBusy = false;
      if (waiting.length > 0) begin();
    };
    work()
      .then(
        (value) => {
          for (const { resolve } of batch) resolve(value);
        },
        (error: unknown) => {
          for (const { reject } of batch) reject(error);
        },
      )
      // Callers that call again at once share one read, instead of beginning one each.
      .finally(() => setImmediate(next));
  };
  return () =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ resolve, reject });
      if (!isBusy) begin();
    });
}
