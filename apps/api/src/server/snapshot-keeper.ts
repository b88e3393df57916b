import { snapshotKind } from '@dossier/shared';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config.ts';
import type { ExportOptions } from '../export.ts';
import { snapshotFormats, type Snapshot } from '../snapshots/manifest.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { keepMaking } from './making-keeper.ts';
import { startProgram } from '../programs/start-program.ts';

/** Makes snapshots as SNAPSHOT_EVERY says. */
export function keepSnapshots(
  { databaseUrl, snapshots: { place, everyMs, keep } }: ApiConfig,
  snapshots: Snapshots,
  publicUrl: string,
  logger: Logger,
): { stop: () => void } {
  const options: ExportOptions = {
    out: place,
    formats: [...snapshotFormats],
    kinds: snapshotKind.options,
    keep,
  };
  const variables = { DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl };
  const making = {
    what: 'snapshot',
    everyMs,
    newestAt: async () => (await snapshots.list())[0]?.created_at,
    start: () => startProgram(['export', JSON.stringify(options)], variables),
    describe: (printed: unknown) => {
      const { id, seq, files } = printed as Snapshot;
      return { id, seq, rows: files.reduce((sum, { rows }) => sum + rows, 0) };
    },
  };
  return keepMaking(making, logger);
}
