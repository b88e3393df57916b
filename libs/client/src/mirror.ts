import { idOf, type Change, type Client, type Kind, type Place, type Row } from './client.ts';
import { DossierError, FinalError } from './errors.ts';
import { AT_ONCE, CHARACTERS_AT_ONCE, COPIED, type Saved, type Store } from './store.ts';

export interface MirrorOptions {
  client: Client;
  to: Store;
  /** Keeps following changes, and waits for each up to so many seconds; 0 ends with the newest one. */
  wait?: number;
  /** Is called before a copy begins anew, with the reason. */
  onRestart?: (reason: string) => void;
}

/**
 * Copies all records: the newest snapshot first, then each change. It may stop anywhere and goes on where it was. If the
 * feed lacks the changes after the copy, it begins once with the newest snapshot.
 * @returns the place of the copy
 * @throws FinalError if a new snapshot does not help
 */
export async function mirror(options: MirrorOptions): Promise<Place> {
  const { client, to, onRestart } = options;
  for (let restarts = 0; ; restarts++) {
    const place = (await to.place()) ?? (await copyAll(client, to));
    try {
      return await follow(options, place);
    } catch (error) {
      if (!(error instanceof DossierError) || error.status !== 410) throw error;
      if (restarts > 0)
        throw new FinalError(
          'The changes after the newest snapshot are not kept. Ask the operator for a new one.',
          { cause: error },
        );
      onRestart?.(error.message);
      await to.clear();
    }
  }
}

/** Copies the newest snapshot; all records of the API, if the service has none. */
async function copyAll(client: Client, to: Store): Promise<Place> {
  const snapshot = await client.newestSnapshot();
  await to.clear();
  // What changes while records are read is in the feed after this place.
  const { seq, epoch } = snapshot ?? (await client.get('/api/v1/changes/latest/'));
  for (const kind of COPIED) {
    if (!snapshot) await saveInParts(to, toSave(kind, rowsOfApi(client, kind)));
    for (const file of snapshot?.files ?? [])
      if (file.kind === kind && file.format === 'ndjson' && file.rows > 0)
        await saveInParts(to, toSave(kind, client.rowsOf(file)));
  }
  await to.save([], { seq, epoch });
  return { seq, epoch };
}

/** Saves records in parts, and the place with the last one: a copy that stops in between reads the same changes again. */
export async function saveInParts(
  to: Store,
  records: AsyncIterable<Saved> | Iterable<Saved>,
  place?: Place,
): Promise<void> {
  let part: Saved[] = [];
  let characters = 0;
  for await (const record of records) {
    part.push(record);
    characters += record.row ? JSON.stringify(record.row).length : 0;
    if (part.length < AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
    await to.save(part, undefined);
    part = [];
    characters = 0;
  }
  await to.save(part, place);
}

async function* toSave(kind: Kind, rows: AsyncIterable<Row>): AsyncGenerator<Saved> {
  for await (const row of rows) yield { kind, id: idOf(kind, row), row };
}

async function* rowsOfApi(client: Client, kind: Kind): AsyncGenerator<Row> {
  for (let after: string | null | undefined; after !== null;) {
    const page = await client.get('/api/v1/records/{kind}/', { kind, limit: 500, after });
    yield* page.records as Row[];
    after = page.next_after;
  }
}

async function follow({ client, to, wait = 0 }: MirrorOptions, from: Place): Promise<Place> {
  let last = from;
  for await (const { changes, place } of client.changes(from, { wait })) {
    // Of the copy before the first part: later parts may no longer show which companies had a category.
    const changed = await changedIds(to, changes);
    await saveInParts(to, readChanged(client, changed), place);
    last = place;
  }
  return last;
}

async function* readChanged(client: Client, changed: Map<Kind, Set<string>>): AsyncGenerator<Saved> {
  for (const [kind, ids] of changed) yield* await readAgain(client, kind, [...ids]);
}

/** Returns the ids of the records that changes may have changed. */
export async function changedIds(to: Store, changes: Change[]): Promise<Map<Kind, Set<string>>> {
  const ids = new Map<Kind, Set<string>>(COPIED.map((kind) => [kind, new Set()]));
  const companies = ids.get('company')!;
  for (const { kind, id, company_ids } of changes) {
    if (kind === 'dataset') for (const company of company_ids) companies.add(String(company));
    else if (kind === 'category')
      for (const company of await to.companiesOf(Number(id))) companies.add(String(company));
    else ids.get(kind)?.add(String(id));
  }
  return ids;
}

/** Reads records. A missing one was deleted: a later change says so, too. */
export async function readAgain(client: Client, kind: Kind, ids: string[]): Promise<Saved[]> {
  const found = new Map((await client.records(kind, ids)).map((row) => [idOf(kind, row), row]));
  return ids.map((id) => ({ kind, id, row: found.get(id) }));
}
