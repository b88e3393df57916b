import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCitus, isDistributed } from '../sql/distributed.ts';
import { inDatabase, type Db } from '../sql/open.ts';
import { postgresVersion } from '../sql/postgres-version.ts';
import { write } from '../sql/write.ts';
import { backupError, type BackupError } from './error.ts';
import { replay, requireTool, runTool } from './postgres-tools.ts';
import type { OnProgress } from './sqlite.ts';
import { readFacts, tablesOf, type Facts } from './tables.ts';

/**
 * Dumps a database while other programs write to it, and reads the dump back. The rows are counted in the snapshot of
 * the dump. On a cluster of Citus each shard has a snapshot of its own, so loads wait meanwhile.
 * @throws BackupError when pg_dump does not fit the server, or fails
 */
export async function dumpPostgres(url: string, target: string, onProgress: OnProgress): Promise<Facts> {
  return inDatabase(url, { pool: 2 }, async (db) => {
    const version = Number.parseInt(await postgresVersion(db));
    await requireTool('pg_dump', version);
    await requireTool('pg_restore', version);
    closeSync(openSync(target, 'wx', 0o600));
    const options = (await hasCitus(db)) ? [...DUMP, WITHOUT_CITUS] : DUMP;
    const dump = () => dumpSnapshot(db, url, target, options, onProgress);
    return (await isDistributed(db)) ? await write(db, dump) : await dump();
  });
}
const DUMP = ['--format=custom', '--no-owner', '--no-privileges', '--verbose'];
/** Only what Postgres has itself. To replace the extension would take the nodes out of the cluster. */
const WITHOUT_CITUS = '--extension=plpgsql';

const dumpSnapshot = (db: Db, url: string, target: string, options: string[], onProgress: OnProgress) =>
  db.transaction(
    async (trx) => {
      const facts = await readFacts(trx);
      const total = Object.keys(facts.tables).length;
      const { rows } = await trx.raw<{ rows: [{ id: string }] }>('select pg_export_snapshot() as id');
      let dumped = 0;
      await runTool('pg_dump', [...options, `--snapshot=${rows[0].id}`, `--file=${target}`], url, (line) => {
        if (/dumping contents of table/.test(line)) onProgress(++dumped, total);
      });
      // Decompresses and reads everything.
      await runTool('pg_restore', ['--file=/dev/null', target], undefined);
      return facts;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );

/**
 * Restores a dump in one transaction, which replaces existing tables. If it fails, the database is as it was.
 * @param tables the tables of the dump; others, of a newer schema, are dropped
 * @throws BackupError when a tool does not fit, or fails
 */
export async function restorePostgres(
  source: string,
  url: string,
  tables: string[],
  onProgress: OnProgress,
): Promise<void> {
  let done = 0;
  await replay(source, url, await dropsOf(url, tables), (line) => {
    if (/processing data for table/.test(line)) onProgress(++done, tables.length);
  });
}

/** Returns the statements that drop all other tables, whose foreign keys would prevent replacing these. */
async function dropsOf(url: string, tables: string[]): Promise<string[]> {
  return inDatabase(url, { pool: 1 }, async (db) => {
    const others = (await tablesOf(db)).filter((name) => !tables.includes(name));
    return others.map((name) => db.raw('drop table ?? cascade', [name]).toQuery());
  });
}

/** How long the session of a program stays open after the program has ended, in milliseconds. */
const ENDING_MS = 10_000;
const AGAIN_MS = 200;

/** Checks that no other program has a session of the database. @throws BackupError otherwise */
export async function mustBeUnused(url: string): Promise<void> {
  return inDatabase(url, { pool: 1 }, async (db) => {
    for (let waited = 0; ; waited += AGAIN_MS) {
      const sessions = await sessionsOf(db);
      if (sessions.length === 0) return;
      // Sessions of this program end a moment after they were closed. Older sessions belong to other programs.
      if (waited < ENDING_MS && sessions.every(({ age }) => age < process.uptime())) await sleep(AGAIN_MS);
      else throw inUse(sessions.map(({ name }) => name));
    }
  });
}

/** The sessions of other programs. The nodes of a cluster keep sessions of their own. */
async function sessionsOf(db: Db): Promise<{ name: string; age: number }[]> {
  return db('pg_stat_activity')
    .whereRaw(`datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
    .whereRaw(`application_name not like 'citus!_%' escape '!'`)
    .select<{ name: string; age: number }[]>(
      db.raw(`coalesce(nullif(application_name, ''), 'unnamed') as name`),
      db.raw('extract(epoch from clock_timestamp() - backend_start)::float8 as age'),
    );
}

function inUse(names: string[]): BackupError {
  const shown = [...new Set(names)].sort().join(', ');
  return backupError(
    `Other programs use the database of DATABASE_URL (sessions: ${names.length}, of ${shown}). ` +
      'Stop the service, all loads and other clients, then restore again.',
  );
}

/** Checks that the tools are installed, and that pg_restore can read a dump. @throws BackupError otherwise */
export async function requireRestore(source: string, url: string): Promise<void> {
  await inDatabase(url, { pool: 1 }, async (db) => {
    const version = Number.parseInt(await postgresVersion(db));
    await requireTool('pg_restore', version);
    await requireTool('psql', version);
  });
  await runTool('pg_restore', ['--file=/dev/null', source], undefined);
}

/** Counts the rows of a database. */
export async function factsOf(url: string): Promise<Facts> {
  return inDatabase(url, { pool: 1 }, readFacts);
}
