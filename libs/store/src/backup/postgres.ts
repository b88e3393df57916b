import { closeSync, openSync } from 'node:fs';
import { openDatabase, type Db } from '../open.ts';
import { requireTool, runTool } from './postgres-tools.ts';
import type { OnProgress } from './sqlite.ts';
import { readFacts, tablesOf, type Facts } from './tables.ts';

/**
 * Dumps a database while other programs write to it, and reads the dump back. The rows are counted in the snapshot of
 * the dump.
 * @throws BackupError when pg_dump does not fit the server, or fails
 */
export async function dumpPostgres(url: string, target: string, onProgress: OnProgress): Promise<Facts> {
  const db = openDatabase(url, { pool: 1 });
  try {
    const version = await majorVersion(db);
    await requireTool('pg_dump', version);
    await requireTool('pg_restore', version);
    closeSync(openSync(target, 'wx', 0o600));
    return await db.transaction(
      async (trx) => {
        const facts = await readFacts(trx);
        const total = Object.keys(facts.tables).length;
        const { rows } = await trx.raw<{ rows: [{ id: string }] }>('select pg_export_snapshot() as id');
        let dumped = 0;
        await runTool('pg_dump', [...DUMP, `--snapshot=${rows[0].id}`, `--file=${target}`], url, (line) => {
          if (/dumping contents of table/.test(line)) onProgress(++dumped, total);
        });
        // Decompresses and reads everything.
        await runTool('pg_restore', ['--file=/dev/null', target], undefined);
        return facts;
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
  } finally {
    await db.destroy();
  }
}
const DUMP = ['--format=custom', '--no-owner', '--no-privileges', '--verbose'];

/**
 * Restores a dump in one transaction, which replaces existing tables.
 * @param tables the tables of the dump; others, of a newer schema, are dropped first
 * @throws BackupError when pg_restore does not fit, or fails
 */
export async function restorePostgres(
  source: string,
  url: string,
  tables: string[],
  onProgress: OnProgress,
): Promise<void> {
  await dropOthers(url, tables);
  let done = 0;
  const args = [
    '--single-transaction',
    '--exit-on-error',
    '--clean',
    '--if-exists',
    '--no-owner',
    '--no-privileges',
  ];
  await runTool('pg_restore', [...args, '--verbose', source], url, (line) => {
    if (/processing data for table/.test(line)) onProgress(++done, tables.length);
  });
}

async function dropOthers(url: string, tables: string[]): Promise<void> {
  const db = openDatabase(url, { pool: 1 });
  try {
    for (const name of await tablesOf(db)) {
      if (!tables.includes(name)) await db.raw('drop table ?? cascade', [name]);
    }
  } finally {
    await db.destroy();
  }
}

/** Checks that pg_restore can read a dump. @throws BackupError otherwise */
export async function requireRestore(source: string, url: string): Promise<void> {
  const db = openDatabase(url, { pool: 1 });
  try {
    await requireTool('pg_restore', await majorVersion(db));
  } finally {
    await db.destroy();
  }
  await runTool('pg_restore', ['--file=/dev/null', source], undefined);
}

async function majorVersion(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ server_version_num: string }] }>('show server_version_num');
  return Math.floor(Number(rows[0].server_version_num) / 10_000);
}

/** Counts the rows of a database. */
export async function factsOf(url: string): Promise<Facts> {
  const db = openDatabase(url, { pool: 1 });
  try {
    return await readFacts(db);
  } finally {
    await db.destroy();
  }
}
