import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, inTime } from '@dossier/shared';
import { shared, storedBase, type Committed } from '../ledger/committed.ts';
import { openDatabase, type Db } from '../sql/open.ts';
import type { PgConnection } from '../sql/pg-connection.ts';
import { ageAfter, hasSameHistory, positionOf, STARTED, type Position } from './replica-position.ts';
import { databaseTrouble } from '../sql/trouble.ts';

/**
 * The status of a read replica: it shows what is committed within 100 ms (`ready`), it is later than that (`behind`), or it
 * cannot be used (`unavailable`). Reads go to a replica that is ready.
 */
export type ReplicaStatus = 'ready' | 'behind' | 'unavailable';

export interface ReplicaState {
  status: ReplicaStatus;
  /** Why it is unavailable, with a remedy. */
  reason: string | undefined;
  /** The age of the oldest change that it lacks, in seconds; undefined while unknown. */
  lagSeconds: number | undefined;
  /** How many reads each database has answered. A read that runs again on the primary counts for both. */
  reads: { replica: number; primary: number };
}

/** A standby of the primary that answers reads. */
export interface Replica {
  /** The connections of reads. */
  db: Db;
  /**
   * Runs a read on the replica if the replica shows everything in `committed`, otherwise on the primary. If the replica
   * becomes unavailable, or the read ends in a 404, the read runs again on the primary.
   */
  read<T>(committed: () => Promise<Committed>, work: (db: Db) => Promise<T>): Promise<T>;
  state(): ReplicaState;
  close(): Promise<void>;
}

interface Options {
  primary: Db;
  /** Reads what the primary has committed. */
  committed: () => Promise<Committed>;
  /** Of the connections of reads, as in `openDatabase`. */
  pool: number;
  acquireMs: number;
  statementMs: number;
  /** Runs when the status changes. */
  onChange?: (state: ReplicaState) => void;
}

/** How long a request waits for the replica to show what is committed. Longer waits would cost more than the primary. */
const WAIT_MS = 100;
const PAUSE_MS = 3;
/** How often the replica is checked, and how long it may take to answer. */
const CHECK_EACH_MS = 500;
const ANSWER_MS = 1000;
/**
 * Codes of reads that fail on a standby only, because what it replays cancels them
 * (https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT).
 */
const OF_STANDBY = ['40001', '40P01'];

const NO_STANDBY =
  'It is not a standby: it was promoted, or it is a primary. Set DATABASE_READ_URL to a streaming standby of DATABASE_URL.';
const FOREIGN =
  'It has changes that the primary does not have. Recreate it from a backup of the primary, or correct DATABASE_READ_URL.';
const SILENT = 'It does not answer. Start it, or correct DATABASE_READ_URL.';

/** A read ended because its replica became unavailable. */
class ReplicaLost extends Error {
  override name = 'ReplicaLost';
}

