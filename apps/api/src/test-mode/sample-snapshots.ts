import { createHash } from 'node:crypto';
import { snapshotKind } from '@dossier/shared';
import { recordViews } from '../records.ts';
import type { Services } from '../services.ts';
import { makeSnapshot } from '../snapshots/make.ts';
import { snapshotFormats, type Snapshot } from '../snapshots/manifest.ts';
import { openSnapshots, type Snapshots } from '../snapshots/snapshots.ts';
import { withAddresses } from '../views/companies.ts';

/**
 * Returns the snapshots of a step of the sample. The first request makes one, whose addresses are those of this service; all
 * processes use it.
 * @param files the path of the files of the step, without their endings
 */
export async function sampleSnapshots(
  { db, publicUrl, signingKeys }: Pick<Services, 'db' | 'publicUrl' | 'signingKeys'>,
  files: string,
): Promise<Snapshots> {
  const keys = await signingKeys();
  const text = JSON.stringify([publicUrl, keys]);
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const snapshots = openSnapshots(`${files}.snapshots-${mark}`, {});
  const make = () =>
    makeSnapshot({
      ...{ db, snapshots, publicUrl, views: recordViews },
      ...{ formats: snapshotFormats, kinds: snapshotKind.options },
      fill: (record) => withAddresses(record, { publicUrl, signingKeys: () => keys }),
    });
  let made: Promise<Snapshot> | undefined;
  const list = async () => {
    const found = await snapshots.list();
    if (found.length > 0) return found;
    made ??= make().finally(() => (made = undefined));
    return [await made];
  };
  return { ...snapshots, list };
}
