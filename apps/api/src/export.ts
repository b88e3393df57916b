import { readEnvironment, snapshotKind, storageSettings, type SnapshotKind } from '@dossier/shared';
import { openDatabase, signingKeys } from '@dossier/store';
import { z } from 'zod';
import { percentLine } from './admin/progress.ts';
import { explain } from './program.ts';
import { recordViews } from './records.ts';
import { makeSnapshot } from './snapshots/make.ts';
import { snapshotFormats, type SnapshotFormat } from './snapshots/manifest.ts';
import { openSnapshots } from './snapshots/snapshots.ts';
import { withAddresses } from './views/companies.ts';

/** The exit code of a program that a signal stopped, as that of ingest. */
const STOPPED = 8;

/** What a program that starts this one sends as its only argument. */
export interface ExportOptions {
  out: string;
  formats: SnapshotFormat[];
  kinds: SnapshotKind[];
  /** Deletes all but so many snapshots afterwards; none by default. */
  keep?: number;
}

/**
 * Writes a snapshot into a folder or a bucket, and prints its manifest. It is a program of its own, so that neither the
 * requests nor the memory of the service notice it. `ingest export` and the schedule of the service start it.
 */
async function main(): Promise<void> {
  const { out, formats, kinds, keep } = JSON.parse(process.argv[2] ?? '{}') as ExportOptions;
  const { DATABASE_URL, PUBLIC_URL, PORT } = readEnvironment(
    { ...storageSettings, PUBLIC_URL: z.string().optional(), PORT: z.string().default('3000') },
    process.env,
  );
  const publicUrl = (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
  const db = openDatabase(DATABASE_URL);
  const snapshots = openSnapshots(out, process.env);
  const line = percentLine('Exporting', process.stderr.isTTY ? process.stderr : undefined);
  try {
    const keys = await signingKeys(db);
    const made = await makeSnapshot({
      db,
      snapshots,
      formats: snapshotFormats.filter((format) => formats.includes(format)),
      kinds: snapshotKind.options.filter((kind) => kinds.includes(kind)),
      views: recordViews,
      publicUrl,
      fill: (text) => withAddresses(text, { publicUrl, signingKeys: () => keys }),
      onProgress: (done, total) => {
        // The error removes what was written.
        if (isStopped) throw new Error('Stopped');
        line.update(done, total);
      },
    });
    if (keep !== undefined) await snapshots.prune(keep);
    line.stop();
    process.stdout.write(`${JSON.stringify(made)}\n`);
  } finally {
    line.stop();
    await snapshots.close();
    await db.destroy();
  }
}

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true));

main().catch((error: unknown) => {
  process.stderr.write(isStopped ? 'Stopped. Nothing was written.\n' : `${explain(error)}\n`);
  process.exitCode = isStopped ? STOPPED : 1;
});
