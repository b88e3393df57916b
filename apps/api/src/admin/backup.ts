import type { StorageConfig } from '@dossier/shared';
import type { Command } from 'commander';
import {
  backUp,
  checkRestore,
  namesFolder,
  pruneBackups,
  restoreBackup,
  withBackup,
  type Backup,
  type Manifest,
} from '@dossier/store/backup';
import { isBucket } from '@dossier/store/files';
import { startIngest } from '../programs/start-program.ts';
import { AdminError, numberTo, type Io } from './command.ts';
import { percentLine } from './progress.ts';

const EXIT_CODES = `
Exit codes:
  0  success
  1  failed; the message names the remedy`;

/** Adds the commands that back up and restore the database. */
export function addBackups(
  admin: Command,
  storage: StorageConfig,
  io: Io,
  fail: (code: number) => void,
): void {
  const isJson = () => admin.opts<{ json?: boolean }>().json === true;
  admin
    .command('backup [place]')
    .description('Back up the database into a new file, a folder or a bucket of S3, while it is in use.')
    .option(
      '--keep <count>',
      'number of newest backups to keep in the folder or bucket; deletes the others',
      numberTo(9999),
    )
    .addHelpText(
      'after',
      `
The backup contains everything but the search index, which is rebuilt from it: records, pictures, charts, keys and
settings of embeds. It contains secrets, so only its owner can read it. A manifest with row counts and a SHA-256 is
written next to it when the backup is checked. Postgres needs pg_dump, pg_restore and psql, not older than the server.
Without a place, BACKUP_TO names it. A backup in a bucket is read back and restored into a temporary file.

Examples:
  npm run admin -- backup backups/
  npm run admin -- backup before-upgrade.db
  npm run admin -- backup s3://backups/dossier --keep 7
  npm run --silent admin -- --json backup backups/ > result.json
${EXIT_CODES}`,
    )
    .action((place: string | undefined, { keep }: { keep?: number }) =>
      backup(storage, io, placeOf(io, place), keep, isJson()),
    );
  admin
    .command('restore [place]')
    .description(
      'Restore the database from a backup, or from the newest one of a folder or bucket, and check it.',
    )
    .option('--dry-run', 'check the backup and the database, and change nothing')
    .option('--replace', 'delete the data of a database that is not empty')
    .option(
      '--as-copy',
      'give the database a new id, to use it next to the original with an index of its own',
    )
    .addHelpText(
      'after',
      `
Stop the service and all loads first; restore stops if one uses the database. DATABASE_URL names the database to
restore into. Afterwards, restore builds the search index if it is missing, repairs it otherwise, and compares it with the database.

Examples:
  npm run admin -- restore backups/ --dry-run
  npm run admin -- restore backups/
  npm run admin -- restore before-upgrade.db --replace
  DATABASE_URL=sqlite:staging/dossier.db npm run admin -- restore backups/ --as-copy
${EXIT_CODES}
  7  the database is restored, but the search index is not; the message names the remedy`,
    )
    .action(async (place: string | undefined, options: RestoreFlags) =>
      fail(
        await withBackup(placeOf(io, place), io.env, (found) =>
          restore(storage, io, found, isJson(), options),
        ),
      ),
    );
}

/** Returns the place that the command or BACKUP_TO names. */
function placeOf({ env }: Io, place = env['BACKUP_TO']): string {
  if (place) return place;
  throw new AdminError('Name a file, a folder or a bucket, or set BACKUP_TO.');
}

async function backup(
  { databaseUrl }: StorageConfig,
  io: Io,
  place: string,
  keep: number | undefined,
  json: boolean,
): Promise<void> {
  if (keep !== undefined && !isBucket(place) && !namesFolder(place))
    throw new AdminError('--keep needs a folder or a bucket. The path of a new folder ends with a slash.');
  const line = percentLine('Backing up', io.terminal);
  const { path, manifest } = await backUp(databaseUrl, place, new Date(), io.env, line.update).finally(
    line.stop,
  );
  print(io, json, { path, ...manifest }, [
    `Backed up ${rowsOf(manifest)} rows of ${Object.keys(manifest.tables).length} tables to ${path} (${sizeOf(manifest)}), and checked it.`,
  ]);
  // The backup is made, whatever happens to older ones.
  if (keep !== undefined) await pruneBackups(place, io.env, keep);
}

interface RestoreFlags {
  dryRun?: boolean;
  replace?: boolean;
  asCopy?: boolean;
}

/** Returns the exit code. */
async function restore(
  storage: StorageConfig,
  io: Io,
  found: Backup,
  json: boolean,
  { dryRun = false, replace, asCopy }: RestoreFlags,
): Promise<number> {
  const { path, manifest } = found;
  const options = { url: storage.databaseUrl, backup: found, replace, asCopy };
  const content = `${rowsOf(manifest)} rows of ${manifest.created_at} from ${path}`;
  if (dryRun) {
    await checkRestore(options);
    print(io, json, { path, dry_run: true, ...manifest }, [
      `The backup is whole. Without --dry-run: restores ${content}.`,
    ]);
    return 0;
  }
  const line = percentLine('Restoring', io.terminal);
  await restoreBackup({ ...options, onProgress: line.update }).finally(line.stop);
  if (!json) io.out(`Restored ${content}.\n`);
  const { code, stdout, stderr } = await checkIndex(storage, json);
  if (json)
    io.out(
      `${JSON.stringify({ path, restored: manifest, index: code === 0 ? (JSON.parse(stdout) as object) : null })}\n`,
    );
  else io.out(stdout);
  if (code === 0) return 0;
  io.err(
    `The database is restored, but the search index is not: ${stderr.trim() || stdout.trim()}\n` +
      'Afterwards, run: npm run ingest -- verify --repair\n',
  );
  return 7;
}

/** Fills the index if it is missing, and repairs it otherwise. */
async function checkIndex(storage: StorageConfig, json: boolean) {
  const filled = await startIngest(storage, ['reindex', '--if-needed']).ended;
  if (filled.code !== 0) return filled;
  return startIngest(storage, ['verify', '--repair', ...(json ? ['--json'] : [])]).ended;
}

function print({ out }: Io, json: boolean, value: object, lines: string[]): void {
  out(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
}

const rowsOf = ({ tables }: Manifest): number => Object.values(tables).reduce((sum, n) => sum + n, 0);
const sizeOf = ({ bytes }: Manifest): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
