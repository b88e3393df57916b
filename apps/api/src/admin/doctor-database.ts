import {
  databaseProblem,
  isPostgres,
  listApiKeys,
  inDatabase,
  outboxOldest,
  schemaState,
  schemaVersion,
  writeProblem,
  type Db,
} from '@dossier/store';
import type { ApiConfig } from '../config.ts';
import { checkCluster } from './doctor-cluster.ts';
import { failed, ok, warning, type Finding } from './finding.ts';

/** How far a clock may be off, and how long a change may wait to be indexed, in milliseconds. */
const MAX_SKEW_MS = 5_000;
const MAX_LAG_MS = 900_000;

/** Checks the database: whether it answers, its schema, its clock, keys, and the changes that wait to be indexed. */
export async function checkDatabase({ databaseUrl }: ApiConfig, now: Date): Promise<Finding[]> {
  try {
    const state = await schemaState(databaseUrl);
    if (state === 'none' || state === 'foreign') return [withoutTables(state)];
    return await inDatabase(databaseUrl, { pool: 1, acquireMs: 5000, lockWait: 1000 }, async (db) => [
      await checkSchema(db),
      await checkWrites(db),
      await checkClock(db, now),
      await checkLag(db, now),
      await checkKeys(db),
      ...(await checkCluster(db)),
    ]);
  } catch (error) {
    const message = databaseProblem(error) ?? (error as Error).message;
    return [failed('database', message, 'Start the database, or correct DATABASE_URL.')];
  }
}

const withoutTables = (state: 'none' | 'foreign'): Finding =>
  state === 'none'
    ? warning('database', 'The database is empty.', 'Load data, restore a backup, or correct DATABASE_URL.')
    : failed('database', 'The file has tables of another program.', 'Correct DATABASE_URL.');

async function checkSchema(db: Db): Promise<Finding> {
  const { version, missing, unknown } = await schemaVersion(db);
  const at = `The schema is ${version}`;
  if (unknown > 0) {
    return failed(
      'schema',
      `${at}, newer than this program.`,
      'Install the version that updated the schema.',
    );
  }
  if (missing === 0) return ok('schema', `${at}, and current.`);
  const count = `${missing} ${missing === 1 ? 'migration is' : 'migrations are'} missing`;
  return warning('schema', `${at}; ${count}.`, 'Back up, then run: npm run ingest -- migrate');
}

async function checkWrites(db: Db): Promise<Finding> {
  const problem = await writeProblem(db);
  if (problem === undefined) return ok('writes', 'The database accepts writes.');
  return failed('writes', problem, 'Let the user of DATABASE_URL write, so that loads and keys work.');
}

async function checkClock(db: Db, now: Date): Promise<Finding> {
  const { last_ms } = await db('writer').first<{ last_ms: number | string }>('last_ms');
  if (Number(last_ms) > now.getTime() + MAX_SKEW_MS) {
    return warning(
      'clock',
      'The last write is in the future, so a clock was wrong or is wrong now.',
      'Synchronize the clocks of all machines (NTP).',
    );
  }
  if (!isPostgres(db)) return ok('clock', 'The last write is in the past.');
  const before = Date.now();
  const { rows } = await db.raw<{ rows: [{ ms: number | string }] }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  );
  const skew = Math.round(Math.abs(Number(rows[0].ms) - (before + Date.now()) / 2));
  return skew <= MAX_SKEW_MS
    ? ok('clock', 'The clocks of this machine and the database agree.')
    : warning('clock', `The clock of the database differs by ${skew} ms.`, 'Synchronize both clocks (NTP).');
}

async function checkLag(db: Db, now: Date): Promise<Finding> {
  const oldest = await outboxOldest(db);
  if (oldest === null || now.getTime() - Date.parse(oldest) <= MAX_LAG_MS) {
    return ok('outbox', 'No change waits long to be indexed.');
  }
  return warning('outbox', `Changes wait to be indexed since ${oldest}.`, 'Run: npm run ingest -- index');
}

async function checkKeys(db: Db): Promise<Finding> {
  const keys = await listApiKeys(db);
  if (keys.length > 0) return ok('keys', 'There are API keys.');
  return warning('keys', 'There is no API key.', 'Run: npm run admin -- keys create <organization>');
}
