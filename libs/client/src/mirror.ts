import { createHash } from 'node:crypto';
import { idOf, type Change, type Client, type Kind, type Place, type Row } from './client.ts';
import { DossierError } from './errors.ts';
import { FinalError } from './request.ts';

/** Where a copy is kept. Each `save` is all or nothing, so that a copy always belongs to its place. */
export interface Store {
  /** Returns the place of the copy; undefined without one. */
  place(): Promise<Place | undefined>;
  /** Deletes everything, for a new copy. */
  clear(): Promise<void>;
  /** Stores and deletes records. @param place the place of the copy from now on; undefined while it is incomplete */
  save(changes: Saved[], place: Place | undefined): Promise<void>;
  /** Yields the records of a kind. */
  rows(kind: Kind): AsyncIterable<Row>;
  /** Returns the ids of the companies in a category. */
  companiesOf(category: number): Promise<number[]>;
}

/** A record to store, or to delete. */
export type Saved = { kind: Kind; id: string; row: Row | undefined };

const COPIED: readonly Kind[] = ['company', 'document', 'filing', 'event', 'news', 'metric'];
const AT_ONCE = 1000;

export interface MirrorOptions {
  client: Client;
  to: Store;
  /** Keeps following changes, and waits for each up to so many seconds; 0 ends with the newest one. */
  wait?: number;
}

/**
 * Copies all records: the newest snapshot first, then each change. It may stop anywhere and goes on where it was. If the
 * feed lacks the changes after the copy, it begins once with the newest snapshot.
 * @throws FinalError if the service makes no snapshots, or if a new snapshot does not help
 */
export async function mirror(options: MirrorOptions): Promise<Place> {
  const { client, to } = options;
  for (let restarts = 0; ; restarts++) {
    const place = (await to.place()) ?? (await copySnapshot(client, to));
    try {
      return await follow(options, place);
    } catch (error) {
      if (!(error instanceof DossierError) || error.status !== 410) throw error;
      if (restarts > 0)
        throw new FinalError(
          'The changes after the newest snapshot are not kept. Ask the operator for a new one.',
          {
            cause: error,
          },
        );
      await to.clear();
    }
  }
}

async function copySnapshot(client: Client, to: Store): Promise<Place> {
  const snapshot = await client.newestSnapshot();
  if (!snapshot) throw new FinalError('The service has no snapshot. Ask its operator to set SNAPSHOT_EVERY.');
  await to.clear();
  for (const kind of COPIED) {
    for (const file of snapshot.files.filter(
      (each) => each.kind === kind && each.format === 'ndjson' && each.rows > 0,
    )) {
      let batch: Saved[] = [];
      for await (const row of client.rowsOf(file)) {
        batch.push({ kind, id: idOf(kind, row), row });
        if (batch.length < AT_ONCE) continue;
        await to.save(batch, undefined);
        batch = [];
      }
      await to.save(batch, undefined);
    }
  }
  const place = { seq: snapshot.seq, epoch: snapshot.epoch };
  await to.save([], place);
  return place;
}

async function follow({ client, to, wait = 0 }: MirrorOptions, from: Place): Promise<Place> {
  let last = from;
  for await (const { changes, place } of client.changes(from, { wait })) {
    await to.save(await readChanged(client, to, changes), place);
    last = place;
  }
  return last;
}

/** Reads the records that changes name. One that is missing was deleted: a later change says so, too. */
async function readChanged(client: Client, to: Store, changes: Change[]): Promise<Saved[]> {
  const ids = new Map<Kind, Set<string>>(COPIED.map((kind) => [kind, new Set()]));
  for (const { kind, id, company_ids } of changes) {
    if (kind === 'dataset')
      for (const company of company_ids.slice(0, 1)) ids.get('company')!.add(String(company));
    else if (kind === 'category')
      for (const company of await to.companiesOf(Number(id))) ids.get('company')!.add(String(company));
    else ids.get(kind)?.add(String(id));
  }
  const saved: Saved[] = [];
  for (const [kind, named] of ids) saved.push(...(await readAgain(client, kind, [...named])));
  return saved;
}

async function readAgain(client: Client, kind: Kind, ids: string[]): Promise<Saved[]> {
  const found = new Map((await client.records(kind, ids)).map((row) => [idOf(kind, row), row]));
  return ids.map((id) => ({ kind, id, row: found.get(id) }));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A record of a copy that differs from that of the service. */
export interface Difference {
  kind: Kind;
  id: string;
  difference: 'missing' | 'surplus' | 'changed';
}

/**
 * Compares a copy with the service, and repairs what differs. Brings the copy up to date first and afterwards: what
 * changed meanwhile is no difference.
 */
export async function verify(options: MirrorOptions): Promise<Difference[]> {
  const { client, to } = options;
  const began = await mirror({ client, to });
  const found: Difference[] = [];
  for (const kind of COPIED) {
    const ours = new Map<string, string>();
    for await (const row of to.rows(kind)) ours.set(idOf(kind, row), sha256(JSON.stringify(row)));
    for (let after: string | undefined; ;) {
      const { records = [], next_after } = await client.checksums(kind, {
        after,
        records: true,
        limit: 5000,
      });
      for (const { id, sha256: theirs } of records) {
        const own = ours.get(id);
        ours.delete(id);
        if (own !== theirs) found.push({ kind, id, difference: own === undefined ? 'missing' : 'changed' });
      }
      if (next_after === null) break;
      after = next_after;
    }
    for (const id of ours.keys()) found.push({ kind, id, difference: 'surplus' });
  }
  const touched = new Set<string>();
  for await (const { changes } of client.changes(began))
    for (const { kind, id } of changes) touched.add(`${kind} ${id}`);
  const now = await mirror({ client, to });
  const real = found.filter(({ kind, id }) => !touched.has(`${kind} ${id}`));
  for (const kind of COPIED) {
    const ids = real.filter((each) => each.kind === kind).map(({ id }) => id);
    await to.save(await readAgain(client, kind, ids), now);
  }
  return real;
}
