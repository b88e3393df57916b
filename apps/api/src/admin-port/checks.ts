import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SearchUnfit, SearchUnavailable, type SearchEngine } from '@dossier/search';
import { inTime } from '@dossier/shared';
import {
  outboxDepth,
  outboxOldest,
  schemaVersion,
  writeProblem,
  type Db,
  type Replica,
} from '@dossier/store';

/** The result of a check. `detail` names the problem and its remedy. */
export interface Check {
  ok: boolean;
  detail?: string;
}

/** The results of all checks of a process. */
export interface CheckResults {
  database: Check;
  /** Whether the database accepts writes. */
  writes: Check;
  /** `version` is the last migration. */
  schema: Check & { version?: string };
  /** `waiting` changes are not indexed yet, counted to 100,000; the oldest one waits for `lag_seconds`. */
  search: Check & { waiting?: number; lag_seconds?: number };
  /** The free space of the disks with a database or an index, in bytes. */
  disk: Check & { free_bytes: Record<string, number> };
  /** The backups, if BACKUP_TO is set. The newest good one is `age_seconds` old. */
  backup?: Check & { age_seconds?: number };
  /** Only of a service with several workers. */
  workers?: WorkersCheck;
  /** The read replica, if one is set. The oldest change that it lacks is `lag_seconds` old. */
  replica?: Check & { lag_seconds?: number };
}

/** How many workers there should be, and how many of them answer. */
export type WorkersCheck = Check & { wanted: number; answering: number };

export interface Checked {
  /** A connection of its own, so that a pool without a free connection does not count as a failure. */
  probe: Db;
  /** The read replica of this process. */
  replica?: Replica | undefined;
  search: SearchEngine;
  databaseUrl: string;
  searchUrl: string;
  /** Knows the newest backup, and how often one is made. */
  backups?: { newestAt(): Promise<string | undefined> } | undefined;
  backupEveryMs?: number | undefined;
  clock: () => Date;
}

/** Below this, a load or a backup may fill the disk. */
const MIN_FREE_BYTES = 200 * 1024 * 1024;
/** Loads index their changes at their end, and changes wait during an outage of the search engine. */
const MAX_LAG_SECONDS = 900;
/** Counting more takes noticeable time and does not affect the result. */
const MAX_COUNTED = 100_000;
/** A backup that is older than so many intervals is too old. */
const MAX_INTERVALS = 2;
/** The longest wait for the database, and for the search engine, in milliseconds. */
const WAIT_MS = 1000;

/** Returns a function that runs all checks. Simultaneous calls share one run. */
export function checksOf(checked: Checked): () => Promise<CheckResults> {
  let running: Promise<CheckResults> | undefined;
  const search = searchCheck(checked);
  const run = async (): Promise<CheckResults> => {
    const [schema, disk, writes, backup] = await Promise.all([
      checkSchema(checked.probe),
      checkDisk(checked),
      checkWrites(checked.probe),
      checkBackup(checked),
    ]);
    const { database, ...rest } = schema;
    const replica = checked.replica && { replica: checkReplica(checked.replica) };
    const others = { disk, ...(backup && { backup }), ...replica };
    const both = { database, writes };
    if (!database.ok) return { ...both, schema: { ok: false }, search: { ok: false }, ...others };
    return { ...both, ...rest, search: await search(), ...others };
  };
  return () =>
    (running ??= run().finally(() => {
      running = undefined;
    }));
}

async function checkSchema(probe: Db): Promise<Pick<CheckResults, 'database' | 'schema'>> {
  try {
    const found = await inTime(schemaVersion(probe), WAIT_MS);
    if (!found) throw new Error('The database took too long.');
    const { version, missing, unknown } = found;
    const problem =
      missing > 0
        ? `The schema lacks ${missing === 1 ? '1 migration' : `${missing} migrations`}. Run: npm run ingest -- migrate`
        : unknown > 0 && 'A newer version of Dossier has changed the schema. Upgrade this process.';
    const schema = { ok: missing === 0, ...(version !== undefined && { version }) };
    return { database: { ok: true }, schema: problem ? { ...schema, detail: problem } : schema };
  } catch {
    const detail = 'The database does not answer. Check it, and the log of this process.';
    return { database: { ok: false, detail }, schema: { ok: false } };
  }
}

