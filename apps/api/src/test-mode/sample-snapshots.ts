import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { snapshotKind } from '@dossier/shared';
import { recordViews } from '../records.ts';
import type { Services } from '../services.ts';
import { makeSnapshot } from '../snapshots/make.ts';
import { snapshotFormats, type Snapshot } from '../snapshots/manifest.ts';
import { openSnapshots, type Snapshots } from '../snapshots/snapshots.ts';
import { withAddresses } from '../views/companies.ts';

const DAY_MS = 86_400_000;

/** The snapshots whose addresses a signing key has signed. */
interface Place {
  folder: string;
  snapshots: Snapshots;
  made?: Promise<Snapshot> | undefined;
}

/**
 * Returns the snapshots of a step of the sample. A request that finds none makes one. It has the time of the newest change,
 * so processes that make it at once write the same files. A new signing key needs a new snapshot, because the records
 * contain addresses.
 * @param files the path of the files of the step, without their endings
 */
export function sampleSnapshots(
  { db, publicUrl, signingKeys }: Pick<Services, 'db' | 'publicUrl' | 'signingKeys'>,
  files: string,
): Snapshots {
  const every = `${files}.snapshots-`;
  let known: Place | undefined;
  const current = async (): Promise<Place> => {
    const [key] = await signingKeys();
    const mark = createHash('sha256').update(JSON.stringify([publicUrl, key]));
    const folder = every + mark.digest('hex').slice(0, 16);
    if (known?.folder !== folder) known = { folder, snapshots: openSnapshots(folder, {}) };
    return known;
  };
  const make = async ({ folder, snapshots }: Place) => {
    const newest = await db('changes').max({ at: 'at' }).first<{ at: string }>();
    const made = await makeSnapshot({
      ...{ db, snapshots, publicUrl, views: recordViews, createdAt: newest.at },
      ...{ formats: snapshotFormats, kinds: snapshotKind.options },
      fill: (record) => withAddresses(record, { publicUrl, signingKeys }),
    });
    await removeOld(every, folder);
    return made;
  };
  return {
    ...openSnapshots(files, {}),
    list: async () => {
      const place = await current();
      const found = await place.snapshots.list();
      if (found.length > 0) return found;
      place.made ??= make(place).finally(() => (place.made = undefined));
      return [await place.made];
    },
    read: async (...file) => (await current()).snapshots.read(...file),
  };
}

/** Removes the snapshots of former keys, whose files may be read for some hours. */
async function removeOld(every: string, current: string): Promise<void> {
  for (const name of await readdir(dirname(every))) {
    const folder = join(dirname(every), name);
    if (!name.startsWith(basename(every)) || folder === current) continue;
    // Another process may remove it at once.
    const found = await stat(folder).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
