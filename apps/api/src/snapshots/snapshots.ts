import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { FilesError, openFiles, type ByteRange, type Environment, type Files } from '@dossier/store/files';
import { MANIFEST, type Snapshot, type SnapshotFile } from './manifest.ts';

const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\d{3}Z-\d+$/;
const DAY_MS = 86_400_000;

/** The snapshots of a folder or of a bucket. */
export interface Snapshots {
  /** Returns all complete snapshots, newest first. */
  list(): Promise<Snapshot[]>;
  /** Opens a file of a snapshot, or a part of it. */
  read(snapshot: Snapshot, file: SnapshotFile, range?: ByteRange): Promise<Readable>;
  /** Adds the snapshot that is written into a folder of this machine. `prune` deletes what a failure leaves. */
  add(write: (folder: string) => Promise<Snapshot>): Promise<Snapshot>;
  /** Deletes all snapshots but the newest, and what programs that were killed have left. */
  prune(kept: number): Promise<void>;
  close(): Promise<void>;
}

/** Returns the snapshots of a place, which is opened when it is used. @param env the settings of the AWS tools */
export function openSnapshots(place: string, env: Environment): Snapshots {
  let opened: Promise<Files> | undefined;
  const files = () => (opened ??= openFiles(place, env));
  /** The manifests that were read. They never change. */
  const known = new Map<string, Snapshot>();

  async function list(): Promise<Snapshot[]> {
    const all = await files();
    const names = (await all.list()).filter((name) => name.endsWith(`/${MANIFEST}`) && ID.test(idOf(name)));
    const read = names.map(async (name) => {
      try {
        const found = known.get(name) ?? (JSON.parse(await text(await all.read(name))) as Snapshot);
        known.set(name, found);
        return [found];
      } catch (error) {
        // It was deleted meanwhile.
        if (error instanceof FilesError && error.isMissing) return [];
        throw error;
      }
    });
    const found = (await Promise.all(read)).flat();
    return found.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  }

  return {
    list,
    read: async ({ id }, { name }, range) => (await files()).read(`${id}/${name}`, range),
    add: async (write) => {
      const all = await files();
      const folder = await all.stage();
      try {
        const made = await write(folder);
        // Without its manifest, a snapshot is incomplete.
        for (const name of [...made.files.map((file) => file.name), MANIFEST])
          await all.move(join(folder, name), `${made.id}/${name}`);
        return made;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    prune: async (kept) => {
      const all = await files();
      const names = (await all.list()).filter((name) => ID.test(idOf(name)));
      const isManifest = (name: string) => name.endsWith(`/${MANIFEST}`);
      // An id begins with its time.
      const complete = names.filter(isManifest).map(idOf).sort().reverse();
      const isOld = (id: string) =>
        complete.indexOf(id) >= kept || (!complete.includes(id) && ageOf(id) > DAY_MS);
      // The manifest goes first, so that no incomplete snapshot is listed.
      const old = names.filter((name) => isOld(idOf(name)));
      for (const name of [...old.filter(isManifest), ...old.filter((each) => !isManifest(each))]) {
        await all.remove(name);
        known.delete(name);
      }
    },
    // A place that could not be opened has nothing to close.
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

const idOf = (name: string): string => name.split('/', 1)[0]!;

/** How long ago a snapshot was begun, in milliseconds. */
const ageOf = (id: string): number => Date.now() - Date.parse(id.replace(ID, '$1-$2-$3T$4:$5:$6Z'));
