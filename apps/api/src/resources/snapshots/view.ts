import { signAddress, type SigningKey } from '@dossier/embeds';
import { toTimestamp } from '@dossier/shared';
import type { Snapshot } from '../../snapshots/manifest.ts';
import { VALID_MS } from './contract.ts';

/** Returns a snapshot whose files have signed addresses. */
export function viewSnapshot(snapshot: Snapshot, publicUrl: string, key: SigningKey, now: Date) {
  const options = { expires: toTimestamp(now.getTime() + VALID_MS) };
  const urlOf = (place: number) =>
    publicUrl + signAddress({ kind: 'snapshot-file', subject: `${snapshot.id}~${place}`, options }, key);
  return { ...snapshot, files: snapshot.files.map((file, place) => ({ ...file, url: urlOf(place) })) };
}

/** Returns the place after a page, as text. The key of an event has no prefix, which `after` accepts. */
export const viewNext = (key: string | number | undefined): string | null =>
  key === undefined ? null : String(key);
