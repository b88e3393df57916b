import { newestBackupAt, type Manifest } from '@dossier/store/backup';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config.ts';
import { keepMaking } from './making-keeper.ts';
import { startAdmin } from '../programs/start-program.ts';

/** How long the time of the newest backup is known before it is read again, in milliseconds. */
const KNOWN_MS = 60_000;

export interface BackupKeeper {
  /** Returns when the newest good backup was made; undefined if there is none. */
  newestAt(): Promise<string | undefined>;
  stop(): void;
}

/** Makes backups as BACKUP_TO and BACKUP_EVERY say. Returns undefined without BACKUP_TO. */
export function keepBackups(config: ApiConfig, logger: Logger): BackupKeeper | undefined {
  if (!config.backups) return undefined;
  const { place, everyMs, keep } = config.backups;
  const read = () => newestBackupAt(place, process.env);
  let [known, readAt] = [Promise.resolve<string | undefined>(undefined), -Infinity];
  const making = {
    what: 'backup',
    everyMs,
    newestAt: read,
    start: () => startAdmin(config, ['--json', 'backup', place, '--keep', String(keep)]),
    describe: (printed: unknown) => {
      const { path, bytes } = printed as Manifest & { path: string };
      readAt = -Infinity;
      return { path, bytes };
    },
  };
  const { stop } = keepMaking(making, logger);
  return {
    newestAt: () => {
      if (performance.now() - readAt > KNOWN_MS) {
        readAt = performance.now();
        known = read();
        known.catch(() => (readAt = -Infinity));
      }
      return known;
    },
    stop,
  };
}
