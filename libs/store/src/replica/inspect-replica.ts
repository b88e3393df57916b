import { openDatabase, type Db } from '../sql/open.ts';
import { ageAfter, hasSameHistory, positionOf, STARTED } from './replica-position.ts';

/** Why a read replica cannot answer reads. `behind` needs no repair if its replication works. */
export type ReplicaFault = 'no_standby' | 'several_servers' | 'foreign' | 'behind';

interface ReplicaReport {
  fault: ReplicaFault | undefined;
  /** The age of the oldest change that it lacks, in seconds. */
  lagSeconds: number;
}

/** How many connections are compared to find out whether an address leads to several servers. */
const CONNECTIONS = 4;
/** A replica that lacks younger changes is not late. */
const LATE_SECONDS = 10;
const ANSWER_MS = 5000;

/** Compares a read replica with its primary. @throws the error of the database that does not answer */
export async function inspectReplica(primaryUrl: string, url: string): Promise<ReplicaReport> {
  const limits = { acquireMs: ANSWER_MS, statementMs: ANSWER_MS };
  const primary = openDatabase(primaryUrl, { pool: 1, ...limits });
  const replica = openDatabase(url, { pool: CONNECTIONS, ...limits });
  try {
    const { isStandby, seq } = await positionOf(replica);
    const report = (fault?: ReplicaFault, lagSeconds = 0): ReplicaReport => ({ fault, lagSeconds });
    if (!isStandby) return report('no_standby');
    if ((await startsOf(replica)).size > 1) return report('several_servers');
    const lag = await ageAfter(primary, seq);
    if (!(await hasSameHistory(primary, replica, seq))) return report('foreign', lag);
    return report(lag > LATE_SECONDS ? 'behind' : undefined, lag);
  } finally {
    await primary.destroy();
    await replica.destroy();
  }
}

/** Returns when the servers of several connections were started. */
async function startsOf(db: Db): Promise<Set<string>> {
  // Each transaction has a connection of its own.
  const transactions = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.transaction()));
  try {
    const answers = transactions.map((trx) =>
      trx.raw<{ rows: [{ start: string }] }>(`select ${STARTED} as start`),
    );
    return new Set((await Promise.all(answers)).map(({ rows }) => rows[0].start));
  } finally {
    await Promise.all(transactions.map((trx) => trx.rollback()));
  }
}