/** Opens a read replica, and checks it until it is closed. A replica that cannot be used does not stop the start. */
export async function openReplica(
  url: string,
  { primary, committed, onChange, ...limits }: Options,
): Promise<Replica> {
  // A connection of its own, so that a pool without a free connection does not count as a failure of the replica.
  const probe = openDatabase(url, { pool: 1, least: 1, acquireMs: ANSWER_MS, statementMs: ANSWER_MS });
  let known: Position | undefined;
  /** The `base` of the primary when the replica was found to have the same history. */
  let agreed: string | undefined;
  const accept = async (connection: PgConnection) => {
    const { rows } = (await connection.query(`select ${STARTED} as start`)) as { rows: [{ start: string }] };
    if (rows[0].start !== known?.start) throw new ReplicaLost('The address leads to another server.');
  };
  const db = openDatabase(url, { ...limits, accept });
  const state: ReplicaState = {
    status: 'unavailable',
    reason: undefined,
    lagSeconds: undefined,
    reads: { replica: 0, primary: 0 },
  };
  const inFlight = new Set<(error: Error) => void>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let checking: Promise<void> | undefined;

  const look = shared(async () => {
    const next = await positionOf(probe);
    if (next.start !== known?.start) agreed = undefined;
    known = next;
    if (!next.isStandby) become('unavailable', NO_STANDBY);
    return next;
  });

  const isShown = (at: Committed): boolean =>
    known !== undefined && agreed === at.base && known.seq >= at.seq && known.base === storedBase(at);

  /** Returns whether the replica shows this state of the primary within `WAIT_MS`. */
  async function reaches(at: Committed): Promise<boolean> {
    const end = performance.now() + WAIT_MS;
    while (!isClosed) {
      const { isStandby, seq, base } = await look();
      if (!isStandby) return false;
      if (agreed !== at.base && base === storedBase(at) && (await hasSameHistory(primary, probe, seq)))
        agreed = at.base;
      if (isShown(at)) return true;
      if (performance.now() >= end) return false;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    return false;
  }

  function become(status: ReplicaStatus, reason?: string): void {
    const isNew = status !== state.status || reason !== state.reason;
    state.status = status;
    state.reason = reason;
    if (status === 'unavailable') {
      for (const lose of inFlight) lose(new ReplicaLost(reason));
      inFlight.clear();
    }
    if (isNew && !isClosed) onChange?.({ ...state });
  }

  const check = (): Promise<void> => (checking ??= inspect().finally(() => (checking = undefined)));

  async function inspect(): Promise<void> {
    // Without the primary nothing is known about the replica.
    const at = await committed().catch(() => undefined);
    if (!at || isClosed) return;
    const found = await inTime(
      look().catch(() => undefined),
      ANSWER_MS,
    );
    if (isClosed) return;
    if (!found?.isStandby) {
      state.lagSeconds = undefined;
      if (found) return;
      known = undefined;
      return become('unavailable', SILENT);
    }
    const isReached = await reaches(at).catch(() => false);
    state.lagSeconds = isReached ? 0 : await ageAfter(primary, found.seq).catch(() => undefined);
    const isForeign = found.seq >= at.seq && found.base === storedBase(at) && agreed !== at.base;
    if (isReached) become('ready');
    else if (isForeign) become('unavailable', FOREIGN);
    else become('behind');
  }

  function checkAgain(): void {
    timer = setTimeout(() => void check().finally(() => isClosed || checkAgain()), CHECK_EACH_MS).unref();
  }

  /** Returns whether a read may use the replica. */
  async function shows(committedAt: () => Promise<Committed>): Promise<boolean> {
    if (state.status !== 'ready') return false;
    const at = await committedAt().catch(() => undefined);
    if (!at || state.status !== 'ready') return false;
    if (isShown(at)) return true;
    const isReached = await inTime(
      reaches(at).catch(() => false),
      WAIT_MS,
    );
    // Further requests use the primary without waiting, until the next check.
    if (!isReached && state.status === 'ready') become('behind');
    return isReached === true;
  }

  function untilLost<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      inFlight.add(reject);
      work.then(resolve, reject).finally(() => inFlight.delete(reject));
    });
  }

  await check();
  checkAgain();
  return {
    db,
    read: async (committedAt, work) => {
      if (await shows(committedAt)) {
        state.reads.replica += 1;
        try {
          return await untilLost(work(db));
        } catch (error) {
          if (!needsPrimary(error)) throw error;
          if (!isMissing(error)) void check();
        }
      }
      state.reads.primary += 1;
      return work(primary);
    },
    state: () => ({ ...state, reads: { ...state.reads } }),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await checking;
      await db.destroy();
      await probe.destroy();
    },
  };
}

/** Charts are stored without a change, so the replica may lack one although it shows all changes. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function needsPrimary(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return (
    error instanceof ReplicaLost ||
    isMissing(error) ||
    OF_STANDBY.includes(code) ||
    ['down', 'busy'].includes(databaseTrouble(error) ?? '')
  );
}
