import type { Db } from './open.ts';

/** The connections of a database. */
interface Pool {
  /** The most connections. */
  most: number;
  used(): number;
  free(): number;
  /** Returns how many statements wait for a connection. */
  waiting(): number;
}

/** The part of Knex's pool that reports its state. */
interface Tarn {
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', listener: (id: number) => void): unknown;
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Returns the state of the connections of a database. */
export function poolOf(db: Db): Pool {
  const { pool } = db.client as { pool: Tarn };
  return {
    most: pool.max,
    used: () => pool.numUsed(),
    free: () => pool.numFree(),
    waiting: () => pool.numPendingAcquires(),
  };
}

/**
 * Watches the pool of a database. Returns a function that returns how long the statement that waits the longest for a
 * connection has waited, in milliseconds; 0 if none waits.
 */
export function watchWaits(db: Db): () => number {
  const { pool } = db.client as { pool: Tarn };
  // A map keeps insertion order, so the first entry is the oldest.
  const began = new Map<number, number>();
  const end = (id: number) => began.delete(id);
  pool.on('acquireRequest', (id) => began.set(id, performance.now()));
  pool.on('acquireSuccess', end);
  pool.on('acquireFail', end);
  return () => {
    const [oldest] = began.values();
    return oldest === undefined ? 0 : performance.now() - oldest;
  };
}
