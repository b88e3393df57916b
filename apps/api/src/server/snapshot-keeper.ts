import { snapshotKind } from '@dossier/shared';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config.ts';
import type { ExportOptions } from '../export.ts';
import { readSnapshots, snapshotFormats, type Snapshot } from '../snapshots/manifest.ts';
import { startProgram, type StartedProgram } from './start-program.ts';

/** The service is busy when it has just started. */
const FIRST_MS = 1000;
/** How long to wait after a failure. */
const AGAIN_MS = 300_000;
/** The longest time that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Makes a snapshot whenever the newest one is old enough, in a process of its own. Several services with one folder may
 * make one more than needed. Does nothing if SNAPSHOT_EVERY is off.
 */
export function keepSnapshots(
  { databaseUrl, snapshots: { folder, everyMs, keep } }: ApiConfig,
  publicUrl: string,
  logger: Logger,
): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let making: StartedProgram | undefined;
  let isStopped = false;
  const wait = (ms: number) => {
    if (isStopped) return;
    timer = setTimeout(() => void check(), Math.min(LONGEST_MS, Math.max(FIRST_MS, ms))).unref();
  };

  async function check(): Promise<void> {
    try {
      const [newest] = await readSnapshots(folder);
      // A clock that was set back makes the newest one younger than it is.
      const age = newest ? Math.max(0, Date.now() - Date.parse(newest.created_at)) : Infinity;
      wait(age < everyMs! ? everyMs! - age : await make());
    } catch (error) {
      logger.error({ reason: String(error) }, 'The snapshots cannot be read.');
      wait(AGAIN_MS);
    }
  }

  /** Makes a snapshot, and returns how long to wait for the next one. */
  async function make(): Promise<number> {
    const options: ExportOptions = {
      out: folder,
      formats: [...snapshotFormats],
      kinds: snapshotKind.options,
      keep,
    };
    const variables = { DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl };
    making = startProgram(['export', JSON.stringify(options)], variables);
    const { code, stdout, stderr } = await making.ended;
    making = undefined;
    if (isStopped) return 0;
    if (code !== 0) {
      logger.error({ reason: stderr.trim() }, 'No snapshot was made. It is tried again in five minutes.');
      return AGAIN_MS;
    }
    const { id, seq, files } = JSON.parse(stdout) as Snapshot;
    logger.info({ id, seq, rows: files.reduce((sum, { rows }) => sum + rows, 0) }, 'made a snapshot');
    return everyMs!;
  }

  if (everyMs !== undefined) wait(FIRST_MS);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      making?.stop();
    },
  };
}