async function checkWrites(probe: Db): Promise<Check> {
  try {
    const found = await inTime(
      writeProblem(probe).then((detail) => ({ detail })),
      WAIT_MS,
    );
    if (!found) return { ok: false };
    return found.detail === undefined ? { ok: true } : { ok: false, detail: found.detail };
  } catch {
    return { ok: false };
  }
}

async function checkDisk({ databaseUrl, searchUrl }: Checked): Promise<CheckResults['disk']> {
  const free_bytes: Record<string, number> = {};
  for (const [name, url] of Object.entries({ database: databaseUrl, search: searchUrl })) {
    const path = /^sqlite:(?!:memory:)(.+)$/.exec(url)?.[1];
    if (path === undefined) continue;
    const free = await statfs(dirname(path)).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    );
    if (free !== undefined) free_bytes[name] = free;
  }
  const low = Object.keys(free_bytes).filter((name) => free_bytes[name]! < MIN_FREE_BYTES);
  if (low.length === 0) return { ok: true, free_bytes };
  return {
    ok: false,
    detail: `Less than 200 MB are free where the ${low.join(' and the ')} is. Free space, or enlarge the disk.`,
    free_bytes,
  };
}

async function checkBackup({ backups, backupEveryMs, clock }: Checked): Promise<CheckResults['backup']> {
  if (!backups) return undefined;
  try {
    const found = await inTime(
      backups.newestAt().then((at) => ({ at })),
      WAIT_MS,
    );
    if (!found) return { ok: false, detail: 'BACKUP_TO took too long to answer. Check it.' };
    const { at } = found;
    if (at === undefined)
      return { ok: false, detail: 'BACKUP_TO has no backup yet. The log states why, if making one failed.' };
    const age_seconds = Math.max(0, (clock().getTime() - Date.parse(at)) / 1000);
    if (backupEveryMs === undefined || age_seconds * 1000 <= MAX_INTERVALS * backupEveryMs)
      return { ok: true, age_seconds };
    return {
      ok: false,
      detail: 'The newest backup is too old. The log states why none was made.',
      age_seconds,
    };
  } catch (error) {
    return { ok: false, detail: (error as Error).message };
  }
}

function checkReplica(replica: Replica): Check & { lag_seconds?: number } {
  const { status, reason, lagSeconds } = replica.state();
  const lag = lagSeconds === undefined ? {} : { lag_seconds: lagSeconds };
  if (status === 'ready') return { ok: true, ...lag };
  const detail =
    status === 'behind'
      ? 'The read replica is behind, so the primary answers reads. Check its replication.'
      : `The primary answers reads, because the read replica cannot be used. ${reason ?? ''}`.trim();
  return { ok: false, detail, ...lag };
}

/** Returns the check of the index: reachable, filled, and current. */
const searchCheck =
  ({ probe, search, clock }: Checked): (() => Promise<CheckResults['search']>) =>
  async () => {
    try {
      if (!(await inTime(search.suggest('a', 1), WAIT_MS)))
        throw new Error('The search engine took too long.');
    } catch (error) {
      const known = error instanceof SearchUnavailable || error instanceof SearchUnfit;
      return { ok: false, detail: known ? error.message : 'The search engine does not answer. Check it.' };
    }
    try {
      return await lagOf(probe, clock());
    } catch {
      const detail = 'The changes that wait to be indexed cannot be counted. Check the database.';
      return { ok: false, detail };
    }
  };

async function lagOf(probe: Db, now: Date): Promise<CheckResults['search']> {
  const waiting = await outboxDepth(probe, MAX_COUNTED);
  const oldest = await outboxOldest(probe);
  const lag_seconds = oldest === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000);
  if (lag_seconds <= MAX_LAG_SECONDS) return { ok: true, waiting, lag_seconds };
  const detail = `${waiting} changes wait to be indexed. Run: npm run ingest -- index`;
  return { ok: false, detail, waiting, lag_seconds };
}
