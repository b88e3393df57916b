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
