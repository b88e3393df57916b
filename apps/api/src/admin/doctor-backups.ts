import { newestBackupAt } from '@dossier/store/backup';
import type { ApiConfig } from '../config.ts';
import { ok, warning, type Finding } from './finding.ts';

/** A backup that is older than so many intervals is too old. */
const MAX_INTERVALS = 2;

/** Checks how old the newest good backup is, if BACKUP_TO is set. */
export async function checkBackups(
  { backups }: Pick<ApiConfig, 'backups'>,
  now: Date,
  env: Record<string, string | undefined>,
): Promise<Finding[]> {
  if (!backups) return [];
  const { place, everyMs = Infinity } = backups;
  const remedy = 'Read the log of the service, or run: npm run admin -- backup';
  try {
    const at = await newestBackupAt(place, env);
    if (at === undefined) return [warning('backup', 'BACKUP_TO has no backup yet.', remedy)];
    const age = now.getTime() - Date.parse(at);
    const message = `The newest backup is ${Math.max(0, Math.round(age / 3_600_000))} hours old.`;
    return [age > MAX_INTERVALS * everyMs ? warning('backup', message, remedy) : ok('backup', message)];
  } catch (error) {
    return [warning('backup', (error as Error).message, 'Correct BACKUP_TO, or its credentials.')];
  }
}
